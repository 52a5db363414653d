"""Recomputes what `percentiles --json` says, with h5py and numpy alone, and wants it to agree in every digit.

usage: percentiles_test.py MAKE_SAMPLE_RUN SYNCBENCH_ANALYZE
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile
from fractions import Fraction

import h5py
import numpy as np

ABSENT = np.iinfo(np.int64).min
LATE, CORRUPT = 3, 4
LEVELS = {"p50": Fraction(1, 2), "p90": Fraction(9, 10), "p95": Fraction(19, 20), "p99": Fraction(99, 100),
          "p99.9": Fraction(999, 1000)}


def binomial_cdf(n, q):
    k = np.arange(n + 1)
    log_factorial = np.array([math.lgamma(i + 1.0) for i in range(n + 1)])
    log_pmf = log_factorial[n] - log_factorial - log_factorial[n - k] + k * math.log(q) + (n - k) * math.log1p(-q)
    return np.cumsum(np.exp(log_pmf))


def limits(ascending, effective, q):
    """The interval of an effective number of samples, or None where it does not carry the quantile."""
    n = len(ascending)
    if n == 0 or effective == 0:
        return None
    cdf = binomial_cdf(effective, float(q))
    lower = int(np.count_nonzero(cdf <= 0.025))
    upper = int(np.count_nonzero(1.0 - cdf > 0.025)) + 1
    if lower < 1 or upper > effective:
        return None
    return int(ascending[(lower - 1) * n // effective]), int(ascending[-(-upper * n // effective) - 1])


def correlation_time(indicator):
    """Sokal's window on the series and on its sums over 2, 4, 8, ... neighbours."""
    series = indicator - indicator.mean()
    variance, block, time, resolved = np.mean(series * series), 1, 0.0, False
    while True:
        total = own = np.mean(series * series)
        closed, lag = False, 0
        while not closed and lag < min(64, len(series) // 10):
            lag += 1
            total += 2 * np.sum(series[:-lag] * series[lag:]) / len(series)
            closed = lag * own >= 5 * total
        found = total / (block * variance)
        if not resolved or found > time * (1 + 2 * math.sqrt(2 * (2 * lag + 1) / len(series))):
            time, resolved = max(1.0, found), closed
        if len(series) // 2 // 10 < 5:
            return time, resolved
        series = series[:len(series) // 2 * 2].reshape(-1, 2).sum(axis=1)
        block *= 2


def effective_of(series, value):
    above = series > value
    if min(np.count_nonzero(above), np.count_nonzero(~above)) < 50:
        return len(series), "assumed"
    time, closed = correlation_time(above.astype(float))
    return int(len(series) / time), "measured" if closed else "unresolved"


def check_subject(series, said, where):
    assert said["n"] == len(series), (where, said["n"], len(series))
    assert said["max_ns"] == (int(series.max()) if len(series) else None), where
    ascending = np.sort(series)
    for quantile in said["quantiles"]:
        level = LEVELS[quantile["quantile"]]
        context = (where, quantile)
        if len(series) == 0:
            assert quantile["value_ns"] is None, context
            continue
        value = int(ascending[math.ceil(level * len(series)) - 1])
        assert value == int(np.quantile(series, float(level), method="inverted_cdf")), context
        effective, independence = effective_of(series, value)
        assert quantile["effective_n"] == effective, (context, effective)
        assert quantile["independence"] == independence, (context, independence)
        interval = limits(ascending, effective, level)
        assert (interval is None) == (effective < quantile["needed_n"]), context
        assert quantile["value_ns"] == (None if interval is None else value), (context, value)
        assert [quantile["lower_ns"], quantile["upper_ns"]] == list(interval or (None, None)), (context, interval)


def groups_of(subject, nodes):
    if subject == "point":
        return [list(range(len(nodes)))]
    if subject == "rank":
        return [[rank] for rank in range(len(nodes))]
    return [[rank for rank, own in enumerate(nodes) if own == node] for node in sorted(set(nodes))]


def check_point(group, nodes, said, subject):
    enter, leave, status = (group[name][:] for name in ("enter", "leave", "status"))
    absent = enter == ABSENT
    elapsed = np.where(absent, ABSENT, np.where(absent, 0, leave) - np.where(absent, 0, enter))
    bad = (((status == LATE) | (status == CORRUPT)) & ~absent).any(axis=0)
    counts = ~bad & ~absent.all(axis=0)
    counts[:group.attrs["warmup_iterations"]] = False
    for ranks, one in zip(groups_of(subject, nodes), said["subjects"], strict=True):
        maxima = elapsed[ranks].max(axis=0)[counts]
        check_subject(maxima[maxima != ABSENT], one, (said["id"], subject, ranks))


def main():
    make, analyze = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "run.h5"
        subprocess.run([make, path], check=True)
        with h5py.File(path, "r") as file:
            nodes = [int(row["node"]) for row in sorted(file["/run/ranks"][:], key=lambda row: row["rank"])]
            for subject in ("point", "node", "rank"):
                command = [analyze, "percentiles", path, "--by", subject, "--json"]
                said = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
                points = said["files"][0]["points"]
                assert len(points) == len(file["/points"]) == 6, len(points)
                for point in points:
                    check_point(file["/points"][point["id"]], nodes, point, subject)
    print("every quantile, limit and effective n agrees")


if __name__ == "__main__":
    main()
