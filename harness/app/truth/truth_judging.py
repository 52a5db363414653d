"""What a right answer of `explain` is: conditions on its findings that several kinds of faults share."""

ACCUSING = {"off-cpu", "arrives-late", "leaves-late", "inside", "late-by-turns", "late-at-random", "throttled", "network", "unreachable",
            "slow-node", "slow-pair", "splitting", "switches"}
LAYOUTS = ACCUSING | {"layout", "guideline"}


def first(findings, accusing=ACCUSING):
    """What is accused first: notes and suspicions that the samples do not carry are none."""
    return next((f for f in findings if f["weight"] == "finding" and f["cause"] in accusing), None)


def near(value, wanted, by):
    return value is not None and abs(value / wanted - 1) <= by


def names(*causes, rank=True):
    """The first accusation is one of these, of the right rank."""
    def right(findings, injection):
        found = first(findings)
        return found is not None and found["cause"] in causes and (not rank or found["ranks"] == [injection.rank])
    return right


def exactly(right):
    """That, with its size within 5 % and as often as it was put in."""
    def sized(findings, injection):
        found = first(findings)
        if not right(findings, injection):
            return False
        size = abs(found["size_ns"]["value"] / (1000 * injection.micros) - 1)
        often = abs(found["frequency"] * injection.every - 1)
        return size <= 0.05 and (found["period"] == injection.every or often <= 0.1)
    return sized


def nobody(findings, injection):
    return first(findings) is None


def said(cause):
    """Nobody is accused, and that is said."""
    return lambda findings, injection: first(findings) is None and any(f["cause"] == cause for f in findings)
