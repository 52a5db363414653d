"""Scenarios with one truth each: what is put in, and what must be said of it and what must not. Add a line to SCENARIOS for another
one; the words are in judging.py, the numbers of a point and of its faults in README.md."""
import noises
from judging import accuses_nobody, decompose_agrees, failed, finds, names_all, never, never_says, once, says, when
from workshop import seed_of

LEAST = 0.95
QUIET = noises.PROCESSES["lognormal"]


class Scenario:
    def __init__(self, name, ranks, point, *conditions):
        self.name, self.ranks, self.point, self.conditions = name, ranks, point, [*conditions, decompose_agrees()]


def fault(where, ranks, ns, when=None, **more):
    return {"where": where, "ranks": ranks, "ns": ns, "when": when or {"kind": "all"}} | more


def point(*faults, iterations=4_000, t0=20_000, noise=QUIET, **more):
    return {"iterations": iterations, "t0_ns": t0, "noise": noise, "faults": list(faults)} | more


def share(p):
    return {"kind": "share", "p": p}


def every(k):
    return {"kind": "every", "k": k}


EPISODE = {"kind": "episode", "from": 0.4, "until": 0.425}
RARE = {"kind": "count", "n": 8}
LATE = "arrives-late"
IN_EVERY = r"in every iteration|in every call"

