"""What is left of a run that is killed or that finds no room: every finished point, and one clear sentence.

usage: survival_test.py, with the environment of program_test.py; SYNCBENCH_KILLS says how often each kind of kill is
tried (2 if it is not set), SYNCBENCH_FAULTS how many file operations of rank 0 go wrong in each way (1; all: every
one of them, in slices with SYNCBENCH_FAULTS_SLICE=2/5)."""
import collections
import errno
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

import h5py
import numpy

from program_test import ANALYZE, MPIEXEC, SYNCBENCH, InFolder, LongRun, run

KILLS = int(os.environ.get("SYNCBENCH_KILLS", "2"))


def samples_of(path):
    """Every sample of every point in a file, by point."""
    with h5py.File(path) as file:
        return {name: {key: point[key][:] for key in point} for name, point in file["points"].items()}


class Killed(LongRun):
    """kill -9 at a random moment: what was finished can be read as a folder, and recover makes the same points one file."""

    def kill_at_random(self, victims):
        seed = random.randrange(10**6)
        print(f"seed {seed}", file=sys.stderr)
        self.begin("--time-ms", "60", "--force")
        time.sleep(random.Random(seed).uniform(0, 0.6))
        for pid in victims(self.ranks()):
            os.kill(pid, signal.SIGKILL)
        self.run.communicate(timeout=90)
        folder = self.path / "run.h5.parts"
        if not folder.exists():
            return  # it was at its end already
        left = {}
        for part in folder.glob("p*.h5"):
            left |= samples_of(part)
        self.assertGreaterEqual(len(left), 1)
        code, out, _, text = run([ANALYZE, "summary", str(folder)])
        self.assertEqual(code, 0, text)
        self.assertIn("NOT COMPLETE", out)
        code, _, _, text = run([ANALYZE, "recover", str(folder)])
        self.assertEqual(code, 0, text)
        self.assertEqual(run([ANALYZE, "check", self.out()])[0], 0)
        recovered = samples_of(self.out())
        self.assertEqual(set(recovered), set(left))
        for name, datasets in left.items():
            for key, values in datasets.items():
                numpy.testing.assert_array_equal(recovered[name][key], values)

    def repeat(self, victims):
        for _ in range(KILLS):
            with self.subTest():
                self.kill_at_random(victims)
                self.end()
                for path in self.path.iterdir():
                    subprocess.run(["rm", "-r", str(path)], check=True)

    def test_rank_0(self):
        self.repeat(lambda ranks: [ranks[0]] if 0 in ranks else [])

    def test_another_rank(self):
        self.repeat(lambda ranks: [ranks[1]] if 1 in ranks else [])

    def test_the_whole_job(self):
        self.repeat(lambda ranks: [self.run.pid, *ranks.values()])


@unittest.skipIf(os.environ["SANITIZE"], "a sanitizer's runtime must be the first library that is loaded")
class Faults(InFolder):
    """One file operation of rank 0 goes wrong: finished points are kept, and the program says one sentence or nothing."""

    KINDS = ["kill-before", "kill-after", "short", *(str(each) for each in (errno.ENOSPC, errno.EDQUOT, errno.EIO))]
    COMMAND = [SYNCBENCH, "--smallpkt.parts", "sweep", "--profile", "smoke", "--bytes", "8,64", "--iterations", "50", "--warmup", "5"]

    def measure(self, **faults):
        folder = self.path / "here"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        variables = {f"FILE_FAULTS_{key.upper()}": str(value) for key, value in faults.items()}
        environment = {**os.environ, "LD_PRELOAD": os.environ["FILE_FAULTS"], "FILE_FAULTS_BELOW": str(folder), "FILE_FAULTS_RANK": "0", **variables}
        return folder, *run([MPIEXEC, "-n", "2", *self.COMMAND, "--out", str(folder / "run.h5")], env=environment)

    def operations(self):
        """Number and path of each operation, from a run in which none goes wrong."""
        log = self.path / "log"
        _, code, _, _, text = self.measure(log=log)
        self.assertEqual(code, 0, text)
        return [int(line.split(b"\t")[0]) for line in log.read_bytes().split(b"\n") if re.match(rb"\d+\t[a-z]+\t/.*\t\d+$", line)]

    def wanted(self, numbers):
        many = os.environ.get("SYNCBENCH_FAULTS", "1")
        if many != "all":
            return random.sample(numbers, int(many))
        part, parts = map(int, os.environ.get("SYNCBENCH_FAULTS_SLICE", "1/1").split("/"))
        return numbers[part - 1::parts]

    def check(self, folder, code, said, text, kind):
        if kind.startswith("kill"):
            self.assertNotEqual(code, 70, text)
        else:
            self.assertIn(code, (0, 74), text)
            self.assertEqual(len(said), 1 if code == 0 else 2, text)  # the heading, and one sentence
        parts = {name for part in folder.glob("run.h5.parts/p*.h5") for name in samples_of(part)}
        # A line of the table is a point that is finished.
        lines = [line for line in text.splitlines() if line.startswith(" ") and "allreduce" in line]
        if not (folder / "run.h5").exists():
            self.assertGreaterEqual(len(parts), len(lines), text)
            if not parts:
                return
            recovered, _, _, words = run([ANALYZE, "recover", str(folder / "run.h5.parts")])
            self.assertEqual(recovered, 0, words)
            self.assertEqual(set(samples_of(folder / "run.h5")), parts)
        self.assertGreaterEqual(len(samples_of(folder / "run.h5")), len(lines))
        self.assertEqual(run([ANALYZE, "check", str(folder / "run.h5")])[0], 0)

    def test_no_finished_point_is_lost(self):
        tried = collections.Counter()
        for number in self.wanted(self.operations()):
            for kind in self.KINDS:
                with self.subTest(number=number, kind=kind):
                    folder, code, _, said, text = self.measure(at=number, kind=kind)
                    tried[f"{kind}: exit {code}"] += 1
                    self.check(folder, code, said, text, kind)
        print(dict(tried), file=sys.stderr)


