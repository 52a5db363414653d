"""A rank that is lost at any place of a run, from MPI_Init to MPI_Finalize, ends the run by itself: who is missing is named, and
what was finished is kept.

usage: stops_test.py [hosts], with the environment of program_test.py; hosts: through srun, inside slurm/testcluster.
A few places are tried. More of them, at random, with these variables:
SYNCBENCH_STOPS=N         so many places of each combination of what follows
SYNCBENCH_STOPS_SUITES    smallpkt,skew,… (smallpkt)
SYNCBENCH_STOPS_RANKS     2,3 (2)
SYNCBENCH_STOPS_KINDS     of KINDS below (stop)
SYNCBENCH_STOPS_SEED      of the places; drawn and said if it is not set
SYNCBENCH_STOPS_JOBS      runs at the same time (1)"""
import collections
import concurrent.futures
import glob
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TIMEOUT = 3
MOST_SECONDS = 90
PLACES = int(os.environ.get("SYNCBENCH_STOPS", "0"))
JOBS = int(os.environ.get("SYNCBENCH_STOPS_JOBS", "1"))
SHORT = {"noise": ["--noise.seconds", "1"], "smallpkt": ["--bytes", "8,1K", "--smallpkt.parts", "sweep"]}
LOST = {"stop": signal.SIGSTOP, "kill": signal.SIGKILL, "exit": 0}
TOLD = {"term": signal.SIGTERM, "int": signal.SIGINT, "usr1": signal.SIGUSR1}
KINDS = [*LOST, *TOLD, *(f"{kind}-twice" for kind in TOLD)]

Case = collections.namedtuple("Case", "suite ranks kind rank place")
Ended = collections.namedtuple("Ended", "code text call seconds")  # call: where it was lost; seconds: from then to the end


def listed(name, otherwise):
    return os.environ.get(f"SYNCBENCH_STOPS_{name}", otherwise).split(",")


def children_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(each) for each in file.read().split()]


def still_running(mark):
    found = []
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            with open(path, "rb") as file:
                if mark.encode() in file.read().split(b"\0"):
                    found.append(int(path.split("/")[2]))
        except OSError:
            pass
    return found


class Launch:
    """One run of which a rank is lost, in a folder of its own."""

    def __init__(self, launcher, folder, case):
        self.launcher, self.case = launcher, case
        self.folder = tempfile.mkdtemp(dir=folder)
        self.out, self.note = os.path.join(self.folder, "run.h5"), os.path.join(self.folder, "note")
        self.mark = f"SYNCBENCH_STOP_MARK={self.folder}"

    def variables(self):
        kind, _, twice = self.case.kind.partition("-")
        number = int({**LOST, **TOLD}[kind])
        return {"LD_PRELOAD": os.environ["STOP_AT_CALL"], "SYNCBENCH_STOP_RANK": self.case.rank, "SYNCBENCH_STOP_AT": self.case.place,
                "SYNCBENCH_STOP_SIGNAL": number, "SYNCBENCH_STOP_TIMES": 2 if twice else 1, "SYNCBENCH_STOP_NOTE": self.note}

    def run(self):
        wrapped = ["env", self.mark, *(f"{name}={value}" for name, value in self.variables().items())]
        command = [*self.launcher(self.case.ranks), *wrapped, os.environ["SYNCBENCH"], "--suite", self.case.suite, "--profile", "smoke",
                   *SHORT.get(self.case.suite, []), "--iterations", "20", "--warmup", "0", "--timeout", str(TIMEOUT), "--io-timeout", str(TIMEOUT),
                   "--out", self.out]
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        try:
            text, _ = run.communicate(timeout=MOST_SECONDS)
            code = run.returncode
        except subprocess.TimeoutExpired:
            for child in [*still_running(self.mark), *children_of(run.pid), run.pid]:
                os.kill(child, signal.SIGKILL)
            text, code = run.communicate()[0], None
        call, _ = self.noted()
        return Ended(code, text, call, time.time() - os.path.getmtime(self.note) if call != "none" else 0)

    def noted(self):
        if not os.path.exists(self.note):
            return "none", "0"
        with open(self.note, encoding="ascii") as file:
            return file.read().split()

    def calls(self):
        """How many calls the rank makes."""
        ended = self.run()
        if ended.call != "all":
            raise AssertionError(f"{self.case.suite} ends with {ended.code} though nobody is lost\n{ended.text}")
        return int(self.noted()[1])

    def problems(self, ended):
        if ended.code is None:
            yield f"still running after {MOST_SECONDS} s"
        if left := still_running(self.mark):
            yield f"left processes {left}"
        if ended.call in ("all", "none"):  # it made fewer calls
            if ended.code != 0:
                yield f"ends with {ended.code} though nobody was lost"
        elif self.case.kind in LOST:
            yield from self.problems_of_lost(ended)
        files = [each for each in glob.glob(f"{self.out}.parts/p*.h5") + [self.out] if os.path.exists(each)]
        if files and subprocess.run([os.environ["ANALYZE"], "check", *files], stdout=subprocess.DEVNULL, check=False).returncode != 0:
            yield "a file that is no valid result"

    def problems_of_lost(self, ended):
        if ended.code == 0 and not (ended.call == "MPI_Finalize" and self.case.kind == "exit"):
            yield "ends with 0 though a rank was lost"
        # srun does not end the others of a step before MPI is up, so the ranks do.
        if self.case.kind == "stop" and ended.code not in ((75, 137) if ended.call.startswith("MPI_Init") else (75,)):
            yield f"ends with {ended.code}, not 75"
        if ended.code != 0 and f"rank {self.case.rank}" not in ended.text and f"task {self.case.rank}:" not in ended.text:
            yield f"nobody names rank {self.case.rank}"
        said = [line for line in ended.text.splitlines() if line.startswith(f"syncbench: rank {self.case.rank} on")]
        if any(": no progress" in line for line in said):
            yield "the lost rank speaks"

    def clear(self):
        shutil.rmtree(self.folder)


