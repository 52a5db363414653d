"""What `./dev bench fidelity` computes, by hand, and that it runs both programs and finds the points of each. Nothing here judges
a time. Environment as for program_test.py, and PLAIN."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy

BENCH = pathlib.Path(__file__).parents[1] / "bench"
sys.path.insert(0, str(BENCH))
from fidelity_statistics import like, median_limits, ratio_over_launches, read_plain, statistics_of, verdict  # noqa: E402


class Statistics(unittest.TestCase):
    def test_quantiles_are_those_of_the_mean_over_ranks_and_of_the_slowest_rank(self):
        # Means 10, 20, …, 1000; slowest 11, 21, …; in a shuffled order.
        base = numpy.random.default_rng(1).permutation(numpy.arange(1, 101) * 10)
        self.assertEqual(statistics_of([base - 1, base + 1]),
                         {"mean p50": 500, "slowest p50": 501, "mean p99": 990, "slowest p99": 991})

    def test_the_median_of_15_lies_between_the_4th_and_the_12th_and_under_6_nothing_encloses_it(self):
        # Twice the chance of at most 3 of 15 heads: 2 × 576 / 32768 = 3.5 %; of at most 4: 11.8 %.
        self.assertEqual(median_limits(15), (4, 12))
        self.assertEqual(median_limits(6), (1, 6))
        self.assertIsNone(median_limits(5))

    def test_launches_are_compared_with_their_own_round(self):
        self.assertEqual(ratio_over_launches([2, 6, 6], [1, 2, 4]), (2, None, None))
        self.assertEqual(ratio_over_launches([1, 4, 9, 16, 25, 36], [1, 2, 3, 4, 5, 6]), (3.5, 1, 6))

    def test_a_target_is_met_by_the_interval_and_missed_by_the_ratio(self):
        self.assertEqual(verdict("p50", 1.0, 0.95, 1.05), "met")
        self.assertEqual(verdict("p50", 1.0, 0.94, 1.05), "open")
        self.assertEqual(verdict("p50", 1.0, None, None), "open")
        self.assertEqual(verdict("p50", 1.06, 1.01, 1.07), "MISSED")
        self.assertEqual(verdict("p99", 1.06, 0.93, 1.10), "met")

    def test_a_launch_is_compared_with_the_plain_one_whose_ranks_go_by_turns_as_its_own_do(self):
        even, turns = {"mean p50": 100, "slowest p50": 110}, {"mean p50": 120, "slowest p50": 190}
        self.assertIs(like({"mean p50": 100, "slowest p50": 170}, [even, turns]), turns)
        self.assertIs(like({"mean p50": 100, "slowest p50": 120}, [even, turns]), even)
        self.assertIsNone(like(even, [turns, turns]))
        self.assertEqual(ratio_over_launches([], []), (None, None, None))

    def test_the_plain_programs_file_is_by_point_rank_and_iteration(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "plain"
            file.write_bytes(b"".join(value.to_bytes(8, "little") for value in range(12)))
            times = read_plain(file, [("barrier", 0), ("allreduce", 8)], ranks=2, iterations=3)
            self.assertEqual(times["allreduce", 8].tolist(), [[6, 7, 8], [9, 10, 11]])
            self.assertRaises(ValueError, read_plain, file, [("barrier", 0)], 2, 3)


class Launches(unittest.TestCase):
    def test_every_operation_is_run_by_both_programs_and_a_saved_file_goes_on_where_it_ended(self):
        with tempfile.TemporaryDirectory() as folder:
            saved = pathlib.Path(folder) / "saved.json"
            command = [sys.executable, str(BENCH / "fidelity.py"), "--plain", os.environ["PLAIN"], "--syncbench", os.environ["SYNCBENCH"],
                       "--mpirun", os.environ["MPIEXEC"] + " -n 2", "--bytes", "8,64", "--iterations", "20", "--launches", "1", "--json",
                       "--save", str(saved)]
            for launches in 1, 2:
                done = subprocess.run(command, capture_output=True, text=True)
                self.assertIn(done.returncode, (0, 2), done.stderr)
                rows = json.loads(done.stdout)["rows"]
                self.assertEqual(len(rows), 4 * (5 * 2 + 1))
                self.assertTrue(all(row["plain_ns"] > 0 and row["shifted"]["ratio"] > 0 for row in rows))
                self.assertEqual(len(json.loads(saved.read_text())["launches"]), 5 * launches)
            done = subprocess.run([*command, "--bytes", "8"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn("other settings", done.stderr)


if __name__ == "__main__":
    unittest.main()
