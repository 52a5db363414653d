"""What is left when any one file operation of a run, or of recover, goes wrong: every finished point.

usage: faults_test.py, with WRITE_POINTS, ANALYZE and FILE_FAULTS in the environment. SYNCBENCH_FAULTS=all tries every
operation with every fault, otherwise some of them are tried; the last lines say how many, and what the programs made
of them."""
import collections
import errno
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

import disk_model
from finished_points import damaged_results, points_in

ALL = os.environ.get("SYNCBENCH_FAULTS") == "all"
POINTS = 4
ERRORS = [str(each) for each in (errno.ENOSPC, errno.EDQUOT, errno.EIO)]
SEED = random.randrange(10**6)
counts = collections.Counter()


def play(command, folder, **faults):
    """Exit code, the points that were said to be finished, and what was said on stderr."""
    variables = {f"FILE_FAULTS_{key.upper()}": str(value) for key, value in faults.items()}
    environment = {**os.environ, "LD_PRELOAD": os.environ["FILE_FAULTS"], "FILE_FAULTS_BELOW": str(folder), **variables}
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
    said = {line.split()[1] for line in done.stdout.splitlines() if line.startswith("done ")}
    return done.returncode, said, done.stderr


def write_command(folder, *words):
    return [os.environ["WRITE_POINTS"], str(folder / "run.h5"), str(POINTS), *words]


def recover_command(folder):
    return [os.environ["ANALYZE"], "recover", str(folder / "run.h5.parts")]


READING = {"open", "pread", "unlink", "rmdir"}  # take no space


def cases(records, each):
    """Numbers of operations with what is to go wrong with them and from when on: all, or about one of so many, others at
    each run."""
    found = []
    for record in records:
        kinds = [str(errno.EIO)] if record.name in READING else ERRORS
        found += [(record.number, kind, on) for kind in kinds for on in ({}, {"on": 1})]
        if "write" in record.name:
            found.append((record.number, "short", {}))
        if record.name not in ("open", "pread"):  # a kill there is one after the operation before
            found += [(record.number, "kill-before", {}), (record.number, "kill-after", {})]
    return found if ALL else random.Random(SEED + each).sample(found, len(found) // each)


class Faults(unittest.TestCase):
    def setUp(self):
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="syncbench-faults."))
        self.addCleanup(shutil.rmtree, self.base, ignore_errors=True)

    def fresh(self, template=None):
        folder = self.base / "here"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(template, folder) if template else folder.mkdir()
        return folder

    def operations_of(self, make, command, **lacks):
        """A program's operations, from its log."""
        folder = make()
        log = self.base / "log"
        log.unlink(missing_ok=True)
        code, _, text = play(command(folder), folder, log=log, **lacks)
        self.assertEqual(code, 0, text)
        return [record for record in disk_model.read(log) if record.name != "say"]

    def check_ending(self, what, kind, code, text):
        counts[f"{what}, {self.name_of(kind)}: exit {code}"] += 1
        if kind.startswith("kill"):
            # recover looks at parts in processes of their own: when one of these is killed, it says so.
            self.assertIn(code, (-9, 0, 74) if what == "recover" else (-9, 0), text)
            return
        self.assertIn(code, (0, 74), text)
        self.assertEqual(len(text.splitlines()), 0 if code == 0 else 1, text)

    @staticmethod
    def name_of(kind):
        return errno.errorcode[int(kind)] if kind.isdigit() else kind

    def check_nothing_lost(self, folder, finished):
        """The finished points can be read where they are, and recover makes one file of them."""
        self.assertEqual(damaged_results(folder), [])
        self.assertLessEqual(finished, points_in(folder))
        if not finished:
            return
        if not any(file.stat().st_size for file in folder.glob("run*.h5")):
            code, _, text = play(recover_command(folder), folder)
            self.assertEqual(code, 0, text)
        self.assertLessEqual(finished, points_in(folder, pattern="run*.h5"))

    def try_faults(self, what, make, command, known=frozenset(), each=1, **lacks):
        """Lets every operation of a program go wrong in every way."""
        for number, kind, on in cases(self.operations_of(make, command, **lacks), each):
            with self.subTest(what=what, number=number, kind=self.name_of(kind), on=bool(on), seed=SEED):
                folder = make()
                code, said, text = play(command(folder), folder, at=number, kind=kind, **on, **lacks)
                self.check_ending(what, kind, code, text)
                self.check_nothing_lost(folder, said | known)

    def left_points(self):
        """A folder in which a run left its points, and their names."""
        left = self.base / "left"
        left.mkdir()
        code, said, text = play(write_command(left, "unfinished"), left)
        self.assertEqual((code, len(said)), (0, POINTS), text)
        return left, said

    def test_a_run(self):
        self.try_faults("run", self.fresh, write_command, each=200)

    def test_a_run_where_renaming_may_replace(self):
        self.try_faults("run without RENAME_NOREPLACE", self.fresh, write_command, each=400, lacks="renameat2")

    def test_a_run_where_there_are_no_links_either(self):
        self.try_faults("run without links", self.fresh, write_command, each=400, lacks="renameat2,link")

    def test_recovering(self):
        left, said = self.left_points()
        self.try_faults("recover", lambda: self.fresh(left), recover_command, known=said, each=200)

    def test_a_run_that_is_to_replace_a_result_leaves_it_or_a_newer_one(self):
        old = self.base / "old"
        old.mkdir()
        code, said, text = play(write_command(old), old)
        self.assertEqual(code, 0, text)
        before = (old / "run.h5").read_bytes()
        command = lambda folder: write_command(folder, "force")
        for number, kind, on in cases(self.operations_of(lambda: self.fresh(old), command), 300):
            with self.subTest(number=number, kind=kind, seed=SEED):
                folder = self.fresh(old)
                code, said, text = play(command(folder), folder, at=number, kind=kind, **on)
                self.check_ending("run with --force", kind, code, text)
                self.assertEqual(damaged_results(folder), [])
                self.assertLessEqual(said, points_in(folder))
                if (folder / "run.h5").read_bytes() == before and code == 0:
                    self.fail("the result was not replaced")


