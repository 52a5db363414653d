"""A rank that stops at any place of a run, from MPI_Init to MPI_Finalize, ends the run by itself, with 75 and a sentence.

SYNCBENCH_STOPS=N tries N places of each rank instead of a few."""
import os
import signal
import subprocess
import tempfile
import unittest

TIMEOUT = 3
PLACES = int(os.environ.get("SYNCBENCH_STOPS", "0")) or 3
MOST_SECONDS = 60


def children_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(each) for each in file.read().split()]


class Stops(unittest.TestCase):
    def run_stopped(self, folder, rank, place):
        out = os.path.join(folder, f"{rank}-{place}.h5")
        environment = dict(os.environ, LD_PRELOAD=os.environ["STOP_AT_CALL"], SYNCBENCH_STOP_RANK=str(rank), SYNCBENCH_STOP_AT=str(place))
        command = [os.environ["MPIEXEC"], "-n", "2", os.environ["SYNCBENCH"], "--profile", "smoke", "--bytes", "8,1K", "--smallpkt.parts", "sweep", "--timeout", str(TIMEOUT), "--io-timeout", str(TIMEOUT), "--out", out]
        run = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            text, _ = run.communicate(timeout=MOST_SECONDS)
        except subprocess.TimeoutExpired:
            for child in children_of(run.pid):
                os.kill(child, signal.SIGKILL)
            run.kill()
            text, _ = run.communicate()
            self.fail(f"rank {rank} stopped at call {place}: still running after {MOST_SECONDS} s\n{text}")
        return run.returncode, text

    def test_a_rank_that_stops_anywhere_ends_the_run_with_a_sentence(self):
        if os.environ["SANITIZE"]:
            self.skipTest("a sanitizer's runtime must be the first library that is loaded")
        with tempfile.TemporaryDirectory() as folder:
            for rank in (0, 1):
                place, step, finished = 1, 1, False
                for _ in range(PLACES):
                    with self.subTest(rank=rank, place=place):
                        code, text = self.run_stopped(folder, rank, place)
                        if code == 0:  # it makes fewer calls
                            finished = True
                        else:
                            self.assertEqual(code, 75, text)
                            self.assertRegex(text, rf"no progress for {TIMEOUT} s|could not exchange a first byte")
                            self.assertNotRegex(text, rf"rank {rank} on \S+: no progress")  # it cannot speak
                            named = rf"rank {rank} on \S+ does not answer|rank {1 - rank} on \S+: no progress|\(on \S+\) and rank {rank} could not"
                            self.assertRegex(text, named)
                    if finished:
                        break
                    place += step
                    step = step if PLACES > 50 else 2 * step + 3


if __name__ == "__main__":
    unittest.main()
