"""Healthy runs of the real program on a quiet machine, in every way in which it can be started and watched: nobody may be accused.

usage: healthy_runs.py [--runs N] [--from K] [--all N] [--profile NAME] [--json FILE] [--keep FOLDER]

A run is suite smallpkt's sweep on 2 ranks; run k takes the k-th of 24 ways (start mode, evidence, transport), over and over. `--all N` adds N runs of
all suites. Needs in the environment: SYNCBENCH, ANALYZE, MPIEXEC, and a quiet machine: a run that others disturbed, or in which a rank measurably lost
its processor, is repeated. Exit code: 0 if nobody was
accused, 2 if somebody was."""
import argparse
import collections
import contextlib
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE / "simulated"))

from judging import accused  # noqa: E402
from truth_machine import busy_seconds, children_seconds  # noqa: E402

QUIET = {"shared memory": 0.02, "loopback TCP": 0.1}  # of the machine, for others, while a run counts; the kernel's own work for TCP is nobody's
TRIES = 3
STARTS = ("round-time", "barrier", "mpi-barrier", "none")
EVIDENCE = ("off", "cpu", "full")
TRANSPORTS = {"shared memory": [], "loopback TCP": ["--mca", "btl", "tcp,self"]}
ALL_RANKS = {0, 1}  # a finding that names all of them accuses none: it is the machine's noise
ON_PURPOSE = "makes ranks late on purpose"  # suite skew
WAYS = list(itertools.product(STARTS, EVIDENCE, TRANSPORTS))
SWEEP = ["--suite", "smallpkt", "--smallpkt.parts", "sweep", "--bytes", "8,1K,64K", "--profile", "quick"]


def launch(transport, words, file):
    """What share of the machine others had meanwhile."""
    file.unlink(missing_ok=True)
    shutil.rmtree(f"{file}.parts", ignore_errors=True)
    mine, before, begun = children_seconds(), busy_seconds(), time.monotonic()
    subprocess.run([os.environ["MPIEXEC"], *TRANSPORTS[transport], "--bind-to", "core", "-n", "2", os.environ["SYNCBENCH"], *words, "--quiet", "--out", str(file)],
                   check=True, capture_output=True)
    return (busy_seconds() - before - (children_seconds() - mine)) / (time.monotonic() - begun) / (os.cpu_count() or 1)


def explained(file):
    said = subprocess.run([os.environ["ANALYZE"], "explain", "--json", str(file)], capture_output=True, text=True, check=True).stdout
    return json.loads(said)["files"][0]


def judged(name, transport, words, file):
    """The first run that the rest of the machine left alone; the last one if none was."""
    run = {"name": name}
    for attempt in range(TRIES):
        others = launch(transport, words, file)
        report = explained(file)
        found = [f for f in report["findings"] if f["weight"] == "finding"]
        lost = [f for f in report["findings"] if f["cause"] == "off-cpu" and f["ranks"]]
        culprits = [f for f in accused(report["findings"]) if f not in lost and set(f["ranks"]) != ALL_RANKS and ON_PURPOSE not in f["what"]]
        run |= {"others": others, "repeats": attempt, "points": report["points"], "accused": culprits, "told": [f for f in found if f not in culprits]}
        # Evidence that a rank lost its processor is no inference: somebody else ran there.
        if others < QUIET[transport] and not lost:
            return run
    return run | {"disturbed": True}


def show(run, seconds):
    said = "; ".join(f"{f['cause']}: {f['what']}" for f in run["accused"]) or "nobody accused"
    more = collections.Counter(f["cause"] for f in run["told"])
    beside = f" (told: {', '.join(f'{cause} {count}' for cause, count in more.items())})" if more else ""
    print(f"  {run['name']:<42} {run['points']:3} points, {seconds:3.0f} s  {said}{beside}{'  DISTURBED' if 'disturbed' in run else ''}", flush=True)


def main():
    parser = argparse.ArgumentParser(prog="./dev truth --healthy", description="healthy runs, in which nobody may be accused")
    parser.add_argument("--runs", type=int, default=60, help="of the sweep (60)")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first of them, to do a part")
    parser.add_argument("--all", type=int, default=0, help="so many runs of all suites besides")
    parser.add_argument("--profile", default="smoke", help="of these (smoke)")
    parser.add_argument("--json", metavar="FILE", help="every run, and what was said of it")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the result files there")
    options = parser.parse_args()
    plans = []
    for number in range(options.first, options.first + options.runs):
        start, evidence, transport = WAYS[number % len(WAYS)]
        plans.append((f"{number}: {start}, {evidence}, {transport}", transport, [*SWEEP, "--start", start, "--evidence", evidence], f"sweep-{number}.h5"))
    for number in range(options.all):
        transport = list(TRANSPORTS)[number % len(TRANSPORTS)]
        plans.append((f"all suites {number}: {options.profile}, {transport}", transport, ["--suite", "all", "--profile", options.profile], f"all-{number}.h5"))
    runs = []
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(options.keep or stack.enter_context(tempfile.TemporaryDirectory(prefix="truth.")))
        folder.mkdir(exist_ok=True)
        for name, transport, words, file in plans:
            begun = time.monotonic()
            runs.append(judged(name, transport, words, folder / file))
            show(runs[-1], time.monotonic() - begun)
            if not options.keep:
                (folder / file).unlink()
    wrong = sum(bool(run["accused"]) for run in runs)
    repeats, disturbed = sum(run["repeats"] for run in runs), sum("disturbed" in run for run in runs)
    print(f"{len(runs)} healthy runs, {sum(run['points'] for run in runs)} points: {wrong or 'nobody'} accused; {repeats} repeated, {disturbed} disturbed")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"met": wrong == 0, "runs": runs}, indent=1))
    return 2 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