class Meanwhile(LongRun):
    """What else happens to the files of a run while it measures."""

    def test_recover_and_a_second_run_leave_a_run_that_lives_alone(self):
        self.begin("--time-ms", "60")
        for command in ([ANALYZE, "recover", self.out()], [MPIEXEC, "-n", "2", SYNCBENCH, "--profile", "smoke", "--force", "--out", self.out()]):
            code, out, _, text = run(command)
            self.assertEqual(code, 64, text)
            self.assertRegex(text, "a run still writes its points there .*process [0-9]+.*silent for [0-9]+ s; wait for its end")
        code, _, text = self.finish()
        self.assertEqual(code, 0, text)
        self.assertEqual(os.listdir(self.path), ["run.h5"])
        with h5py.File(self.out()) as file:
            self.assertEqual(len(file["points"]), 20)

    def test_what_appears_under_the_result_s_name_is_kept(self):
        self.begin("--time-ms", "60")
        self.file("run.h5", "precious")
        code, _, text = self.finish()
        self.assertEqual(code, 0, text)
        self.assertIn("run-2.h5 (", text.splitlines()[-1])
        self.assertIn("run.h5 appeared meanwhile and is kept)   next: syncbench-analyze explain", text.splitlines()[-1])
        self.assertEqual((self.path / "run.h5").read_text(), "precious")
        self.assertEqual(run([ANALYZE, "check", self.out("run-2.h5")])[0], 0)

    def test_a_run_that_was_to_replace_a_result_and_is_killed_leaves_it(self):
        self.file("run.h5", "old")
        self.begin("--time-ms", "60", "--force")
        for pid in self.ranks().values():
            os.kill(pid, signal.SIGKILL)
        self.run.communicate(timeout=90)
        self.assertEqual((self.path / "run.h5").read_text(), "old")


@unittest.skipUnless(os.geteuid() == 0, "only root can mount a small disk")
class FullDisk(InFolder):
    def on_small_disk(self, kib, *options):
        """Runs on a file system of so many KiB; afterwards its content lies in kept/."""
        disk, kept = self.path / "disk", self.path / "kept"
        disk.mkdir()
        script = f'mount -t tmpfs -o size={kib}k tmpfs {disk} && {{ "$@"; code=$?; cp -r {disk} {kept}; exit $code; }}'
        command = [MPIEXEC, "-n", "2", SYNCBENCH, "--smallpkt.parts", "sweep", "--profile", "smoke", "--warmup", "0", "--time-ms", "60000",
                   "--out", str(disk / "run.h5"), *options]
        code, _, said, text = run(["unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", *command])
        self.assertEqual(code, 74, text)
        # The first line says what runs.
        self.assertEqual(len(said), 2, text)
        return said[1], kept

    def check_parts(self, kept):
        self.assertFalse((kept / "run.h5").exists())
        parts = sorted((kept / "run.h5.parts").glob("p*.h5"))
        self.assertGreaterEqual(len(parts), 1)
        for part in parts:
            self.assertEqual(run([ANALYZE, "check", str(part)])[0], 0)
        return parts

    def test_during_a_part(self):
        sentence, kept = self.on_small_disk(250, "--bytes", "8:4M", "--iterations", "10000")
        self.assertRegex(sentence, "No space left")
        self.check_parts(kept)

    def test_during_the_merge(self):
        # Nine points of some 90 KiB: they fit once and not twice.
        sentence, kept = self.on_small_disk(1400, "--bytes", "8:2K", "--iterations", "10000")
        self.assertRegex(sentence, "the points are safe in .*recover")
        self.assertEqual(len(self.check_parts(kept)), 9)


if __name__ == "__main__":
    unittest.main(verbosity=2)
