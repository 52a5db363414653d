"""Healthy files: nobody may be accused, and ranks do not come apart where that costs nothing."""
import collections
import random

import noises
from judging import accused, of_cause
from workshop import seed_of

RANKS = [2, 3, 4, 8, 16]
BURSTS = {f"rank-bursts-{length}": {"where": "arrives", "by": "random", "ns": 40_000, "sizes": "exponential", "when": {"kind": "bursts", "length": length, "share": 0.1}}
          for length in (10, 30, 100)}
KINDS = [name for name in noises.PROCESSES if name != "two-modes"] + list(BURSTS)  # 13
APART = ("late-at-random", "late-by-turns")


def described(kind, ranks, seed):
    draw = random.Random(seed)
    t0 = draw.choice([2_000, 20_000, 200_000])
    point = {"iterations": 4_000, "t0_ns": t0, "order_ns": draw.choice([4, 40]), "jitter_ns": draw.choice([15, 150]),
             "leave_jitter_ns": draw.choice([10, 100]), "spread_share": draw.choice([1, 0.7]), "start": draw.choice(["round-time", "barrier"])}
    if kind in BURSTS:
        point |= {"noise": noises.PROCESSES["lognormal"], "faults": [BURSTS[kind] | {"ns": 2 * t0}]}
    else:
        point["noise"] = noises.PROCESSES[kind]
    return {"seed": seed, "ranks": ranks, "points": [point]}


def complaint(kind, told):
    """What is wrong with what was said, or nothing."""
    wrong = accused(told.findings)
    if kind not in BURSTS:  # there ranks do come apart, and it costs
        wrong += of_cause(told.findings, *APART)
    else:
        wrong += of_cause(told.findings, "late-by-turns")
    return wrong[0]["what"] if wrong else None


def kinds():
    return KINDS


def run(workshop, kinds, quick):
    results = []
    seeds = 1 if quick else 8
    print("healthy: files in which a rank is accused, or ranks come apart at no cost (none wanted)", flush=True)
    for kind in kinds:
        cases = [(kind, described(kind, ranks, seed_of("healthy", kind, ranks, k))) for ranks in RANKS for k in range(seeds)]
        wrong = []
        for told in workshop.explained(cases, text=False):
            said = complaint(kind, told)
            if said:
                wrong.append({"ranks": told.description["ranks"], "seed": told.description["seed"], "said": said})
        results.append({"judgement": "healthy", "kind": kind, "runs": len(cases), "met": not wrong, "wrong": wrong})
        by_ranks = collections.Counter(each["ranks"] for each in wrong)
        print(f"  {kind:<16} {len(wrong):3} of {len(cases):3}  {'met' if not wrong else 'MISSED'}"
              + (f"  ({', '.join(f'{count} with {ranks} ranks' for ranks, count in sorted(by_ranks.items()))}: {wrong[0]['said'][:150]})" if wrong else ""), flush=True)
    return results
