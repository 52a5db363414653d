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
SEEN = set()  # kinds of answers


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
    return ascending[(lower - 1) * n // effective], ascending[-(-upper * n // effective) - 1]


def correlation_time(indicator):
    """Sokal's window on the series and on its sums over 2, 4, 8, ... neighbours: time, degrees of freedom, closed."""
    series = indicator - indicator.mean()
    variance, block, time, degrees, resolved = np.mean(series * series), 1, 0.0, 1e9, False
    if variance == 0:
        return 1.0, 1e9, True
    while True:
        total = own = np.mean(series * series)
        closed, lag = False, 0
        while not closed and lag < min(64, len(series) // 12):
            lag += 1
            total += 2 * np.sum(series[:-lag] * series[lag:]) / len(series)
            closed = lag * own >= 5 * total
        freedom = len(series) / (2 * lag + 1)
        found = total / (block * variance) * (1 + 1 / freedom if closed else 1)
        if not resolved or found > time * (1 + (1 if closed else 2) * math.sqrt(2 / freedom)):
            time, degrees, resolved = max(1.0, found), freedom, closed
        if len(series) // 2 // 12 < 5:
            return time, degrees, resolved
        series = series[:len(series) // 2 * 2].reshape(-1, 2).sum(axis=1)
        block *= 2


def student_limit(degrees):
    """t with 97.5 % below it: bisection over the density's integral (substituting t = tan(angle), Simpson's rule)."""
    def below(limit):
        angle = np.linspace(0, math.atan(limit), 4001)
        tangent = np.tan(angle)
        log = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2) - 0.5 * math.log(degrees * math.pi)
        density = np.exp(log - (degrees + 1) / 2 * np.log1p(tangent**2 / degrees)) * (1 + tangent**2)
        return 0.5 + (density[0] + density[-1] + 4 * density[1:-1:2].sum() + 2 * density[2:-1:2].sum()) * (angle[1] - angle[0]) / 3
    low, high = 1.0, 50.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) < 0.975 else (low, middle)
    return low


def effective_of(series, value):
    """The indicator x > value, or x >= value where ties make that less lopsided."""
    sides = [series > value, series >= value]
    rarer = [min(np.count_nonzero(side), np.count_nonzero(~side)) for side in sides]
    time, degrees, closed = correlation_time((sides[0] if rarer[0] >= rarer[1] else sides[1]).astype(float))
    wider = 1 if degrees > 1e6 else student_limit(degrees) / 1.959963984540054
    return int(len(series) / (time * wider * wider)), closed


def fewest_iterations(level):
    return 60 if level == Fraction(1, 2) else math.ceil(60 / (1 - level))


def by_windows(series, known, level):
    """Where ten windows have nearly the same quantile, the least and the greatest of them are the limits."""
    bounds = [len(series) * i // 10 for i in range(11)]
    if len(series) < 100:
        return None
    lows, highs = [], []
    for begin, end in zip(bounds, bounds[1:]):
        place = math.ceil(level * (end - begin)) - 1
        window = series[begin:end]
        lows.append(np.sort(np.where(np.isinf(window), -np.inf, window))[place])
        highs.append(np.sort(window)[place])
    lower, upper = max(min(lows), 0), max(highs)
    if math.isinf(upper) or upper - lower > 0.02 * upper:
        return None
    return int(np.quantile(known, float(level), method="inverted_cdf")), None, int(lower), int(upper)


def estimate(series, known, level):
    """What is to be said of a quantile: why not, or (value, bracket, lower, upper). Unknown times are inf."""
    n, late = len(series), len(series) - len(known)
    if n < fewest_iterations(level):
        return "too-few-iterations"
    if 4 * late > n * (1 - level):
        return "late-starts"
    slow = np.sort(series)  # unknown times last
    fast = np.concatenate([np.full(late, -np.inf), np.sort(known)])
    place = math.ceil(level * n) - 1
    effective, closed = effective_of(series, slow[place])
    of_slow, of_fast = limits(slow, effective, level), limits(fast, effective, level)
    if not closed or of_slow is None:
        return by_windows(series, known, level) or ("correlated" if closed else "unresolved")
    lower, upper = of_fast[0], of_slow[1]
    if math.isinf(lower) or math.isinf(upper):
        return "late-starts"
    bracket = [fast[place], slow[place]]
    if of_slow[0] <= bracket[0] and bracket[1] <= of_fast[1]:
        value = np.quantile(known, float(level), method="inverted_cdf")
        assert value == np.sort(known)[math.ceil(level * len(known)) - 1]
        return int(value), None, int(lower), int(upper)
    return None, [int(each) for each in bracket], int(lower), int(upper)


def check_subject(times, unknown, said, where):
    """Times of the iterations that count, or would but for a late start; which of them are unknown."""
    known = times[~unknown]
    series = np.where(unknown, np.inf, times)
    assert said["n"] == len(known), (where, said["n"], len(known))
    assert said["max_ns"] == (int(known.max()) if len(known) else None), where
    refused = False
    for quantile in said["quantiles"]:
        level = LEVELS[quantile["quantile"]]
        context = (where, quantile)
        wanted = estimate(series, known, level)
        if refused and wanted != "too-few-iterations":
            wanted = "lower-quantile"
        refused = isinstance(wanted, str)
        assert quantile["refused"] == (wanted if refused else None), (context, wanted)
        shown = (None, None, None, None) if refused else wanted
        if quantile["effective_n"] is not None:
            place = math.ceil(level * len(series)) - 1
            assert (quantile["effective_n"], True) == effective_of(series, np.sort(series)[place]), context
        assert tuple(quantile[key] for key in ("value_ns", "bracket_ns", "lower_ns", "upper_ns")) == shown, (context, shown)
        SEEN.add(wanted if refused else "bracket" if wanted[0] is None else "value")


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
    late = ((status == LATE) & ~absent).any(axis=0)
    counts = ~((status == CORRUPT) & ~absent).any(axis=0) & ~absent.all(axis=0)
    counts[:group.attrs["warmup_iterations"]] = False
    for ranks, one in zip(groups_of(subject, nodes), said["subjects"], strict=True):
        maxima = elapsed[ranks].max(axis=0)
        took_part = counts & (maxima != ABSENT)
        check_subject(maxima[took_part].astype(float), late[took_part], one, (said["id"], subject, ranks))


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
    assert SEEN >= {"value", "bracket", "too-few-iterations", "late-starts"}, SEEN
    print("every quantile, bracket, limit and refusal agrees:", ", ".join(sorted(SEEN)))


if __name__ == "__main__":
    main()
