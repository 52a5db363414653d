"""Points that the profile's own stop rule ends: is their median biased by when they stop, and do the intervals hold that are printed then?"""
import collections
import math
import statistics

import coverage
import noises
from workshop import seed_of

BIAS = 0.005
T0 = 20_000
PROFILE = "quick"
ITERATIONS = 120_000  # that could be measured; the rule ends it
LEVELS = ["p50", "p95", "p99"]
NO_MEDIAN = {"two-modes"}  # it lies in a gap


def kinds():
    return [*(name for name in noises.PROCESSES if name != "drift"), "late-long"]  # what is true of a drift changes with when it stops


def described(name, points, per_file=5):
    noise, more = coverage.process_of(name)
    point = {"iterations": ITERATIONS, "t0_ns": T0, "noise": noise, "order_ns": 0, "jitter_ns": 0, "leave_jitter_ns": 0, "stop": PROFILE} | more
    for first in range(0, points, per_file):
        yield f"stop-{name}", {"seed": seed_of("stopping", name, first), "ranks": 2, "points": [point] * per_file}


def judge(workshop, name, points):
    truth = {level: T0 * noises.quantile(coverage.process_of(name)[0], float(level[1:]) / 100) for level in LEVELS}
    counts, ended, steady, medians, lengths = coverage.Counts(truth), collections.Counter(), collections.Counter(), [], []
    for told in workshop.percentiles(described(name, points)):
        for point in told:
            counts.add(point)
            lengths.append(point["iterations"])
            ended[point["attributes"]["stop_reason"]] += 1
            steady[point["attributes"]["steadiness"]] += 1
            medians += [each["value_ns"] / truth["p50"] - 1 for each in point["subjects"][0]["quantiles"] if each["quantile"] == "p50" and coverage.is_printed(point, each)]
    bias = statistics.fmean(medians) if medians else 0.0
    error = statistics.pstdev(medians) / math.sqrt(len(medians)) if medians else 0.0
    biased = name not in NO_MEDIAN and abs(bias) - 2.6 * error > BIAS
    cells, missed = counts.cells(points, wide_is_missed=False, judged=not coverage.is_unseen(name, statistics.median(lengths)))
    return {"judgement": "stopping", "kind": name, "runs": points, "bias": bias, "error": error, "iterations": statistics.median(lengths), "ended": dict(ended), "steady": dict(steady),
            "cells": cells, "met": not biased and not missed}


def run(workshop, kinds, quick):
    points = 20 if quick else 200
    print(f"stopping: profile {PROFILE}, T0 {T0 // 1000} µs; the median's bias (at most {100 * BIAS} %), and coverage and share refused as above", flush=True)
    print(f"  {'process':<12} {'points':>6} {'iterations':>10} {'precision':>9} {'unsteady':>8} {'bias':>15}  " + "".join(f"{level:<16}" for level in LEVELS))
    results = []
    for name in kinds:
        result = judge(workshop, name, points)
        results.append(result)
        print(f"  {name:<12} {points:6} {result['iterations']:10.0f} {100 * result['ended'].get('precision', 0) / points:7.0f} % {100 * result['steady'].get('unsteady', 0) / points:6.0f} % "
              f"{100 * result['bias']:6.2f} ± {100 * 1.96 * result['error']:.2f} %  " + "".join(f"{cell:<16}" for cell in result["cells"])
              + ("met" if result["met"] else "MISSED"), flush=True)
    return results
