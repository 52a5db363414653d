"""Reading a large file: `syncbench-analyze summary` against the same percentiles by h5py and numpy in 64-rank blocks.

usage: read_bench.py MAKE_LARGE ANALYZE [RANKS ITERATIONS]"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import h5py
import numpy

MAKE, ANALYZE = sys.argv[1:3]
RANKS, ITERATIONS = (int(each) for each in (sys.argv[3:5] or ("4096", "10000")))
MOST_MB = 600
LEVELS = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "p99.9": 0.999}


def ours(path):
    """Seconds, resident MB, quantiles by name."""
    before = time.perf_counter()
    process = subprocess.Popen([ANALYZE, "summary", "--json", str(path)], stdout=subprocess.PIPE, text=True)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, status
    point = json.loads(text)["files"][0]["points"][0]
    return time.perf_counter() - before, usage.ru_maxrss / 1024, {each["quantile"]: each["value_ns"] for each in point["subjects"][0]["quantiles"]}


def theirs(path):
    before = time.perf_counter()
    with h5py.File(path) as file:
        point = file["points/p0000"]
        slowest = numpy.zeros(point["enter"].shape[1], dtype="int64")
        for first in range(0, point["enter"].shape[0], 64):
            took = point["leave"][first : first + 64] - point["enter"][first : first + 64]
            numpy.maximum(slowest, took.max(axis=0), out=slowest)
        values = {name: int(numpy.quantile(slowest, level, method="inverted_cdf")) for name, level in LEVELS.items()}
    return time.perf_counter() - before, values


def main():
    with tempfile.TemporaryDirectory(prefix="syncbench-read.") as folder:
        path = pathlib.Path(folder) / "large.h5"
        subprocess.run([MAKE, str(path), str(RANKS), str(ITERATIONS)], check=True)
        # Alternating, and the best of each: the file is in the page cache for both.
        seconds, memory, quantiles, other = [], 0, {}, []
        for _ in range(3):
            took, used, quantiles = ours(path)
            seconds.append(took)
            memory = max(memory, used)
            took, values = theirs(path)
            other.append(took)
        for name, value in quantiles.items():
            assert value is None or value == values[name], (name, value, values)
        ratio = min(other) / min(seconds)
        rows = [("file, MB", path.stat().st_size / 1e6, None), ("summary, s", min(seconds), None), ("h5py and numpy, s", min(other), None),
                ("times as fast", ratio, ratio >= 1), ("resident, MB", memory, memory <= MOST_MB)]
    print(f"read: {RANKS} ranks x {ITERATIONS} iterations, quantiles equal")
    for what, value, met in rows:
        print(f"  {what:<20} {value:8.1f}  {'' if met is None else 'met' if met else 'MISSED'}")
    return 0 if all(met is not False for _, _, met in rows) else 2


sys.exit(main())