class Stops(unittest.TestCase):
    folder = None

    @staticmethod
    def launcher(ranks):
        return [os.environ["MPIEXEC"], *(["--oversubscribe", "--mca", "mpi_yield_when_idle", "1"] if ranks * JOBS > 2 else []), "-n", str(ranks)]

    def setUp(self):
        if os.environ["SANITIZE"]:
            self.skipTest("a sanitizer's runtime must be the first library that is loaded")
        place = tempfile.TemporaryDirectory(dir=self.folder)
        self.addCleanup(place.cleanup)
        self.place = place.name

    def few_cases(self):
        """Places that lie ever further apart, from the first on."""
        return [Case("smallpkt", 2, "stop", rank, place) for rank in (0, 1) for place in (1, 3, 40)]

    def random_cases(self):
        """A third of the places each near the begin, near the end, and anywhere."""
        seed = int(os.environ.get("SYNCBENCH_STOPS_SEED", random.randrange(10**6)))
        print(f"seed {seed}", file=sys.stderr)
        draw = random.Random(seed)
        for suite in listed("SUITES", "smallpkt"):
            for ranks in map(int, listed("RANKS", "2")):
                calls = Launch(self.launcher, self.place, Case(suite, ranks, "stop", 0, 10**12)).calls()
                for kind in listed("KINDS", "stop"):
                    for number in range(PLACES):
                        near = draw.randint(1, min(60, calls))
                        place = (near, calls + 1 - near, draw.randint(1, calls))[number % 3]
                        yield Case(suite, ranks, kind, draw.randrange(ranks), place)

    def try_case(self, case):
        launch = Launch(self.launcher, self.place, case)
        ended = launch.run()
        problems = list(launch.problems(ended))
        launch.clear()
        return case, ended, problems

    def test_a_rank_that_is_lost_anywhere_ends_the_run_and_is_named(self):
        cases = list(self.random_cases()) if PLACES else self.few_cases()
        seconds = collections.defaultdict(list)
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            for case, ended, problems in pool.map(self.try_case, cases):
                if ended.call not in ("all", "none"):
                    seconds[case.kind].append(ended.seconds)
                with self.subTest(**case._asdict(), call=ended.call):
                    self.assertEqual(problems, [], ended.text)
        for kind, all_of in seconds.items():
            print(f"{kind}: {len(all_of)} lost, the longest {max(all_of):.1f} s from then to the end", file=sys.stderr)


class OnHosts(Stops):
    folder = os.environ.get("SYNCBENCH_TESTCLUSTER_STATE")

    @staticmethod
    def launcher(ranks):
        return [os.environ["SYNCBENCH_TESTCLUSTER"], "run", f"-N{ranks}", f"-n{ranks}", "--"]

    def few_cases(self):
        return [Case("smallpkt", 2, kind, 1, place) for kind, place in (("stop", 1), ("stop", 2), ("kill", 2), ("exit", 40))]


if __name__ == "__main__":
    if sys.argv[1:] == ["hosts"]:  # the programs may lie below /tmp, which each host has for itself
        for name in ("SYNCBENCH", "STOP_AT_CALL"):
            os.environ[name] = shutil.copy(os.environ[name], os.environ["SYNCBENCH_TESTCLUSTER_STATE"])
        unittest.main(argv=sys.argv[:1], defaultTest="OnHosts")
    unittest.main(defaultTest="Stops")
