"""What is left of a run that is killed or that finds no room: every finished point, and one clear sentence.

usage: survival_test.py, with the environment of program_test.py; SYNCBENCH_KILLS says how often each kind of kill is
tried (2 if it is not set)."""
import os
import random
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
