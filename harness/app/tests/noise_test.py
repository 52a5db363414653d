"""The suite noise under the real launcher, its files read with h5py. Environment as for program_test.py."""
import json
import unittest

import h5py
import numpy

from program_test import ANALYZE, InFolder, launch, run


class Noise(InFolder):
    def measured(self, *options, ranks=2):
        out = self.out("noise.h5")
        code, _, _, text = launch(ranks, "--suite", "noise", "--profile", "smoke", "--out", out, *options)
        self.assertEqual(code, 0, text)
        code, _, _, text = run([ANALYZE, "check", out])
        self.assertEqual(code, 0, text)
        return out

    def test_both_ways_are_measured_and_kept(self):
        out = self.measured()
        with h5py.File(out) as file:
            loop, quantum = file["points/p0000"], file["points/p0001"]
            self.assertEqual((loop.attrs["operation"], loop.attrs["backend"]), ("selfish-loop", "none"))
            self.assertEqual(loop["enter"].shape[1], loop.attrs["warmup_iterations"])
            rows = loop["detours"][:]
            self.assertEqual(rows.dtype.names, ("rank", "when_ns", "length_ns"))
            self.assertTrue((rows["length_ns"] > loop.attrs["threshold_ns"]).all())
            self.assertEqual(loop["detours"].attrs["unit"], "rank: number; when_ns, length_ns: ns")
            for rank in 0, 1:
                when = rows["when_ns"][rows["rank"] == rank]
                self.assertTrue((numpy.diff(when) > 0).all())
                if when.size:
                    self.assertGreaterEqual(when.min(), loop["enter"][rank].min())
                    self.assertLess(when.max(), loop["leave"][rank].max())
            self.assertNotIn("detours", quantum)
            self.assertEqual(quantum.attrs["quantum_ns"], 100_000)
            self.assertEqual(quantum.attrs["start"], "none")

    def test_the_command_says_a_sentence_a_rank(self):
        out = self.measured("--noise.ways", "selfish")
        code, document, _, text = run([ANALYZE, "noise", "--json", out])
        self.assertEqual(code, 0, text)
        report = json.loads(document)
        self.assertEqual(len(report["files"][0]["sentences"]), 2)

    def test_what_does_not_fit_is_counted(self):
        out = self.measured("--noise.ways", "selfish", "--noise.most-detours", "5", "--noise.threshold-ns", "1")
        with h5py.File(out) as file:
            loop = file["points/p0000"]
            self.assertEqual(loop["detours"].shape, (10,))
            self.assertGreater(loop.attrs["detours_lost"], 1000)


if __name__ == "__main__":
    unittest.main()
