"""The suite numa under the real launcher, its files read with h5py. Environment as for program_test.py."""
import json
import unittest

import h5py

from program_test import ANALYZE, SYNCBENCH, InFolder, launch, run


class Numa(InFolder):
    def measured(self, *options, ranks=2, env=None):
        out = self.out("numa.h5")
        code, _, _, text = launch(ranks, "--suite", "numa", "--profile", "smoke", "--out", out, *options, env=env)
        self.assertEqual(code, 0, text)
        code, _, _, text = run([ANALYZE, "check", out])
        self.assertEqual(code, 0, text)
        return out

    def test_what_there_is_is_measured_and_the_rest_says_why(self):
        with h5py.File(self.measured("--numa.memory", "1M")) as file:
            points = list(file["points"].values())
            for point in points:
                if point.attrs["status"] == "not-measured":
                    self.assertRegex(point.attrs["reason"], "not applicable|does not let|each, and")
            measured = [p for p in points if p.attrs["status"] == "measured"]
            operations = {p.attrs["operation"] for p in measured}
            self.assertEqual(operations, {"memory-latency", "memory-copy", "allreduce"})
            chase = [p for p in measured if p.attrs["operation"] == "memory-latency"][0]
            self.assertEqual((chase.attrs["steps"], chase.attrs["memory_bytes"]), (20_000, 1 << 20))
            self.assertEqual(chase.attrs["verified"], 1)
            policies = {p.attrs["cpu_policy"] for p in measured if p.attrs["part"] == "policies"}
            self.assertLessEqual({"launched", "unbound"}, policies)

    def test_every_rank_tells_where_it_might_run(self):
        with h5py.File(self.measured("--numa.parts", "policies")) as file:
            facts = json.loads(file["run/facts/0/begin"].asstr()[()])["config"]
            cpus = file["run/ranks"]["cpus"]
            for rank in 0, 1:
                for moment in "at_entry", "after_mpi_init", "after_backend":
                    self.assertTrue(facts[f"rank.{rank}.cpus_{moment}"])
                self.assertEqual(facts[f"rank.{rank}.cpus_after_backend"], cpus[rank].decode())
                self.assertGreaterEqual(facts[f"rank.{rank}.cpus_of_machine"], 1)

    def test_the_command_says_what_the_launcher_did(self):
        out = self.measured("--numa.parts", "memory", "--numa.memory", "1M")
        code, text, _, everything = run([ANALYZE, "numa", out])
        self.assertEqual(code, 0, everything)
        self.assertRegex(" ".join(text.split()), "unbound|bound every rank")
        self.assertIn("ns a load", " ".join(text.split()))

    def test_a_machine_that_is_not_there_is_planned_for_and_not_measured(self):
        described = "--suite", "numa", "--numa.machine", "package:2 [numa] core:2 pu:1"
        code, text, _, _ = run([SYNCBENCH, *described, "--dry-run"])
        self.assertEqual(code, 0)
        self.assertIn("cores 1 mem 0", text)
        code, _, said, _ = launch(2, *described, "--out", self.out("none.h5"))
        self.assertEqual(code, 64)
        self.assertEqual(len(said), 1)
        self.assertIn("--dry-run", said[0])


if __name__ == "__main__":
    unittest.main()
