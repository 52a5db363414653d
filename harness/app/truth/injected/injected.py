"""The real program with logged delays in its own steps, against what `syncbench-analyze explain` says of it.

usage: injected.py [--quick | --seeds N] [--json FILE] [--keep FOLDER] [--list] [KIND]...

Needs in the environment: SYNCBENCH_INJECTED, ANALYZE, MPIEXEC, and a quiet machine: a run that others disturbed is repeated. Exit code:
0 if every kind met its bar, 2 if one did not, 64 for an unknown kind."""
import argparse
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import h5py

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "simulated")]

from injected_scenarios import SCENARIOS  # noqa: E402
from judging import failed  # noqa: E402
from truth_machine import busy_seconds, children_seconds  # noqa: E402

BAR = 0.95
QUIET = 0.02  # of the machine, for others, while a run counts
TRIES = 4
SMALLEST = 16_000  # ns: what is put in below that is lost among what the machine does itself


class Told:
    """What was said of one run, and the truth from the injector's logs."""

    def __init__(self, report, text, faults, iterations, seconds):
        self.findings, self.faults, self.iterations, self.seconds = report["findings"], faults, iterations, seconds
        self.text = re.sub(r"\s+", " ", text.split("\n", 1)[1] if "\n" in text else text)


def truths(file, logs, count):
    """What each fault really did to the iterations that count: as the maker of simulated runs tells it."""
    with h5py.File(file) as run:
        point = run["points/p0000"]
        warmup, enter = int(point.attrs["warmup_iterations"]), point["enter"][0]
    longest, sizes = [{} for _ in range(count)], [[] for _ in range(count)]
    for log in logs:
        for line in log.read_text().splitlines():
            of_point, iteration, fault, _, _, begin, end = line.split()
            nanos = int(end) - int(begin)
            if of_point != "0" or int(iteration) < warmup:
                continue
            sizes[int(fault)].append(nanos)
            if nanos >= SMALLEST:
                longest[int(fault)][int(iteration)] = max(nanos, longest[int(fault)].get(int(iteration), 0))
    told = []
    for hits, every in zip(longest, sizes):
        truth = {"iterations": len(hits)}
        if hits:
            first, last = min(hits), max(hits)
            truth |= {"sum_ns": sum(hits.values()), "median_ns": statistics.median_low(hits.values()), "all_median_ns": statistics.median_low(every), "first": first, "last": last,
                      "first_s": (enter[first] - enter[0]) / 1e9, "last_s": (enter[last] - enter[0]) / 1e9}
        told.append(truth)
    return told, len(enter) - warmup, (enter[-1] - enter[0]) / 1e9


