"""The truth bench: faults are put into runs by means that the suites know nothing of, and what `syncbench-analyze explain`
says first is held against what was put in.

usage: truth.py [--quick | --seeds N] [--where one-host|four-ranks|taken|hosts]... [--json FILE] [--keep FOLDER] [KIND]...

Needs in the environment: SYNCBENCH, ANALYZE, TRUTH_FOLDER (the libraries to preload), MPIEXEC; for --where hosts also
SYNCBENCH_TESTCLUSTER and SYNCBENCH_TESTCLUSTER_STATE, as `slurm/testcluster with` sets them. Exit code: 0 if every kind met its
bar, 2 if one did not, 69 where something is missing."""
import argparse
import collections
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from truth_machine import busy_seconds, children_seconds
from truth_kinds import MPI_PORTS, PLACES, Injection

BAR = 0.95
QUIET = 0.02  # of the machine, for others, while a run counts
TRIES = 4  # until it was that quiet
CORES = os.cpu_count() or 1


def environment(name):
    if name not in os.environ:
        sys.exit(f"truth.py: {name} is not set; use ./dev truth")
    return os.environ[name]


class Bench:
    def __init__(self, where, folder):
        self.where, self.folder, self.runs = where, pathlib.Path(folder), []

    def command(self, kind, injection, file):
        script = self.folder / "rank.sh"
        ports = {"OMPI_MCA_btl_tcp_port_min_v4": MPI_PORTS.split("-")[0], "OMPI_MCA_btl_tcp_port_range_v4": "1000"}
        exports = "".join(f"export {name}='{value}'\n" for name, value in (ports | injection.variables).items())
        script.write_text(f'echo $$ > "{self.folder}/pid.${{PMIX_RANK:-$OMPI_COMM_WORLD_RANK}}"\n{exports}exec "$@"\n')
        options = {"--suite": "smallpkt", "--smallpkt.parts": "sweep", "--bytes": "1K", "--iterations": "4000"}
        own = dict(zip(injection.options[::2], injection.options[1::2]))
        if "--suite" in own:
            options = {}
        words = [word for option in (options | own).items() for word in option]
        program = ["sh", str(script), environment("SYNCBENCH"), *words, "--quiet", "--out", str(file)]
        if self.where == "hosts":
            return [environment("SYNCBENCH_TESTCLUSTER"), "run", f"-N{kind.hosts}", f"-n{kind.hosts}", "--", *program]
        mpiexec = [environment("MPIEXEC")]
        if self.where == "four-ranks":
            return [*mpiexec, "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "-n", "4", *program]
        if kind.name == "one-core":
            return ["taskset", "-c", "0", *mpiexec, "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1", "-n", "2", *program]
        return [*mpiexec, "--bind-to", kind.bind, "-n", "2", *program]

    def pids(self, ranks, ended):
        while not ended():
            with contextlib.suppress(FileNotFoundError, ValueError):
                return [int((self.folder / f"pid.{rank}").read_text()) for rank in range(ranks)]
            time.sleep(0.01)
        return None

    def fault(self, *words):
        subprocess.run([environment("SYNCBENCH_TESTCLUSTER"), "fault", *words], check=True, stdout=subprocess.DEVNULL)

    def launch(self, kind, injection, ranks, file):
        """Runs it with its fault; the exit code, the words, and what share of the machine others had meanwhile."""
        mine, before, begun = children_seconds(), busy_seconds(), time.monotonic()
        process = subprocess.Popen(self.command(kind, injection, file), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

        def ended():
            return process.poll() is not None

        if injection.beside:
            pids = self.pids(ranks, ended)
            time.sleep(0.3)  # MPI's own start is not what is judged
            if pids:
                injection.beside(pids, injection.rank, ended)
        out = process.communicate(timeout=300)[0]
        others = (busy_seconds() - before - (children_seconds() - mine)) / (time.monotonic() - begun) / CORES
        return process.returncode, out, max(others, 0.0)

    def once(self, kind, seed):
        ranks = 4 if self.where == "four-ranks" else kind.hosts
        injection = Injection(f"{self.where}:{kind.name}", seed, ranks, self.folder)
        kind.prepare(injection)
        file = self.folder / f"{kind.name}-{seed}.h5"
        for old in [file, *self.folder.glob("pid.*"), *self.folder.glob("lasted.*")]:
            old.unlink(missing_ok=True)
        shutil.rmtree(f"{file}.parts", ignore_errors=True)
        if kind.host_fault:
            self.fault("n1", *kind.host_fault)
        try:
            code, out, others = self.launch(kind, injection, ranks, file)
        finally:
            if kind.host_fault:
                self.fault("n1", "clear")
        run = {"kind": kind.name, "where": self.where, "seed": seed, "rank": injection.rank, "injected_us": injection.micros, "every": injection.every,
               "sized": kind.sized, "others": others, "exit": code}
        source = file if file.exists() else pathlib.Path(f"{file}.parts")
        explained = subprocess.run([environment("ANALYZE"), "explain", "--json", str(source)], capture_output=True, text=True)
        if explained.returncode != 0:
            return run | {"said": "no result", "right": False, "what": out[-1000:] + explained.stderr}
        findings = json.loads(explained.stdout)["files"][0]["findings"]
        found = kind.told(findings)
        size = found["size_ns"]["value"] if found and found["size_ns"] else None
        often = (found["period"], found["frequency"]) if found else None
        return run | {"said": found["cause"] if found else "nothing", "said_ranks": found["ranks"] if found else [], "said_us": size / 1000 if size else None,
                      "said_often": often, "what": found["what"] if found else "", "right": bool(kind.right(findings, injection))}

    def judged(self, kind, seed):
        """The first run that the rest of the machine left alone; the last one if none was."""
        for attempt in range(TRIES):
            run = self.once(kind, seed) | {"repeats": attempt}
            if not kind.quiet or self.where == "hosts" or run["others"] < QUIET:
                return run
        return run | {"disturbed": True}

    def measure(self, kinds, seeds):
        for kind in kinds:
            for seed in range(seeds):
                run = self.judged(kind, seed)
                self.runs.append(run)
                if not run["right"]:
                    print(f"  {self.where} {kind.name}, seed {seed}: said {run['said']}: {run['what']}"[:300], flush=True)


def table(runs):
    """The confusion matrix: what was put in, by what was said first."""
    said = sorted({run["said"] for run in runs}, key=lambda each: (each == "nothing", each))
    width = max(len(f"{run['where']} {run['kind']}") for run in runs)
    lines, met = [], True
    for kind in dict.fromkeys((run["where"], run["kind"]) for run in runs):
        of_kind = [run for run in runs if (run["where"], run["kind"]) == kind]
        right = sum(run["right"] for run in of_kind)
        counts = collections.Counter(run["said"] for run in of_kind)
        ok = right >= BAR * len(of_kind)
        met = met and ok
        words = ", ".join(f"{name} {counts[name]}" for name in said if counts[name])
        sizes = [abs(run["said_us"] / run["injected_us"] - 1) for run in of_kind if run.get("said_us") and run["sized"]]
        size = f"; sizes within {100 * max(sizes):.1f} %" if sizes else ""
        repeats, disturbed = sum(run.get("repeats", 0) for run in of_kind), sum(run.get("disturbed", False) for run in of_kind)
        noise = f"; {repeats} repeated, {disturbed} disturbed" if repeats else ""
        lines.append(f"  {' '.join(kind):<{width}}  {right:3} of {len(of_kind):3}  {'met' if ok else 'MISSED':<6}  said {words}{size}{noise}")
    return "\n".join(lines), met


def main():
    parser = argparse.ArgumentParser(prog="./dev truth", description="faults put into runs, against what explain says of them")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="only these; all if none is named")
    parser.add_argument("--quick", action="store_true", help="3 seeds a kind instead of 20 (hosts: 2 instead of 5)")
    parser.add_argument("--seeds", type=int, help="so many a kind")
    parser.add_argument("--where", action="append", choices=list(PLACES), help="one-host and four-ranks unless said; taken: processors that are taken away from ranks (root)")
    parser.add_argument("--json", metavar="FILE", help="every run, and what was said of it")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the result files there")
    options = parser.parse_args()
    runs = []
    with contextlib.ExitStack() as stack:
        base = options.keep or os.environ.get("SYNCBENCH_TESTCLUSTER_STATE") or None
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="truth.", dir=base)) if not options.keep else options.keep
        pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
        for where in options.where or ["one-host", "four-ranks"]:
            few, many, kinds = PLACES[where]
            wanted = [kind for kind in kinds if not options.kinds or kind.name in options.kinds]
            bench = Bench(where, folder)
            bench.measure(wanted, options.seeds or (few if options.quick else many))
            runs += bench.runs
    if not runs:
        known = ", ".join(dict.fromkeys(kind.name for _, _, kinds in PLACES.values() for kind in kinds))
        print(f"truth: no such kind there; there are {known}", file=sys.stderr)
        return 64
    text, met = table(runs)
    print(f"truth: what was put in, and what explain said first (bar {100 * BAR:.0f} %)\n{text}")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"bar": BAR, "met": met, "runs": runs}, indent=1))
    return 0 if met else 2


sys.exit(main())
