"""Faults and answers of the suites that measure no lateness: layouts, cold starts, where ranks run, interruptions."""
import os
import pathlib
import re

from truth_judging import LAYOUTS, first, near


def layout(findings):
    return first(findings, LAYOUTS)


def no_layout(findings, injection):
    return layout(findings) is None


def slow_layout(injection):
    """A layout's datatype, or MPI_Pack of it, takes a time that is known: the same in every call and rank."""
    injection.micros, injection.every = injection.draw.choice([200, 400, 800, 1500]), 1
    injection.layout = injection.draw.choice(["vector:4", "column", "face", "indexed", "struct"])
    injection.way = injection.draw.choice(["datatype", "pack"])
    injection.preload("slow_datatype", "all")
    injection.variables["SYNCBENCH_TRUTH_WAY"] = injection.way
    methods = "datatype,hand" if injection.way == "datatype" else "mpi-pack"
    injection.options = ["--suite", "strided", "--strided.layout", injection.layout, "--strided.method", methods,
                         "--strided.bytes", "1K", "--iterations", "400", "--time-ms", "20000"]


def copy_share(what):
    found = re.search(r"the copy is ([\d.]+) % of it", what)
    return float(found[1]) / 100 if found else None


def names_layout(findings, injection):
    """The layout, its size within 10 %, and nearly all of it as copying where that is marked."""
    found = layout(findings)
    if found is None or found["cause"] != "layout" or not found["what"].startswith(injection.layout + ","):
        return False
    share = copy_share(found["what"]) if injection.way == "pack" else found["share"]
    return near(found["size_ns"]["value"], 1000 * injection.micros, 0.1) and share is not None and share >= 0.9


def costly_layout(injection):
    """What costs by itself: values that lie far apart, and a conversion."""
    injection.layout = injection.draw.choice(["column", "vector:16", "half-to-float"])
    injection.options = ["--suite", "strided", "--strided.layout", f"contiguous,{injection.layout}", "--strided.bytes", "256K",
                         "--strided.method", "datatype,hand", "--iterations", "400", "--time-ms", "20000"]


def names_copy(findings, injection):
    found = layout(findings)
    return found is not None and found["cause"] == "layout" and found["what"].startswith(injection.layout + ",") and copy_share(found["what"]) is not None


def contiguous(injection):
    injection.options = ["--suite", "strided", "--strided.layout", "contiguous", "--strided.bytes", "1K,64K,256K", "--iterations", "1000",
                         "--time-ms", "20000"]


PHASES = {"mpi-init": "MPI_Init", "peer": "connecting to 1 peer", "first": "the first allreduce"}


def cold(injection):
    """One phase before the first result takes longer, once."""
    injection.micros, injection.every = injection.draw.randrange(50_000, 300_000), 1
    injection.phase = injection.draw.choice(list(PHASES))
    injection.preload("slow_start")
    injection.variables |= {"SYNCBENCH_TRUTH_PHASE": injection.phase, "SYNCBENCH_TRUTH_LOG": str(injection.folder / "lasted")}
    injection.options = ["--suite", "init", "--init.parts", "first", "--init.bytes", "8"]


def initialisation(findings):
    return first(findings, {"initialisation"})


def names_phase(findings, injection):
    """The phase with its time within 10 %, and of a first call that one warm-up call saves it."""
    wanted = 1000 * injection.micros
    if injection.phase == "mpi-init":  # what it takes by itself nobody knows beforehand
        wanted = max(int(file.read_text()) for file in injection.folder.glob("lasted.*"))
    start = initialisation(findings)
    said = re.search(rf"([\d.]+) (?:are )?{re.escape(PHASES[injection.phase])}", start["what"]) if start else None
    if said is None or not near(float(said[1]) * 1e6, wanted, 0.1):
        return False
    if injection.phase != "first":
        return True
    call = next((f for f in findings if f["cause"] == "initialisation" and f["what"].startswith("the first allreduce")), None)
    saves = re.search(r"one warm-up call removes [\d.]+ \S+, ([\d.]+) %", call["what"]) if call else None
    return saves is not None and float(saves[1]) >= 90 and near(call["size_ns"]["value"], wanted, 0.1)


def placement(findings):
    return next((f for f in findings if f["cause"] == "placement"), None)


def unbound(findings, injection):
    told = placement(findings)
    return told is not None and "not bound" in told["what"]


def bound(findings, injection):
    return placement(findings) is None


def interrupted(injection):
    """A timer takes the processor away from one rank or from all, for 0.2 to 30 % of its time."""
    draw = injection.draw
    while True:
        injection.period_us = round(1000 * 50 ** draw.random())
        injection.micros = round(50 * 40 ** draw.random())
        if 0.002 <= injection.micros / injection.period_us <= 0.3:
            break
    injection.every = f"{injection.period_us} us"
    injection.alone = draw.random() < 0.5
    library = pathlib.Path(os.environ["TRUTH_FOLDER"]).parent / "tests" / "libinterrupter.so"
    injection.variables = {"LD_PRELOAD": str(library), "INTERRUPTER_PERIOD_US": str(injection.period_us), "INTERRUPTER_LENGTH_US": str(injection.micros)}
    if injection.alone:
        injection.variables["INTERRUPTER_RANK"] = str(injection.rank)
    injection.options = ["--suite", "noise", "--noise.ways", "selfish", "--noise.seconds", "5"]


def noise(findings):
    return first(findings, {"noise"})


def names_interrupter(findings, injection):
    """Of each rank that has it, and of no other: the period within 5 %, the length within 20 %, among those that it has."""

    def micros(text):
        return [float(number) * {"ns": 1e-3, "µs": 1, "ms": 1e3, "s": 1e6}[unit] for number, unit in re.findall(r"([\d.]+) (ns|µs|ms|s)\b", text)]

    def has_it(what):  # "of 367 µs and of 22.0 µs every 2.00 ms and of 30.0 µs every 4.00 ms"
        for lengths, period in re.findall(r"((?:of [\d.]+ \S+ (?:and )?)+)every ([\d.]+ \S+)", what):
            if near(micros(period + " ")[0], injection.period_us, 0.05) and any(near(each, injection.micros, 0.2) for each in micros(lengths)):
                return True
        return False

    having = {f["ranks"][0] for f in findings if f["cause"] == "noise" and has_it(f["what"])}
    return having == ({injection.rank} if injection.alone else {0, 1})
