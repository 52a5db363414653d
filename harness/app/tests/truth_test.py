"""Real runs with a known cause inside: each must come out named, with rank, phase and size.

The delays are long against what a busy machine does to two ranks, and nothing is asked of times but the injected one's own.
"""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

SYNCBENCH, ANALYZE, MPIEXEC = (os.environ[name] for name in ("SYNCBENCH", "ANALYZE", "MPIEXEC"))
FOLDER = pathlib.Path(os.environ["TRUTH_FOLDER"])
DELAY_US, EVERY, ITERATIONS, TRIES = 3000, 25, 750, 5


@unittest.skipIf(os.environ["SANITIZE"], "a sanitizer's runtime must be the first library that is loaded")
class Truth(unittest.TestCase):
    def explain(self, cause, start, operation="allreduce"):
        with tempfile.TemporaryDirectory(prefix="syncbench-test.") as folder:
            file = str(pathlib.Path(folder) / "run.h5")
            truth = {"LD_PRELOAD": str(FOLDER / f"libsyncbench_truth_{cause}.so"), "SYNCBENCH_TRUTH_RANK": "1", "SYNCBENCH_TRUTH_START": start,
                     "SYNCBENCH_TRUTH_US": str(DELAY_US), "SYNCBENCH_TRUTH_EVERY": str(EVERY)}
            options = ["--suite", "smallpkt", "--smallpkt.parts", "sweep", "--smallpkt.collective", operation, "--bytes", "1K", "--iterations", str(ITERATIONS),
                       "--start", start, "--out", file]
            done = subprocess.run([MPIEXEC, "-n", "2", SYNCBENCH, *options], env={**os.environ, **truth}, capture_output=True, text=True, timeout=240)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            text = subprocess.run([ANALYZE, "explain", "--json", file], check=True, capture_output=True, text=True).stdout
            return json.loads(text)["files"][0]["findings"]

    def found(self, library, start, cause):
        """The finding of that cause whose size is the injected one to 5 %; a machine that is busy otherwise may hide it once or twice."""
        for _ in range(TRIES):
            findings = self.explain(library, start)
            for finding in findings:
                if finding["cause"] == cause and abs(finding["size_ns"]["value"] / (1000 * DELAY_US) - 1) <= 0.05:
                    return finding
        self.fail(f"no {cause} of {DELAY_US} us in {json.dumps(findings, indent=1)}")

    def test_a_late_arrival_is_placed_on_its_rank(self):
        for start in "round-time", "barrier":
            finding = self.found("arrive_late", start, "arrives-late")
            self.assertEqual((finding["ranks"], finding["phase"]), ([1], "before entering"))
            self.assertTrue(finding["evidence"])

    def test_a_late_departure_is_placed_on_its_rank(self):
        for start in "round-time", "barrier":
            finding = self.found("leave_late", start, "leaves-late")
            self.assertEqual((finding["ranks"], finding["phase"]), ([1], "leaving"))

    def test_a_delay_inside_is_found_and_placed_on_no_rank(self):
        for start in "round-time", "barrier":
            finding = self.found("busy_inside", start, "inside")
            self.assertEqual((finding["ranks"], finding["phase"]), ([], "inside"))


if __name__ == "__main__":
    unittest.main()
