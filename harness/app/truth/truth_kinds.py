"""What the truth bench puts into runs, and what a right answer to it is. See truth.py."""
import contextlib
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

import truth_suites as suites
import truth_taken as taken
from truth_judging import exactly, first, names, nobody, said

MPI_PORTS = "20000-20999"


class Injection:
    """What is put into one run: variables of the ranks' environment, and what happens beside them."""

    def __init__(self, kind, seed, ranks, folder):
        self.draw = draw = random.Random(f"{kind}:{seed}")
        self.folder = pathlib.Path(folder)
        self.rank = draw.randrange(ranks)
        self.micros = draw.choice([500, 700, 1000, 1500])
        self.every = draw.choice([40, 50, 60])
        self.variables, self.options, self.beside = {}, [], None
        self.alone, self.period_us = False, None

    def preload(self, library, rank=None):
        self.variables = {"LD_PRELOAD": str(pathlib.Path(os.environ["TRUTH_FOLDER"]) / f"libsyncbench_truth_{library}.so"),
                          "SYNCBENCH_TRUTH_RANK": str(self.rank if rank is None else rank), "SYNCBENCH_TRUTH_US": str(int(self.micros)),
                          "SYNCBENCH_TRUTH_EVERY": str(self.every)}

    def long(self):
        """A run of some seconds, with what the system says of the ranks' time on their processors."""
        self.options = ["--iterations", "400000", "--time-ms", "3000", "--evidence", "full"]


# What happens beside a run is a generator: it is given the ranks' process ids, does its work until the run is over (`ended()`), and cleans up.
def stop_pulses(pids, rank, ended):
    while not ended():
        with contextlib.suppress(ProcessLookupError):
            os.kill(pids[rank], signal.SIGSTOP)
            time.sleep(0.02)
            os.kill(pids[rank], signal.SIGCONT)
        time.sleep(0.06)


def cpu_quota(pids, rank, ended):
    group = pathlib.Path(f"/sys/fs/cgroup/cpu/syncbench-truth-{os.getpid()}")
    group.mkdir()
    try:
        (group / "cpu.cfs_period_us").write_text("100000")
        (group / "cpu.cfs_quota_us").write_text("50000")
        (group / "cgroup.procs").write_text(str(pids[rank]))
        while not ended():
            time.sleep(0.02)
    finally:
        while True:
            try:
                group.rmdir()
                return
            except OSError:  # the rank is not yet gone
                time.sleep(0.05)


def neighbour(pids, rank, ended):
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        os.sched_setaffinity(busy.pid, os.sched_getaffinity(pids[rank]))
        while not ended():
            time.sleep(0.02)
    finally:
        busy.kill()
        busy.wait()


class Kind:
    def __init__(self, name, prepare, right, host_fault=None, quiet=True, hosts=2, bind="core", told=first, sized=False):
        """`told`: which finding the table is about; `sized`: has it the size of what was put in?"""
        self.name, self.prepare, self.right, self.host_fault, self.quiet, self.hosts = name, prepare, right, host_fault, quiet, hosts
        self.bind, self.told, self.sized = bind, told, sized


def with_library(library, rank=None, start=None):
    def prepare(injection):
        injection.preload(library, rank)
        if start:
            injection.variables["SYNCBENCH_TRUTH_START"] = start
            injection.options = ["--start", start]
    return prepare


def beside(work):
    def prepare(injection):
        injection.long()
        injection.beside = work
    return prepare


def slowly(library, rank=None):
    """Effects that stand out where ranks share processors."""
    def prepare(injection):
        injection.micros, injection.every = 25000, 8
        injection.preload(library, rank)
        injection.options = ["--iterations", "400", "--time-ms", "20000"]
    return prepare


def always(injection):
    """Every rank is as slow, in every iteration."""
    injection.micros, injection.every = injection.micros / 10, 1
    injection.preload("busy_inside", "all")


def in_pairs(injection):
    """One rank of three is busy in every call, far longer than hosts that share a core wait for each other."""
    injection.micros, injection.every = 30000, 1
    injection.preload("busy_inside")
    injection.variables["OMPI_MCA_mpi_yield_when_idle"] = "1"
    injection.options = ["--suite", "pairs", "--pairs.parts", "latency", "--iterations", "16", "--time-ms", "20000", "--start", "mpi-barrier"]


