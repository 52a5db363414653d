"""What "nothing found" says it would have seen, it sees: the smallest lateness that a healthy file's report names is put into the same
file, once in every iteration and once in as few iterations as it says, and has to be found."""
import noises
from judging import accused, failed, finds
from workshop import seed_of

LEAST = 0.95
MARGIN = 1.1
NOISES = ["lognormal", "heavy", "bimodal", "ar-0.9"]
RANKS = (2, 4, 8)


def kinds():
    return ["in-every-iteration", "in-few-iterations"]


def described(noise, ranks, k, *faults):
    point = {"iterations": 4_000, "t0_ns": 20_000, "noise": noises.PROCESSES[noise], "faults": list(faults)}
    return f"sight-{noise}", {"seed": seed_of("sight", noise, ranks, k), "ranks": ranks, "points": [point]}


def smallest(told):
    """What a report says it would have seen, or nothing."""
    points = told.report.get("unexplained") or [{}]
    return points[0].get("smallest_lateness")


def fault_of(kind, seen, rank):
    if kind == "in-every-iteration":
        return {"where": "arrives", "ranks": [rank], "ns": MARGIN * seen["every_iteration_ns"]}
    return {"where": "arrives", "ranks": [rank], "ns": MARGIN * seen["rare_ns"], "when": {"kind": "count", "n": seen["rare_iterations"]}}


def run(workshop, kinds, quick):
    print(f"sight: is the smallest lateness found that \"nothing found\" names (at least {100 * LEAST:.0f} % wanted, {100 * (MARGIN - 1):.0f} % above it)", flush=True)
    every = [(noise, ranks, k) for noise in NOISES for ranks in RANKS for k in range(1 if quick else 8)]
    healthy = list(workshop.explained([described(*each) for each in every], text=False))
    results = []
    for kind in kinds:
        known = [(each, smallest(told)) for each, told in zip(every, healthy) if smallest(told) and not accused(told.findings)]
        late = [described(*each, fault_of(kind, seen, each[2] % each[1])) for each, seen in known]
        right = 0
        for (each, _), told in zip(known, workshop.explained(late, text=False)):
            right += not failed([finds("arrives-late", ranks=[each[2] % each[1]])], told)
        met = bool(known) and right >= (len(known) - 1 if quick else LEAST * len(known))
        results.append({"judgement": "sight", "kind": kind, "runs": len(every), "right": right, "named": len(known), "met": met})
        print(f"  {kind:<28} {right:3} of {len(known):3}  {'met' if met else 'MISSED'}  ({len(every) - len(known)} of {len(every)} healthy files name none)", flush=True)
    return results