class Bench:
    def __init__(self, folder):
        self.folder, self.runs = pathlib.Path(folder), []

    def launch(self, scenario, drawn, seed, file, log):
        environment = os.environ | {"SYNCBENCH_INJECT": json.dumps(drawn["faults"]), "SYNCBENCH_INJECT_SEED": str(seed), "SYNCBENCH_INJECT_LOG": str(log)}
        place = ["--bind-to", "core"]
        if scenario.ranks > (os.cpu_count() or 1):
            place = ["--oversubscribe", "--mca", "mpi_yield_when_idle", "1"]
        words = [word for option in ({"--suite": "smallpkt", "--smallpkt.parts": "sweep", "--bytes": "1K"} | scenario.options).items() for word in option]
        mine, before, begun = children_seconds(), busy_seconds(), time.monotonic()
        subprocess.run([os.environ["MPIEXEC"], *place, "-n", str(scenario.ranks), os.environ["SYNCBENCH_INJECTED"], *words, "--quiet", "--out", str(file)],
                       env=environment, check=True, capture_output=True, timeout=300)
        return (busy_seconds() - before - (children_seconds() - mine)) / (time.monotonic() - begun) / (os.cpu_count() or 1)

    def once(self, scenario, seed):
        drawn = scenario.draw(random.Random(f"{scenario.name}:{seed}"))
        file, log = self.folder / f"{scenario.name}-{seed}.h5", self.folder / f"{scenario.name}-{seed}.log"
        for old in [file, *self.folder.glob(f"{log.name}.*")]:
            old.unlink(missing_ok=True)
        shutil.rmtree(f"{file}.parts", ignore_errors=True)
        others = self.launch(scenario, drawn, seed, file, log)
        faults, iterations, seconds = truths(file, [pathlib.Path(f"{log}.{rank}") for rank in range(scenario.ranks)], len(drawn["faults"]))
        said = [subprocess.run([os.environ["ANALYZE"], "explain", *json_flag, str(file)], capture_output=True, text=True, check=True).stdout
                for json_flag in (["--json"], [])]
        told = Told(json.loads(said[0])["files"][0], said[1], faults, iterations, seconds)
        unmet = failed(drawn["conditions"], told)
        return {"kind": scenario.name, "seed": seed, "ranks": scenario.ranks, "faults": drawn["faults"], "truth": faults, "iterations": iterations,
                "others": others, "right": not unmet, "unmet": unmet, "said": told.text}

    def judged(self, scenario, seed):
        """The first run that the rest of the machine left alone; the last one if none was."""
        for attempt in range(TRIES):
            run = self.once(scenario, seed) | {"repeats": attempt}
            if run["others"] < QUIET:
                return run
        return run | {"disturbed": True}

    def measure(self, scenario, seeds):
        runs = [self.judged(scenario, seed) for seed in range(seeds)]
        self.runs += runs
        right = sum(run["right"] for run in runs)
        met = right >= BAR * len(runs)
        wrong = next((run for run in runs if not run["right"]), None)
        repeats, disturbed = sum(run["repeats"] for run in runs), sum("disturbed" in run for run in runs)
        print(f"  {scenario.name:<24} {right:3} of {len(runs):3}  {'met' if met else 'MISSED'}" + (f"; {repeats} repeated, {disturbed} disturbed" if repeats else "")
              + (f"  (seed {wrong['seed']}: {'; '.join(wrong['unmet'])})" if wrong else ""), flush=True)
        return met


def main():
    parser = argparse.ArgumentParser(prog="./dev truth --injected", description="logged delays in the program's own steps, against what explain says")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="only these; all if none is named")
    parser.add_argument("--quick", action="store_true", help="1 seed a kind instead of 5")
    parser.add_argument("--seeds", type=int, help="so many a kind")
    parser.add_argument("--json", metavar="FILE", help="every run, what was put in, and what was said of it")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the result files and logs there")
    parser.add_argument("--list", action="store_true", help="list the kinds")
    options = parser.parse_args()
    if options.list:
        print("\n".join(f"{each.name} ({each.ranks} ranks)" for each in SCENARIOS))
        return 0
    unknown = set(options.kinds) - {each.name for each in SCENARIOS}
    if unknown:
        print(f"injected: there is no kind {', '.join(sorted(unknown))}; --list names them", file=sys.stderr)
        return 64
    with contextlib.ExitStack() as stack:
        folder = options.keep or stack.enter_context(tempfile.TemporaryDirectory(prefix="truth."))
        pathlib.Path(folder).mkdir(exist_ok=True)
        bench = Bench(folder)
        print(f"injected: what was put into the program's own steps, and whether explain says it (bar {100 * BAR:.0f} %)", flush=True)
        seeds = options.seeds or (1 if options.quick else 5)
        met = [bench.measure(each, seeds) for each in SCENARIOS if not options.kinds or each.name in options.kinds]
    print(f"{len(bench.runs)} runs; " + (f"{met.count(False)} of {len(met)} bars missed" if not all(met) else f"all {len(met)} bars met"))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"bar": BAR, "met": all(met), "runs": bench.runs}, indent=1))
    return 0 if all(met) else 2


sys.exit(main())
