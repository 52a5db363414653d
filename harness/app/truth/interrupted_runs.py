"""Tails beside a real interrupter on one core: what `syncbench-analyze percentiles` prints, against runs that count everything.

usage: interrupted_runs.py [--launches N] [--json FILE]

A real-time process takes core 1 away at regular intervals. Meanwhile syncbench and counts_everything.c, which starts ranks by a deadline too but keeps
every iteration, are launched by turns. Printed limits of p99 and p99.9 (the outer ones of a bracket) have to hold
- the quantile of all iterations of the same file, late starts at the time that was measured for them; and
- some of what the other program's launches give, from the least to the greatest: a launch's own interval knows nothing of the next launch.
A quantile that is refused is counted apart. Needs in the environment: SYNCBENCH, ANALYZE, TRUTH_FOLDER, MPIEXEC, root, a quiet machine. Exit code: 0 if all
limits hold, 2 if some do not or if a quantile is printed by no launch."""
import argparse
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy

INTERRUPTERS = {"100 us each 1 ms": (1_000, 100), "1 ms each 10 ms": (10_000, 1_000), "5 ms each 200 ms": (200_000, 5_000)}
CORE, BYTES, WARMUP, ITERATIONS = 1, 1024, 2_000, 400_000
LEVELS = {"p99": 0.99, "p99.9": 0.999}
FOLDER = pathlib.Path(os.environ.get("TRUTH_FOLDER", "."))


@contextlib.contextmanager
def interrupter(period, length):
    hog = subprocess.Popen([FOLDER / "syncbench_truth_hog", str(CORE), str(period), str(length)])
    try:
        yield
        if hog.poll() is not None:
            sys.exit("truth: the interrupter ended; it needs root")
    finally:
        hog.kill()
        hog.wait()


def mpirun(*words):
    subprocess.run([os.environ["MPIEXEC"], "--bind-to", "core", "-n", "2", *map(str, words)], check=True, capture_output=True)


def quantiles(longest):
    return {name: int(numpy.quantile(longest, level, method="inverted_cdf")) for name, level in LEVELS.items()}


def reference(folder):
    out = folder / "everything"
    mpirun(FOLDER / "syncbench_counts_everything", out, ITERATIONS, WARMUP, BYTES)
    return quantiles(numpy.fromfile(out, dtype="<i8").reshape(2, ITERATIONS).max(axis=0))


def ours(folder):
    """(what is printed by quantile, the quantiles of all iterations, share of late starts)."""
    file = folder / "ours.h5"
    mpirun(os.environ["SYNCBENCH"], "--suite", "smallpkt", "--smallpkt.parts", "sweep", "--smallpkt.collective", "allreduce", "--bytes", BYTES, "--iterations", ITERATIONS,
           "--warmup", WARMUP, "--time-ms", 60_000, "--quiet", "--force", "--out", file)
    said = subprocess.run([os.environ["ANALYZE"], "percentiles", "--json", str(file)], check=True, capture_output=True, text=True).stdout
    printed = {q["quantile"]: q for q in json.loads(said)["files"][0]["points"][0]["subjects"][0]["quantiles"]}
    with h5py.File(file) as run:
        point = run["points/p0000"]
        longest = (point["leave"][:, WARMUP:] - point["enter"][:, WARMUP:]).max(axis=0)
        names = [str(name) for name in point["status"].attrs["names"]]
        late = float((point["status"][:, WARMUP:] == names.index("late_start")).any(axis=0).mean())
    return printed, quantiles(longest), late


def judge(name, references, launches):
    """Counts of one quantile: (limits that were printed, that hold all iterations, that hold the reference, texts)."""
    least, most = min(each[name] for each in references), max(each[name] for each in references)
    limits = [(printed[name]["lower_ns"], printed[name]["upper_ns"], counted[name]) for printed, counted, _ in launches if printed[name]["refused"] is None]
    own = sum(lower <= counted <= upper for lower, upper, counted in limits)
    other = sum(lower <= most and upper >= least for lower, upper, _ in limits)
    refused = {printed[name]["refused"] for printed, _, _ in launches} - {None}
    texts = " ".join(f"[{lower / 1e3:.2f}, {upper / 1e3:.2f}]" for lower, upper, _ in limits)
    counted = ", ".join(f"{each[name] / 1e3:.2f}" for _, each, _ in launches)
    print(f"    {name:<6} printed {len(limits)} of {len(launches)}{f' (refused: {chr(44).join(refused)})' if refused else ''}, hold all iterations {own}, hold the other program {other}\n"
          f"           limits {texts or 'none'} us; all iterations {counted}; the other program {least / 1e3:.2f} to {most / 1e3:.2f}", flush=True)
    return own == other == len(limits) > 0  # no printed limits prove nothing


def main():
    parser = argparse.ArgumentParser(prog="./dev truth --interrupted", description="tails beside a real interrupter, against runs that count everything")
    parser.add_argument("--launches", type=int, default=5, help="of each program beside each interrupter (5)")
    parser.add_argument("--json", metavar="FILE", help="all numbers")
    options = parser.parse_args()
    met, numbers = True, {}
    with tempfile.TemporaryDirectory(prefix="truth.") as temporary:
        folder = pathlib.Path(temporary)
        for what, (period, length) in INTERRUPTERS.items():
            references, launches = [], []
            with interrupter(period, length):
                for _ in range(options.launches):
                    references.append(reference(folder))
                    launches.append(ours(folder))
            late = sorted(late for _, _, late in launches)
            print(f"  {what}: late starts in {100 * late[0]:.3f} to {100 * late[-1]:.3f} % of iterations", flush=True)
            met = all([judge(name, references, launches) for name in LEVELS]) and met
            numbers[what] = {"references": references, "launches": launches}
    print("all printed limits hold" if met else "some printed limits do not hold, or no limits were printed")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(numbers, indent=1))
    return 0 if met else 2


if __name__ == "__main__":
    sys.exit(main())
