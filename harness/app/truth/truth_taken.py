"""Processors that are taken away from one rank or from both, with and without the system's own evidence."""
import contextlib
import itertools
import os
import pathlib
import random
import signal
import subprocess
import threading
import time

from truth_judging import ACCUSING

TOLD = ACCUSING | {"interrupted", "rare-events", "episode", "regimes"}


def processor_of(pid):
    return min(os.sched_getaffinity(pid))


def hog(pid, draw, ended):
    """A real-time process on the rank's core."""
    period, length = draw.randrange(60_000, 120_000), draw.randrange(6_000, 20_000)
    program = pathlib.Path(os.environ["TRUTH_FOLDER"]) / "syncbench_truth_hog"
    busy = subprocess.Popen([program, str(processor_of(pid)), str(period), str(length), str(draw.randrange(period))])
    while not ended():
        time.sleep(0.02)
        if busy.poll() is not None:
            raise SystemExit("truth: the hog ended; it needs root")
    busy.kill()
    busy.wait()


def stops(pid, draw, ended):
    while not ended():
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            time.sleep(draw.uniform(0.005, 0.02))
            os.kill(pid, signal.SIGCONT)
        time.sleep(draw.uniform(0.04, 0.1))


def freezer(pid, draw, ended):
    """A control group whose processes do not run while it is frozen."""
    group = pathlib.Path(f"/sys/fs/cgroup/freezer/syncbench-truth-{pid}")
    group.mkdir()
    try:
        (group / "cgroup.procs").write_text(str(pid))
        while not ended():
            (group / "freezer.state").write_text("FROZEN")
            time.sleep(draw.uniform(0.005, 0.02))
            (group / "freezer.state").write_text("THAWED")
            time.sleep(draw.uniform(0.04, 0.1))
    finally:
        (group / "freezer.state").write_text("THAWED")
        remove_when_empty(group)


def remove_when_empty(group):
    for _ in itertools.repeat(None, 200):
        with contextlib.suppress(OSError):
            group.rmdir()
            return
        time.sleep(0.05)


def taken(how, from_all, evident):
    """Prepares an injection: what happens to one rank, or to each by itself."""
    def beside(pids, rank, ended):
        chosen = pids if from_all else [pids[rank]]
        threads = [threading.Thread(target=how, args=(pid, random.Random(f"{beside.seed}:{number}"), ended)) for number, pid in enumerate(chosen)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()

    def prepare(injection):
        beside.seed = injection.draw.random()
        injection.beside = beside
        injection.options = ["--iterations", "2000000", "--time-ms", "3000", "--evidence", "full" if evident else "off"]
    return prepare


def named(findings, causes):
    return {rank for f in findings if f["weight"] == "finding" and f["cause"] in causes for rank in f["ranks"]}


def from_one(evident):
    """With evidence the rank comes first; what another rank lost by the same evidence, less, is no inference, for a real machine takes some from each.
    Without evidence the samples alone have to show who it is, in a note where they carry no finding, and no finding may name anybody else."""
    def right(findings, injection):
        found = next((f for f in findings if (f["weight"] == "finding" or not evident) and f["cause"] in TOLD and f["ranks"]), None)
        if found is None or found["ranks"] != [injection.rank]:
            return False
        return found["cause"] == "off-cpu" if evident else named(findings, TOLD) <= {injection.rank}
    return right


def from_both(evident):
    """With evidence: both lose their processors. Without: it is told, and if one rank is named, then beside what nobody can be named for."""
    def right(findings, injection):
        if evident:
            return named(findings, {"off-cpu"}) == {0, 1}
        told = [f for f in findings if f["weight"] == "finding" and f["cause"] in TOLD]
        return bool(told) and (len(named(findings, TOLD)) != 1 or any(not f["ranks"] for f in told))
    return right


def kinds(kind):
    """All of them, made by `kind(name, prepare, right)`."""
    found = []
    for how in (hog, freezer, stops):
        for whom, evident in itertools.product(("one", "both"), (True, False)):
            name = f"{how.__name__}-{whom}-{'evident' if evident else 'unseen'}"
            right = from_both(evident) if whom == "both" else from_one(evident)
            found.append(kind(name, taken(how, whom == "both", evident), right))
    return found
