"""Damaged files: syncbench-analyze reads them or refuses them with one sentence; it never crashes, hangs, or takes memory
that the file could not fill.

usage: hostile_test.py MAKE_SAMPLE_RUN ANALYZE; SYNCBENCH_MUTANTS says how many files are tried (60 if it is not set)."""
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

MAKE, ANALYZE = sys.argv[1:3]
MUTANTS = int(os.environ.get("SYNCBENCH_MUTANTS", "60"))
COMMANDS = (["summary"], ["percentiles", "--by", "rank"], ["check"], ["storm"], ["summary", "--json"], ["timeline"], ["explain"])
SANITIZED = bool(os.environ.get("SANITIZE"))  # the sanitizer's own shadow takes terabytes of addresses


def little_memory():
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def place(data, rng):
    """Anywhere, or, every other time, in what HDF5 says about the data: most of a file are samples, which have a checksum."""
    at = rng.randrange(len(data) - 64)
    if rng.random() < 0.5:
        found = data.find(rng.choice((b"GCOL", b"TREE", b"OHDR", b"OCHK", b"FRHP", b"FADB", b"BTHD", b"SNOD", b"HEAP")), at)
        if found >= 0:
            at = min(found + rng.randrange(300), len(data) - 64)
    return at


def mutant(original, rng):
    data = bytearray(original)
    kind = rng.choice(("cut", "flip", "zero", "swap", "number"))
    if kind == "cut":
        return kind, bytes(data[: rng.randrange(len(data))])
    for _ in range(rng.choice((1, 1, 2, 8, 64))):
        at = place(data, rng)
        if kind == "flip":
            data[at] ^= 1 << rng.randrange(8)
        elif kind == "zero":
            data[at : at + rng.randrange(1, 64)] = bytes(rng.randrange(1, 64))
        elif kind == "swap":
            to = rng.randrange(len(data) - 64)
            data[at : at + 16], data[to : to + 16] = data[to : to + 16], data[at : at + 16]
        else:
            data[at : at + 8] = rng.choice((2**63 - 1, 2**64 - 1, 2**32, 1 << 40, 0)).to_bytes(8, "little")
    return kind, bytes(data)


def main():
    seed = random.randrange(10**9)
    print(f"seed {seed}, {MUTANTS} files")
    rng = random.Random(seed)
    read = refused = 0
    with tempfile.TemporaryDirectory(prefix="syncbench-hostile.") as folder:
        sample = pathlib.Path(folder) / "sample.h5"
        subprocess.run([MAKE, str(sample)], check=True, stdout=subprocess.DEVNULL)
        original = sample.read_bytes()
        # HDF5 leaves memory behind where it refuses a file; what we leave behind is still found.
        leaks = pathlib.Path(folder) / "leaks"
        leaks.write_text("leak:libhdf5\n")
        environment = {**os.environ, "LSAN_OPTIONS": f"suppressions={leaks}:print_suppressions=0"}
        for number in range(MUTANTS):
            kind, data = mutant(original, rng)
            path = pathlib.Path(folder) / "mutant.h5"
            path.write_bytes(data)
            command = COMMANDS[number % len(COMMANDS)]
            done = subprocess.run([ANALYZE, command[0], str(path), *command[1:]], capture_output=True, text=True, timeout=60, preexec_fn=little_memory, env=environment)
            where = f"seed {seed}, file {number} ({kind}), {command}: exit {done.returncode}\n{done.stdout[-500:]}\n{done.stderr[-2000:]}"
            if done.returncode == 0:
                read += 1
                continue
            # check says what it found on stdout, the others one sentence on stderr.
            assert done.returncode == 65, where
            assert command[0] == "check" or len(done.stderr.strip().splitlines()) == 1, where
            refused += 1
    print(f"{read} read, {refused} refused")
    assert refused > MUTANTS // 10, "damage that nobody notices is no test"


main()
