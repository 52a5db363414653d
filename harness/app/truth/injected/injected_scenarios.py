"""What is injected into real runs, and what must be said of it. One line a scenario, in the words of simulated/judging.py; `draw` gives
a seed's own rank, size and rate."""
from judging import accuses_no_single_rank, accuses_nobody, costs, finds, holds_size, names_all, never, never_says, often, once, says, when

LATE = "arrives-late"
IN_EVERY = r"in every (iteration|call)"
FIXED = {"--iterations": "4000", "--time-ms": "20000"}
FEW = {"--iterations": "400", "--time-ms": "60000"}
SECONDS = {"--iterations": "1000000", "--time-ms": "2000"}


class Scenario:
    """`plan(draw, ranks)` gives the faults and the conditions of one run."""

    def __init__(self, name, ranks, options, plan):
        self.name, self.ranks, self.options, self.plan = name, ranks, options, plan

    def draw(self, draw):
        faults, *conditions = self.plan(draw, self.ranks)
        return {"faults": faults, "conditions": conditions}


def fault(where, ranks, micros, when_=None, **more):
    return {"where": where, "ranks": ranks, "ns": round(1000 * micros), "when": when_ or {"kind": "all"}} | more


def share(p):
    return {"kind": "share", "p": p}


def every(k):
    return {"kind": "every", "k": k}


def one(where, cause, when_of, micros, *conditions, **more):
    """One rank, by a size of its own, told as `cause` with size and frequency."""
    def plan(draw, ranks):
        rank = draw.randrange(ranks)
        return ([fault(where, [rank], micros(draw), when_of(draw), **more)], finds(cause, ranks=[rank], sized=0), often(0, cause), when(0, cause),
                never("late-by-turns"), *conditions)
    return plan


def healthy(draw, ranks):
    """Levels that a real machine changes, and tells, accuse nobody."""
    return [], accuses_no_single_rank(ranks), never("late-at-random", "late-by-turns", "inside", "interrupted", "episode")


def hundreds(draw):
    return draw.choice([300, 500, 700])


def tens_of_thousands(draw):
    return draw.choice([25_000, 30_000])


def exponential_of_two(p, *conditions):
    """The ticks of a real machine, 20 to 30 us long, are as large as the smallest of them. They move the median by more than 5 %, so the truth has to lie
    within its limits; they hardly move the cost."""
    def plan(draw, ranks):
        rank = draw.randrange(ranks)
        return ([fault("arrives", [rank], hundreds(draw), share(p), sizes="exponential")], finds(LATE, ranks=[rank]), holds_size(0, LATE), often(0, LATE),
                when(0, LATE), once(LATE), never("late-by-turns"), *conditions)
    return plan


def inside_at_random(draw, ranks):
    return [fault("inside", [draw.randrange(ranks)], 400, share(0.02))], finds("inside", sized=0), often(0, "inside"), never(LATE, "leaves-late"), never_says(IN_EVERY)


def leaves_always(draw, ranks):
    rank = draw.randrange(ranks)
    return [fault("leaves", [rank], draw.choice([20, 50, 100]))], names_all("leaves-late", ranks=[rank])


def inside_always(draw, ranks):
    return [fault("inside", [draw.randrange(ranks)], draw.choice([20, 50, 100]))], accuses_nobody(), says(r"cannot be told|nobody can tell|cannot tell|--suite pairs")


def rare(draw, ranks):
    rank = draw.randrange(ranks)
    return [fault("arrives", [rank], 20_000, every(500))], says(rf"rank {rank}\b"), says(r"\b[78] of (the )?[\d,]+|\b[78] iterations"), never_says(IN_EVERY)


def both_alike(draw, ranks):
    everyone = list(range(ranks))
    return ([fault("arrives", everyone, 2_000, share(0.03), by="random", sizes="exponential")], never("late-by-turns"), never_says(IN_EVERY),
            says(r"\d+ %"), says(r"late|apart|longer|beyond"))


def episode(draw, ranks):
    rank = draw.randrange(ranks)
    return ([fault("arrives", [rank], 200, seconds=[0.8, 1.0])], accuses_nobody(), says(rf"rank {rank}\b"), never_says(IN_EVERY), when(0, "episode", "regimes"))


def growing(draw, ranks):
    rank = draw.randrange(ranks)
    return [fault("arrives", [rank], 20, share(0.1), sizes="growing", to=800_000)], finds(LATE, ranks=[rank]), says("grow"), often(0, LATE)


def slower(draw, ranks):
    return [fault("inside", list(range(ranks)), 1_300, seconds=[0.7, 99])], accuses_nobody(), finds("regimes"), never_says(IN_EVERY), never(LATE, "leaves-late")