def nothing(injection):
    pass


def patient(injection):
    injection.options = ["--iterations", "400", "--time-ms", "20000"]


def large(injection):
    """Operations whose bytes take their time."""
    injection.options = ["--bytes", "1K,64K", "--iterations", "60"]


OFF = ("off-cpu", "arrives-late", "inside", "leaves-late")
INSIDE = lambda findings, injection: (found := first(findings)) is not None and found["cause"] == "inside" and found["ranks"] in ([], [injection.rank])
ONE_HOST = [
    Kind("arrives", with_library("arrive_late"), exactly(names("arrives-late")), sized=True),
    Kind("inside", with_library("busy_inside"), exactly(INSIDE), sized=True),
    Kind("leaves", with_library("leave_late"), exactly(names("leaves-late")), sized=True),
    Kind("arrives-barrier", with_library("arrive_late", start="barrier"), exactly(names("arrives-late")), sized=True),
    Kind("inside-barrier", with_library("busy_inside", start="barrier"), exactly(INSIDE), sized=True),
    Kind("leaves-barrier", with_library("leave_late", start="barrier"), exactly(names("leaves-late")), sized=True),
    Kind("stops", beside(stop_pulses), names(*OFF)),
    Kind("quota", beside(cpu_quota), names(*OFF)),
    Kind("neighbour", beside(neighbour), names(*OFF), quiet=False),
    Kind("rotating", with_library("arrive_late", "rotating"), names("late-by-turns", rank=False)),
    Kind("all-slow", always, nobody),
    Kind("healthy-evident", lambda i: i.long(), nobody),
    Kind("strided", suites.slow_layout, suites.names_layout, told=suites.layout, sized=True),
    Kind("strided-real", suites.costly_layout, suites.names_copy, told=suites.layout),
    Kind("contiguous", suites.contiguous, suites.no_layout, told=suites.layout),
    Kind("cold", suites.cold, suites.names_phase, told=suites.initialisation),
    Kind("unbound", nothing, suites.unbound, bind="none", told=suites.placement),
    Kind("bound", nothing, suites.bound, told=suites.placement),
    Kind("interrupter", suites.interrupted, suites.names_interrupter, told=suites.noise),
    Kind("one-core", patient, said("placement")),
    Kind("healthy", nothing, nobody),
]
FOUR_RANKS = [
    Kind("arrives", slowly("arrive_late"), names("arrives-late"), sized=True),
    Kind("leaves", slowly("leave_late"), names("leaves-late"), sized=True),
    Kind("rotating", slowly("arrive_late", "rotating"), names("late-by-turns", rank=False)),
    Kind("two-late", slowly("arrive_late", "1,2"), lambda findings, injection: (f := first(findings)) is not None and f["cause"] == "arrives-late" and set(f["ranks"]) <= {1, 2}),
    Kind("healthy", patient, nobody),
]
TAKEN = taken.kinds(Kind)
NETWORK = names("network", rank=False)
HOSTS = [
    Kind("arrives", with_library("arrive_late"), names("arrives-late"), sized=True),
    Kind("inside", with_library("busy_inside"), INSIDE, sized=True),
    Kind("leaves", with_library("leave_late"), names("leaves-late"), sized=True),
    Kind("loss", lambda i: i.long(), NETWORK, ("loss", "10")),
    Kind("slow-link", large, NETWORK, ("slow-link", "10mbit")),
    Kind("mtu", lambda i: i.long(), NETWORK, ("mtu", "576")),
    Kind("inside-pairs", in_pairs, names("slow-node"), hosts=3),
    Kind("blocked", lambda i: setattr(i, "options", ["--suite", "pairs", "--timeout", "20"]), names("unreachable", rank=False), ("block", "n2", MPI_PORTS)),
    Kind("healthy", nothing, nobody),
]

PLACES = {"one-host": (3, 20, ONE_HOST), "four-ranks": (3, 20, FOUR_RANKS), "taken": (3, 5, TAKEN), "hosts": (2, 5, HOSTS)}
