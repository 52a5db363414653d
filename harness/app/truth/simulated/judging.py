"""Conditions on what `explain` says of a simulated file, as small words that scenarios are written in."""
import re

ACCUSING = ("off-cpu", "arrives-late", "leaves-late", "late-by-turns", "inside", "throttled", "network", "unreachable", "slow-node", "slow-pair",
            "switches")


def of_cause(findings, *causes):
    return [f for f in findings if f["cause"] in causes and f["weight"] == "finding"]


def accused(findings):
    """Findings that name a rank as the culprit for good. An episode and rare events tell what happened; they accuse nobody."""
    return [f for f in findings if f["cause"] in ACCUSING and f["weight"] == "finding" and f["ranks"]]


def near(value, wanted, by=0.05):
    return value is not None and wanted and abs(value / wanted - 1) <= by


class Condition:
    def __init__(self, words, holds):
        self.words, self.holds = words, holds


def finds(*causes, ranks=None, sized=None, weight="finding"):
    """A finding of one of the causes, of exactly these ranks, with the size of fault number `sized` within 5 % (its median or mean)."""
    def holds(told):
        for f in told.findings:
            if f["cause"] not in causes or (weight and f["weight"] != weight) or (ranks is not None and sorted(f["ranks"]) != sorted(ranks)):
                continue
            if sized is None:
                return True
            fault = told.faults[sized]
            size = f["size_ns"]["value"] if f["size_ns"] else None
            truths = [fault["median_ns"], fault.get("all_median_ns"), fault["sum_ns"] / fault["iterations"]]
            if any(near(size, truth) for truth in truths if truth):
                return True
        return False
    words = " or ".join(causes) + (f" of {ranks}" if ranks is not None else "") + (", size within 5 %" if sized is not None else "")
    return Condition(f"finds {words}", holds)


def holds_size(number, *causes):
    """The limits of the size hold the median of fault `number`."""
    def holds(told):
        truth = told.faults[number]["median_ns"]
        return any(f["size_ns"] and f["size_ns"]["lower"] <= truth <= f["size_ns"]["upper"] for f in of_cause(told.findings, *causes))
    return Condition(f"{' or '.join(causes)} with limits that hold its size", holds)


def costs(number, *causes):
    """The finding's cost is what fault `number` took from the iterations together, within 5 %."""
    def holds(told):
        return any(near(f["cost_ns"] * told.iterations, told.faults[number]["sum_ns"]) for f in of_cause(told.findings, *causes))
    return Condition(f"{' or '.join(causes)} with its cost within 5 %", holds)


def names_all(*causes, ranks):
    """Findings of these causes together name exactly these ranks."""
    def holds(told):
        return {rank for f in of_cause(told.findings, *causes) for rank in f["ranks"]} == set(ranks)
    return Condition(f"names {ranks} as {' or '.join(causes)}", holds)


def often(number, *causes):
    """The finding tells how often fault `number` came: its share of the iterations within 10 %."""
    def holds(told):
        truth = told.faults[number]["iterations"]
        return any(f["frequency"] is not None and abs(f["frequency"] * told.iterations - truth) <= max(1, 0.1 * truth) for f in of_cause(told.findings, *causes))
    return Condition(f"{' or '.join(causes)} as often as it was", holds)


def when(number, *causes):
    """The finding tells from when to when fault `number` came, each to 5 % of the point's time."""
    def holds(told):
        truth, slack = told.faults[number], 0.05 * told.seconds
        return any(abs(f["when"]["begin_ns"] / 1e9 - truth["first_s"]) <= slack and abs(f["when"]["end_ns"] / 1e9 - truth["last_s"]) <= slack
                   for f in of_cause(told.findings, *causes) if f.get("when"))
    return Condition(f"{' or '.join(causes)} when it was", holds)


def once(*causes):
    return Condition(f"one finding of {' or '.join(causes)}", lambda told: len(of_cause(told.findings, *causes)) == 1)


def says(pattern):
    return Condition(f"says /{pattern}/", lambda told: re.search(pattern, told.text, re.I) is not None)


def never_says(pattern):
    """No finding says or advises it. What is told beside findings may: that it would have been told."""
    return Condition(f"does not say /{pattern}/", lambda told: not any(re.search(pattern, f"{f['what']} {f['advice']}", re.I) for f in told.findings))


def never(*causes):
    return Condition(f"no {' or '.join(causes)}", lambda told: not of_cause(told.findings, *causes))


def accuses_nobody():
    return Condition("accuses nobody", lambda told: not accused(told.findings))


def accuses_no_single_rank(ranks):
    """A finding that names all ranks alike is the machine's own noise, of which a real one is never free."""
    return Condition("accuses no single rank", lambda told: not [f for f in accused(told.findings) if len(f["ranks"]) < ranks])


def decompose_agrees(least=0.1):
    """Whoever costs so much of the time by `decompose` is named by `explain`, or the cost is told as nobody's in particular."""
    def holds(told):
        if of_cause(told.findings, "late-at-random", "late-by-turns"):
            return True
        named = {rank for f in told.findings for rank in f["ranks"]} | {int(rank) for rank in re.findall(r"\brank (\d+)", told.text)}
        return all(each["rank"] in named for each in told.decomposed["ranks"] if each["saving_ns"] >= least * told.decomposed["whole_ns"])
    return Condition("names who costs 10 % or more by decompose", holds)


def failed(conditions, told):
    return [each.words for each in conditions if not each.holds(told)]