def two_causes(draw, ranks):
    first = draw.randrange(ranks)
    second = (first + 1) % ranks
    return ([fault("arrives", [first], 400, share(0.03)), fault("leaves", [second], 300, share(0.04))], finds(LATE, ranks=[first], sized=0),
            finds("leaves-late", ranks=[second], sized=1))


def gate_fails(draw, ranks):
    rank = draw.randrange(ranks)
    return [fault("gate", [rank], 300, share(0.16))], finds("interrupted", ranks=[rank]), never(LATE, "late-at-random", "late-by-turns", "off-cpu", "inside")


def rarely_fails(draw, ranks):
    return [fault("gate", [draw.randrange(ranks)], 300, share(0.019))], never(LATE, "late-at-random", "late-by-turns", "inside")


def asleep(draw, ranks):
    rank = draw.randrange(ranks)
    return [fault("arrives", [rank], 2_000, share(0.03), off_cpu=True)], finds("off-cpu", ranks=[rank], sized=0)


def all_asleep(draw, ranks):
    return ([fault("inside", list(range(ranks)), 3_000, share(0.03), off_cpu=True)], says(r"(all|both) ranks lose|every rank loses"), never_says(r"suite pairs|run `?pairs"),
            never(LATE, "leaves-late"))


def together(*chosen, p=0.2):
    def plan(draw, ranks):
        return [fault("arrives", list(chosen), tens_of_thousands(draw), share(p))], names_all(LATE, ranks=chosen), never("late-by-turns"), often(0, LATE)
    return plan


def two_periods(draw, ranks):
    return ([fault("arrives", [1], 30_000, every(10)), fault("arrives", [2], 30_000, every(14))], names_all(LATE, ranks=[1, 2]), never("late-by-turns"))


def equally_late(draw, ranks):
    return [fault("arrives", [0], 30_000, share(0.1)), fault("arrives", [3], 30_000, share(0.1))], names_all(LATE, ranks=[0, 3]), never("late-by-turns")


def by_turns(draw, ranks):
    return [fault("arrives", list(range(ranks)), 25_000, every(8), by="rotating")], finds("late-by-turns"), never(LATE)


def exponential(draw, ranks):
    rank = draw.randrange(ranks)
    return [fault("arrives", [rank], 40_000, share(0.15), sizes="exponential")], finds(LATE, ranks=[rank], sized=0), once(LATE)


EVIDENT = FIXED | {"--evidence": "full"}
SCENARIOS = [
    Scenario("healthy", 2, {}, healthy),
    Scenario("healthy-barrier", 2, {"--start": "barrier"}, healthy),
    Scenario("healthy-evident", 2, {"--evidence": "full"}, healthy),
    Scenario("arrives", 2, FIXED, one("arrives", LATE, lambda draw: every(draw.choice([40, 50, 60])), hundreds, says(r"every \d+(st|nd|rd|th)"))),
    Scenario("arrives-at-random", 2, FIXED, one("arrives", LATE, lambda draw: share(0.03), hundreds, never_says(r"every \d+(st|nd|rd|th)"), never_says(IN_EVERY))),
    Scenario("arrives-exponential", 2, FIXED, exponential_of_two(0.1, costs(0, LATE))),
    Scenario("arrives-exponential-rarely", 2, FIXED, exponential_of_two(0.03)),
    Scenario("arrives-quick", 2, {}, one("arrives", LATE, lambda draw: every(draw.choice([25, 40, 60, 80, 100])), hundreds)),
    Scenario("leaves-exponential", 2, FIXED, one("leaves", "leaves-late", lambda draw: share(0.03), hundreds, sizes="exponential")),
    Scenario("inside-at-random", 2, FIXED, inside_at_random),
    Scenario("leaves-always", 2, {}, leaves_always),
    Scenario("inside-always", 2, {}, inside_always),
    Scenario("1-in-500", 2, FIXED, rare),
    Scenario("both-alike", 2, FIXED, both_alike),
    Scenario("episode", 2, SECONDS, episode),
    Scenario("growing", 2, FIXED, growing),
    Scenario("becomes-slower", 2, SECONDS, slower),
    Scenario("two-causes", 2, FIXED, two_causes),
    Scenario("gate-fails", 2, FIXED, gate_fails),
    Scenario("gate-fails-rarely", 2, FIXED, rarely_fails),
    Scenario("asleep", 2, EVIDENT, asleep),
    Scenario("all-asleep", 2, EVIDENT, all_asleep),
    Scenario("healthy-of-three", 3, FEW, healthy),
    Scenario("two-together", 4, FEW, together(1, 2)),
    Scenario("three-of-four", 4, FEW, together(0, 1, 3, p=0.3)),
    Scenario("two-periods", 4, FEW, two_periods),
    Scenario("equally-late", 4, FEW, equally_late),
    Scenario("by-turns", 4, FEW, by_turns),
    Scenario("exponential-of-four", 4, FEW, exponential),
]
