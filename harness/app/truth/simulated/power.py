"""Lateness of one rank that costs enough is found: the right rank, its size within 5 %."""
import noises
from judging import failed, finds
from workshop import seed_of

LEAST = 0.95
SIZES = [0.2, 0.45, 1, 10]  # of T0
SHARES = [0.5, 0.8, 0.99, 1]
COST = 0.09  # of the time, for what is rarer than that: 8 % and what chance takes
NOISES = ["lognormal", "ar-0.9", "heavy"]
T0 = 20_000
ITERATIONS = 4_000


def cases():
    """(name, size as a multiple of T0, share of iterations, how sizes vary)"""
    for size in SIZES:
        for share in SHARES:
            yield f"{size}-T0-in-{100 * share:.0f}%", size, share, "constant"
    for size in (0.45, 1, 10):
        for sizes in ("constant", "exponential"):
            share = COST / (1 - COST) / size
            yield f"{size}-T0-in-{100 * share:.1f}%-{sizes}", size, share, sizes
    for share in SHARES:
        yield f"1-T0-in-{100 * share:.0f}%-exponential", 1, share, "exponential"


def described(name, size, share, sizes, noise, ranks, k):
    seed = seed_of("power", name, noise, ranks, k)
    when = {"kind": "all"} if share >= 1 else {"kind": "share", "p": share}
    fault = {"where": "arrives", "ranks": [k % ranks], "ns": size * T0, "sizes": sizes, "when": when}
    point = {"iterations": ITERATIONS, "t0_ns": T0, "noise": noises.PROCESSES[noise], "faults": [fault]}
    return name, {"seed": seed, "ranks": ranks, "points": [point]}


def kinds():
    return [case[0] for case in cases()]


def run(workshop, kinds, quick):
    print(f"power: one rank late among 2, 4, 8 (found, right rank, size within 5 %; at least {100 * LEAST:.0f} % wanted)", flush=True)
    results = []
    for case in (each for each in cases() if each[0] in kinds):
        every = [(noise, ranks, k) for noise in NOISES for ranks in (2, 4, 8) for k in range(1 if quick else 5)]
        wrong = []
        for (noise, ranks, k), told in zip(every, workshop.explained([described(*case, *each) for each in every], text=False)):
            rank = k % ranks
            if failed([finds("arrives-late", ranks=[rank], sized=0)], told):
                found = [f"{f['cause']} of {f['ranks']}, {f['size_ns']['value'] / T0 if f['size_ns'] else 0:.3g} T0" for f in told.findings]
                wrong.append({"noise": noise, "ranks": ranks, "seed": told.description["seed"], "said": found})
        right = len(every) - len(wrong)
        met = right >= LEAST * len(every)
        results.append({"judgement": "power", "kind": case[0], "runs": len(every), "right": right, "met": met, "wrong": wrong})
        print(f"  {case[0]:<28} {right:3} of {len(every):3}  {'met' if met else 'MISSED'}"
              + (f"  ({wrong[0]['noise']}, {wrong[0]['ranks']} ranks: said {', '.join(wrong[0]['said']) or 'nothing'})" if wrong else ""), flush=True)
    return results