class PowerCut(unittest.TestCase):
    """The power fails after any operation: what was not synchronised may be there, or not."""

    def check(self, log, base, root):
        records = disk_model.read(log)
        disk = disk_model.Disk(root)
        finished = set()
        draw = random.Random(SEED)
        for record in records:
            disk.apply(record)
            if record.name == "say" and record.data.startswith(b"done "):
                finished.add(record.data.split()[1].decode())
            if record.name in ("open", "pread", "close"):
                continue  # the disk is as it was
            for luck in [None] + [draw.random() for _ in range(20 if ALL else 1)]:
                with self.subTest(number=record.number, luck=luck, seed=SEED):
                    after = base / "after"
                    shutil.rmtree(after, ignore_errors=True)
                    disk.after_power_cut(after, luck, draw)
                    counts["power cuts" + (", something survives by luck" if luck is not None else "")] += 1
                    self.assertLessEqual(finished, points_in(after, damaged_too=True))
        self.assertEqual(len(finished), POINTS)

    def cut(self, *words, **lacks):
        with tempfile.TemporaryDirectory(prefix="syncbench-power.") as name:
            base = pathlib.Path(name)
            folder, log = base / "here", base / "log"
            folder.mkdir()
            code, _, text = play(write_command(folder, *words), folder, log=log, **lacks)
            self.assertEqual(code, 0, text)
            self.check(log, base, folder)

    def test_a_run(self):
        self.cut()

    def test_a_run_where_there_are_no_links_and_renaming_may_replace(self):
        self.cut(lacks="renameat2,link")


def tearDownModule():
    for what, count in sorted(counts.items()):
        print(f"{count:6} {what}", file=sys.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
