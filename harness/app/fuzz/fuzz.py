"""Runs the fuzzers: fuzz.py --build FOLDER --programs FOLDER [--seconds N] [--runs N] [--seed N] [TARGET]...

Each target begins with the kept corpus and what earlier runs found. An input that ends a fuzzer is judged: a crash inside the
HDF5 library is given to syncbench-analyze, which has to survive it with one sentence and exit code 65; any other crash, more
than 1 GiB of memory, or more than 10 s is a failure. Ends with 2 if there was one, and says where the inputs lie."""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
TARGETS = ("reader", "where", "toml", "layout", "size", "facts")
LONGEST = {"reader": 200_000}  # bytes; texts are short
COMMANDS = ("explain", "summary", "percentiles", "timeline", "decompose", "skew", "pairs", "storm", "strided", "noise", "numa", "init", "export", "check")
LIMITS = ["-rss_limit_mb=1024", "-malloc_limit_mb=768", "-timeout=10", "-detect_leaks=0", "-print_final_stats=1"]
# Frames that a crash passes through and that are not to blame.
BYSTANDERS = re.compile(r"libc\.so|libasan|compiler-rt|interceptor|__asan|__interceptor|\(/lib/x86_64-linux-gnu/libc|libstdc\+\+|<null>|/fuzz_\w+\+0x.*\) .*in (mem|str|malloc|calloc|realloc|free)")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--programs", type=pathlib.Path, required=True, help="where syncbench and syncbench-analyze are, without sanitizers")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--runs", type=int, default=-1, help="inputs of each target at most")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    given = parser.parse_args()
    for target in given.targets:
        if target not in TARGETS:
            parser.error(f"there is no target {target}; targets: {', '.join(TARGETS)}")
    return given


def is_of_hdf5(report):
    """Whether the innermost frame that is not the C library's lies in HDF5."""
    for frame in re.findall(r"^\s+#\d+ .*$", report, re.MULTILINE):
        if "libhdf5" in frame:
            return True
        if not BYSTANDERS.search(frame):
            return False
    return False


def survives(analyze, path):
    """Whether syncbench-analyze ends as it must, whatever the command; else what it did."""
    for command in COMMANDS:
        done = subprocess.run([analyze, command, path], capture_output=True, text=True, errors="replace", timeout=60)
        if done.returncode not in (0, 64, 65):
            return f"syncbench-analyze {command} ended with {done.returncode}: {done.stderr[-500:]}"
    return ""


class Fuzzer:
    def __init__(self, given, target):
        self.given, self.target = given, target
        self.program = given.build / "harness/app/fuzz" / f"fuzz_{target}"
        self.found = given.build / "fuzzing" / target
        self.crashes = given.build / "fuzzing" / "crashes"
        for folder in (self.found, self.crashes):
            folder.mkdir(parents=True, exist_ok=True)
        self.inputs = self.contained = 0
        self.failures = []

    def corpus(self):
        if self.target != "reader":
            return [self.found, HERE / "corpus" / self.target]
        return [self.found, self.given.build / "fuzzing" / "files"]

    def once(self, seconds, runs, seed):
        """Lets libFuzzer run until its time is up or an input ends it."""
        before = set(self.crashes.iterdir())
        command = [self.program, *self.corpus(), *LIMITS, f"-max_total_time={seconds}", f"-runs={runs}", f"-seed={seed}", f"-artifact_prefix={self.crashes}/{self.target}-", f"-max_len={LONGEST.get(self.target, 4096)}"]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace")
        units = re.search(r"stat::number_of_executed_units:\s*(\d+)", done.stderr)
        self.inputs += int(units.group(1)) if units else 0
        if done.returncode != 0:
            self.judge(done, set(self.crashes.iterdir()) - before)

    def judge(self, done, new):
        report = done.stderr[-6000:]
        mine = [path for path in new if path.name.startswith(self.target)]
        if self.target == "reader" and len(mine) == 1 and "AddressSanitizer" in done.stderr and is_of_hdf5(done.stderr):
            problem = survives(self.given.programs / "syncbench-analyze", mine[0])
            if not problem:
                self.contained += 1
                return
            report = problem
        self.failures.append((mine, report))

    def run(self):
        end = time.monotonic() + self.given.seconds
        turn = 0
        while len(self.failures) < 5:
            left = end - time.monotonic()
            runs = self.given.runs - self.inputs if self.given.runs > 0 else -1
            if left < 1 or runs == 0 or (self.given.runs > 0 and runs < 0):
                break
            self.once(int(left) + 1, runs, self.given.seed + turn)
            turn += 1
        return self


def make_files(given):
    files = given.build / "fuzzing" / "files"
    if not files.is_dir():
        subprocess.run([sys.executable, HERE / "make_corpus.py", given.programs / "syncbench", "mpirun -n 2 --oversubscribe", files], check=True)


def main():
    given = arguments()
    targets = given.targets or TARGETS
    if "reader" in targets:
        make_files(given)
    failed = False
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for fuzzer in pool.map(lambda target: Fuzzer(given, target).run(), targets):
            contained = f", {fuzzer.contained} crashed HDF5 and were survived" if fuzzer.contained else ""
            print(f"{fuzzer.target}: {fuzzer.inputs} inputs{contained}, {len(fuzzer.failures)} failures", flush=True)
            for paths, report in fuzzer.failures:
                failed = True
                print(f"  {', '.join(map(str, paths)) or 'no input was kept'}\n{report}")
    sys.exit(2 if failed else 0)


main()