SCENARIOS = [
    # Items 4 and 5: episodes, bursts, equally late ranks.
    Scenario("one-episode", 2, point(fault("arrives", [1], 200_000, EPISODE)),
             accuses_nobody(), finds("episode", ranks=[1]), never_says(IN_EVERY)),
    Scenario("one-episode-of-4", 4, point(fault("arrives", [2], 200_000, EPISODE)),
             accuses_nobody(), finds("episode", ranks=[2]), never_says(IN_EVERY)),
    Scenario("a-fifth-of-the-run", 4, point(fault("arrives", [1], 40_000, {"kind": "episode", "from": 0.4, "until": 0.6})),
             never_says(IN_EVERY), says("rank 1")),
    Scenario("bursts-on-random-ranks", 4, point(fault("arrives", [0, 1, 2, 3], 60_000, {"kind": "bursts", "length": 30, "share": 0.1}, by="random")),
             accuses_nobody(), never("late-by-turns"), never_says(IN_EVERY)),
    Scenario("bursts-on-one-rank", 4, point(fault("arrives", [3], 60_000, {"kind": "bursts", "length": 10, "share": 0.2})),
             finds(LATE, ranks=[3], sized=0), never("late-by-turns"), never_says(IN_EVERY)),
    Scenario("two-late-together", 4, point(fault("arrives", [1, 2], 100_000, share(0.2))),
             names_all(LATE, ranks=[1, 2]), never("late-by-turns")),
    Scenario("two-late-in-own-sizes", 4, point(fault("arrives", [1, 2], 100_000, share(0.2), sizes="exponential", own=True)),
             names_all(LATE, ranks=[1, 2]), never("late-by-turns")),
    Scenario("two-equally-late", 3, point(fault("arrives", [0], 60_000, share(0.15)), fault("arrives", [2], 60_000, share(0.15))),
             names_all(LATE, ranks=[0, 2]), never("late-by-turns")),
    Scenario("three-of-four-late", 4, point(fault("arrives", [0, 1, 2], 60_000, share(0.3))),
             names_all(LATE, ranks=[0, 1, 2]), says(r"all (ranks )?but rank 3|ranks 0, 1,? (and )?2|ranks 0.{1,3}2")),
    Scenario("three-of-four-always", 4, point(fault("arrives", [1, 2, 3], 60_000)),
             names_all(LATE, ranks=[1, 2, 3])),
    # Item 10: periods, turns, sizes.
    Scenario("two-periods", 4, point(fault("arrives", [1], 200_000, every(50)), fault("arrives", [2], 200_000, every(70))),
             names_all(LATE, ranks=[1, 2]), never("late-by-turns"), says(r"every 50th"), says(r"every 70th")),
    Scenario("two-periods-of-two", 2, point(fault("arrives", [0], 200_000, every(50)), fault("arrives", [1], 200_000, every(70))),
             names_all(LATE, ranks=[0, 1]), never("late-by-turns", "late-at-random"), says(r"every 50th"), says(r"every 70th")),
    Scenario("every-21st", 2, point(fault("arrives", [1], 200_000, every(21))),
             finds(LATE, ranks=[1], sized=0), says(r"every 21st")),
    Scenario("every-100th-of-four", 4, point(fault("arrives", [3], 400_000, every(100))),
             finds(LATE, ranks=[3], sized=0), never("late-by-turns"), says("every 100th")),
    Scenario("four-percent-at-random", 2, point(fault("arrives", [1], 200_000, share(0.04))),
             finds(LATE, ranks=[1], sized=0), never_says(r"in every|every \d+(st|nd|rd|th)")),
    Scenario("by-turns", 4, point(fault("arrives", [0, 1, 2, 3], 100_000, every(10), by="rotating")),
             finds("late-by-turns"), never(LATE)),
    Scenario("one-cause-of-varying-size", 4, point(fault("arrives", [1], 100_000, share(0.15), sizes="exponential")),
             once(LATE), finds(LATE, ranks=[1])),
    Scenario("growing", 2, point(fault("arrives", [1], 2_000, share(0.5), sizes="growing", to=100_000)),
             finds(LATE, ranks=[1]), says("grow")),
    # Item 8: what is rare, what is constant, nothing silent.
    Scenario("8-of-4000", 2, point(fault("arrives", [1], 20_000_000, RARE)),
             says(r"8 of (the )?4,?000"), says("rank 1"), never_says(IN_EVERY), accuses_nobody()),
    Scenario("8-of-4000-inside", 3, point(fault("inside", [1], 20_000_000, RARE)),
             accuses_nobody(), says(r"8 (of|iterations)"), says(r"6[0-9] %|7[0-9] %")),
    Scenario("leaves-late-always-20us", 2, point(fault("leaves", [1], 20_000), t0=2_200),
             names_all("leaves-late", ranks=[1])),
    Scenario("leaves-late-always-100us", 2, point(fault("leaves", [0], 100_000), t0=2_200),
             names_all("leaves-late", ranks=[0])),
    Scenario("leaves-late-always-of-four", 4, point(fault("leaves", [2], 50_000), t0=2_200),
             names_all("leaves-late", ranks=[2])),
    Scenario("leaves-late-at-random", 4, point(fault("leaves", [2], 100_000, share(0.1))),
             finds("leaves-late", ranks=[2], sized=0)),
    Scenario("inside-every-50th", 3, point(fault("inside", [2], 500_000, every(50))),
             finds("inside", sized=0), never(LATE, "leaves-late")),
    Scenario("all-late-together-at-random", 2, point(fault("inside", [0, 1], 100_000, share(0.05), sizes="exponential")),
             accuses_nobody(), says(r"\d+ % of (the|its) time|% of the point's time")),
    # The same among what a real machine does: strays of any rank, ticks of some 20 us.
    Scenario("8-of-4000-among-strays", 2, point(fault("arrives", [0], 20_000_000, RARE), fault("arrives", [0, 1], 4_000, {"kind": "count", "n": 17}, by="random"),
                                                t0=1_200),
             says(r"8 of (the )?4,?000"), says("rank 0"), never("late-at-random"), never_says(IN_EVERY)),
    Scenario("episode-among-strays", 2, point(fault("arrives", [0], 200_000, {"kind": "episode", "from": 0.4, "until": 0.402}),
                                              fault("arrives", [0, 1], 30_000, {"kind": "count", "n": 10}, by="random"), iterations=100_000, t0=1_200),
             accuses_nobody(), finds("episode", ranks=[0]), when(0, "episode"), never_says(IN_EVERY)),
    Scenario("ticks-on-all", 2, point(fault("arrives", [0, 1], 25_000, share(0.001), by="random", sizes="exponential"), iterations=90_000, t0=500),
             accuses_nobody(), never("late-by-turns", "inside", "episode")),
    # What a point is by itself is said wherever it is judged.
    Scenario("unsteady", 2, point(attributes={"steadiness": "unsteady"}), accuses_nobody(), says("unsteady")),
    Scenario("ended-by-time", 2, point(iterations=300, attributes={"stop_reason": "time"}), accuses_nobody(), says(r"time")),
    Scenario("long-warm-up", 2, point(fault("arrives", [1], 60_000, {"kind": "episode", "from": 0.1, "until": 0.45}), iterations=20_000, warmup=10_027),
             never(LATE), says(r"10,?027"), says(r"warm-up")),
    # Item 9: change over time, failed gates.
    Scenario("regime", 2, point(iterations=20_000, t0=29_000, noise={"kind": "regimes", "sigma": 0.05, "from": [[0, 1], [0.965, 46.6]]}),
             accuses_nobody(), finds("regimes"), never_says(IN_EVERY)),
    Scenario("regime-and-back", 2, point(iterations=20_000, t0=29_000, noise={"kind": "regimes", "sigma": 0.05, "from": [[0, 1], [0.5, 10], [0.55, 1]]}),
             accuses_nobody(), finds("regimes")),
    Scenario("slow-stretch", 2, point(fault("arrives", [1], 200_000, {"kind": "episode", "from": 0.4, "until": 0.55}), iterations=20_000),
             accuses_nobody(), once("regimes", "episode"), says("rank 1"), never_says(IN_EVERY)),
    Scenario("late-starts-16%", 3, point(fault("gate", [1], 100_000, share(0.16))),
             never(LATE, "late-at-random", "late-by-turns", "off-cpu"), finds("interrupted", ranks=[1])),
    Scenario("late-starts-2%", 2, point(fault("gate", [1], 100_000, share(0.019))),
             never(LATE, "late-at-random", "late-by-turns")),
    Scenario("late-starts-all", 2, point(fault("gate", [0], 100_000, share(0.97)), iterations=300),
             never(LATE, "late-at-random", "late-by-turns"), says(r"\d+ of (the )?300")),
    # Items 10 and 11: processors, and the harness itself.
    Scenario("one-loses-its-processor", 2, point(fault("arrives", [1], 4_000_000, share(0.01), off_cpu=True, sizes="exponential"), evidence="full"),
             finds("off-cpu", ranks=[1])),
    Scenario("all-lose-their-processors", 2, point(fault("inside", [0, 1], 4_000_000, share(0.03), off_cpu=True, sizes="exponential"), evidence="full"),
             says(r"all ranks lose|both ranks lose|every rank loses"), never_says(r"run `?pairs|--suite pairs"), never(LATE, "inside")),
    Scenario("evidence-costs-rank-0", 2, point(fault("arrives", [0], 190), evidence="full", t0=1_000, attributes={"bytes_send": 8},
                                               start_spreads={"round-time_full": 200}),
             accuses_nobody(), never("late-at-random")),
]


def kinds():
    return [each.name for each in SCENARIOS]


def run(workshop, kinds, quick):
    seeds = 2 if quick else 20
    print(f"scenarios: what has to be said, and what must not (at least {100 * LEAST:.0f} % right wanted)", flush=True)
    results = []
    for scenario in (each for each in SCENARIOS if each.name in kinds):
        cases = [(scenario.name, {"seed": seed_of("scenario", scenario.name, k), "ranks": scenario.ranks, "points": [scenario.point]}) for k in range(seeds)]
        wrong = []
        for told in workshop.explained(cases):
            unmet = failed(scenario.conditions, told)
            if unmet:
                wrong.append({"seed": told.description["seed"], "unmet": unmet, "said": told.text})
        right = len(cases) - len(wrong)
        met = right >= LEAST * len(cases)
        results.append({"judgement": "scenarios", "kind": scenario.name, "runs": len(cases), "right": right, "met": met, "wrong": wrong})
        print(f"  {scenario.name:<28} {right:3} of {len(cases):3}  {'met' if met else 'MISSED'}" + (f"  ({'; '.join(wrong[0]['unmet'])})" if wrong else ""), flush=True)
    return results
