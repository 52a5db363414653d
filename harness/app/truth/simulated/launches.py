"""Do limits over launches hold? Points whose time a launch moves by a factor of known distribution: does the interval that `launches`
prints hold the median over all launches that there could be, and do the limits of further launches hold each launch that was left out?"""
import collections
import json
import math
import random
import statistics

from proportion import above, below
from workshop import seed_of

LEAST, MOST = 0.93, 0.98
LEAST_FURTHER = 0.92  # no limits hold 95 % of further launches whatever the distribution
T0, SIGMA, ITERATIONS = 20_000, 0.05, 600
SIZES = (7, 14)  # launches
NORMAL = statistics.NormalDist()
OWN = math.hypot(0.01, 1.2533 * SIGMA / math.sqrt(ITERATIONS))  # what launches at one speed differ by: themselves, and their own medians


def student(dice, degrees):
    return dice.gauss(0, 1) / math.sqrt(sum(dice.gauss(0, 1) ** 2 for _ in range(degrees)) / degrees)


def two_speeds(dice, slow):
    return dice.gauss(0, 0.01) + (math.log(1.2) if dice.random() < slow else 0)


# The logarithm of a launch's factor, and its median.
EFFECTS = {
    "lognormal": (lambda dice: dice.gauss(0, 0.08), 0.0),
    "heavy": (lambda dice: 0.05 * student(dice, 3), 0.0),
    "two-speeds-40": (lambda dice: two_speeds(dice, 0.4), OWN * NORMAL.inv_cdf(0.5 / 0.6)),
    "two-speeds-10": (lambda dice: two_speeds(dice, 0.1), OWN * NORMAL.inv_cdf(0.5 / 0.9)),
}


def kinds():
    return [f"launches-{name}" for name in EFFECTS]


def described(name, launches, points, k):
    dice = random.Random(seed_of("launches", name, launches, k))
    for launch in range(launches):
        measured = [{"iterations": ITERATIONS, "t0_ns": round(T0 * math.exp(EFFECTS[name][0](dice))), "noise": {"kind": "lognormal", "sigma": SIGMA},
                     "order_ns": 0, "jitter_ns": 0, "leave_jitter_ns": 0, "attributes": {"bytes_send": 8 * (point + 1)}} for point in range(points)]
        yield {"seed": seed_of("launches", name, launches, k, launch), "ranks": 2, "points": measured}


def judge(workshop, name, launches, sets, points):
    truth = T0 * math.exp(EFFECTS[name][1])
    counts = collections.Counter()
    for k in range(sets):
        files = [{"file": workshop.name(f"launch-{name}")} | each for each in described(name, launches, points, k)]
        workshop.make(files)
        report = json.loads(workshop.analyze("launches", "--json", *(each["file"] for each in files)))
        for each in files:
            workshop.remove(each["file"])
        for point in report["points"]:
            median = point["quantiles"][0]
            counts["printed"] += median["lower_ns"] is not None
            counts["covered"] += median["lower_ns"] is not None and median["lower_ns"] <= truth <= median["upper_ns"]
            counts["further"] += median["leave_one_out"]["of"]
            counts["held"] += median["leave_one_out"]["covered"]
    return counts


def run(workshop, kinds, quick):
    sets, points = (1, 60) if quick else (8, 100)
    print(f"launches: share of intervals over launches that hold the median of all launches ({100 * LEAST:.0f} to {100 * MOST:.0f} % wanted), and of launches that "
          f"lie in what the others predict (at least {100 * LEAST_FURTHER:.0f} %)")
    results = []
    for kind in kinds:
        for launches in SIZES:
            counts = judge(workshop, kind.removeprefix("launches-"), launches, sets, points)
            k, n, held, of = counts["covered"], counts["printed"], counts["held"], counts["further"]
            missed = below(k, n, LEAST) or above(k, n, MOST) or (of > 0 and below(held, of, LEAST_FURTHER))
            results.append({"judgement": "launches", "kind": kind, "runs": sets * points, "launches": launches, **counts, "met": n > 0 and not missed})
            print(f"  {kind:<24} {launches:3} launches {sets * points:4} points  {100 * k / max(1, n):5.1f} %   {100 * held / max(1, of):5.1f} % of {of:5} further  "
                  + ("met" if results[-1]["met"] else "MISSED"), flush=True)
    return results
