"""Do printed intervals cover the truth? Of points whose quantiles are known, as many intervals that `percentiles` prints as their
95 % promise have to hold it, and what it refuses stands beside."""
import collections

import noises
from proportion import above, below
from workshop import seed_of

LEAST, MOST = 0.93, 0.98
FEWEST_BURSTS = 5
FEWEST_LEVELS = 20  # with fewer, one series in ten spends most of itself at one level, and nothing in it tells that there are others
LEVELS = ["p50", "p95", "p99", "p99.9"]
T0 = 20_000
SIZES = {600: (40, 400, 50), 4_000: (40, 400, 50), 40_000: (10, 200, 10), 120_000: (2, 100, 5)}  # iterations: points when quick, else; a file
ALWAYS_WIDE = {"drift", "late-starts", "late-long"}  # a sample spread over a known course is no random one, and a bracket holds more
# Starts that fail: in any iteration, and in long ones above all, so that leaving them out would make the tail too short.
LATE = {"late-starts": ("heavy", {"lost": {"above": 0, "p": 0.002}}), "late-long": ("heavy", {"lost": {"above": 2, "p": 0.2}})}


def process_of(name):
    """The noise and what else a point of this kind has."""
    noise, more = LATE.get(name, (name, {}))
    return noises.PROCESSES[noise], more


def described(name, iterations, points, per_file):
    noise, more = process_of(name)
    point = {"iterations": iterations, "t0_ns": T0, "noise": noise, "order_ns": 0, "jitter_ns": 0, "leave_jitter_ns": 0} | more
    for first in range(0, points, per_file):
        count = min(per_file, points - first)
        yield f"{name}-{iterations}", {"seed": seed_of("coverage", name, iterations, first), "ranks": 2, "points": [point] * count}


def is_unseen(name, iterations):
    """Bursts or levels of which so few are to be expected that no sample of this size can show them: shown, not judged."""
    noise, _ = process_of(name)
    bursts = noise["kind"] == "bursts" and iterations * noise["share"] / noise["length"] < FEWEST_BURSTS
    return bursts or (noise["kind"] == "levels" and iterations / noise["dwell"] < FEWEST_LEVELS)


def is_printed(point, estimate):
    """A plain value or a bracket with its limits, of a point that is not called unsteady."""
    if "unsteady" in (point.get("steadiness"), point["attributes"].get("steadiness"), estimate.get("steadiness")):
        return False
    return (estimate["value_ns"] or estimate.get("bracket_ns")) is not None and None not in (estimate["lower_ns"], estimate["upper_ns"])


class Counts:
    """How many intervals were printed, and how many of them hold the truth, by level."""

    def __init__(self, truth):
        self.truth, self.printed, self.covered = truth, collections.Counter(), collections.Counter()

    def add(self, point):
        for estimate in point["subjects"][0]["quantiles"]:
            level = estimate["quantile"]
            if level in self.truth and is_printed(point, estimate):
                self.printed[level] += 1
                self.covered[level] += estimate["lower_ns"] - 1 <= self.truth[level] <= estimate["upper_ns"] + 1

    def cells(self, points, wide_is_missed, judged=True):
        """Cells of the table, and the levels that miss their limits."""
        cells, missed = [], []
        for level in self.truth:
            k, n = self.covered[level], self.printed[level]
            low, wide = below(k, n, LEAST), above(k, n, MOST) and wide_is_missed
            if judged and (low or wide):
                missed.append(level)
            cells.append((f"{100 * k / n:.1f}" if n else "-") + (" " if not low and not wide else "~" if not judged else "!" if low else "+") + f" {100 * (1 - n / points):3.0f} %")
        return cells, missed


def judge(workshop, name, iterations, quick):
    few, many, per_file = SIZES[iterations]
    points = few if quick else many
    counts = Counts({level: T0 * noises.quantile(process_of(name)[0], float(level[1:]) / 100) for level in LEVELS})
    for told in workshop.percentiles(described(name, iterations, points, per_file)):
        for point in told:
            counts.add(point)
    cells, missed = counts.cells(points, name not in ALWAYS_WIDE, not is_unseen(name, iterations))
    return {"judgement": "coverage", "kind": name, "runs": points, "iterations": iterations, "cells": cells, "met": not missed,
            "covered": dict(counts.covered), "printed": dict(counts.printed), "missed": missed}


def kinds():
    return [*noises.PROCESSES, *LATE]


def run(workshop, kinds, quick):
    print(f"coverage: share of printed 95 % intervals that hold the truth ({100 * LEAST:.0f} to {100 * MOST:.0f} % wanted; !: below, +: above, ~: of bursts or levels that are too few to be seen, beyond "
          "what so few simulations leave open), and share refused")
    print(f"  {'process':<12} {'n':>6} {'points':>6}  " + "".join(f"{level:<16}" for level in LEVELS))
    results = []
    for name in kinds:
        for iterations in SIZES:
            result = judge(workshop, name, iterations, quick)
            results.append(result)
            print(f"  {name:<12} {iterations:6} {result['runs']:6}  " + "".join(f"{cell:<16}" for cell in result["cells"])
                  + ("met" if result["met"] else "MISSED"), flush=True)
    return results
