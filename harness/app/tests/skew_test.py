"""The suite skew under the real launcher, its files read with h5py. Environment as for program_test.py."""
import os
import pathlib
import sys
import unittest

import h5py
import numpy

from program_test import ANALYZE, SMOKE, InFolder, launch, run

sys.path.insert(0, os.environ["RESULTS_TESTS"])
import lateness  # noqa: E402

SKEW = ["--suite", "skew", *SMOKE]


class Skew(InFolder):
    def measured(self, *options, ranks=2, name="skew.h5"):
        out = self.out(name)
        code, _, _, text = launch(ranks, *SKEW, "--out", out, *options)
        self.assertEqual(code, 0, text)
        code, _, _, text = run([ANALYZE, "check", out])
        self.assertEqual(code, 0, text)
        return h5py.File(out)

    def test_the_whole_suite_runs_with_2_3_and_4_ranks(self):
        for ranks in 2, 3, 4:
            with self.measured(ranks=ranks, name=f"{ranks}.h5") as file:
                points = list(file["points"].values())
                self.assertEqual({p.attrs["status"] for p in points}, {"measured"})
                self.assertEqual({p.attrs["late_ranks"] for p in points}, {str(ranks - 1)})
                self.assertEqual({p.attrs["part"] for p in points}, {"late", "sequence"})

    def test_lateness_in_multiples_is_resolved_by_one_stored_unit_for_a_comparison(self):
        with self.measured("--skew.lateness", "0,0.5,3,40us", "--skew.parts", "late") as file:
            points = {p.attrs["lateness"]: p.attrs for p in file["points"].values()}
            self.assertEqual(set(points), {"0", "0.5", "3", "40us"})
            unit = points["3"]["lateness_unit_ns"]
            self.assertGreater(unit, 0)
            self.assertEqual(points["3"]["lateness_ns"], 3 * unit)
            self.assertEqual(points["0.5"]["lateness_ns"], (unit + 1) // 2)
            self.assertEqual((points["40us"]["lateness_ns"], points["40us"]["lateness_unit_ns"]), (40_000, 0))
            self.assertEqual((points["0"]["lateness_ns"], points["0"]["lateness_unit_ns"]), (0, 0))
            self.assertEqual(len({attrs["group"] for attrs in points.values()}), 1)
            blocks = [set(p["block"][:]) for p in file["points"].values()]
            self.assertTrue(all(each >= {0, 1, 2, 3, 4} for each in blocks), blocks)

    def test_every_delay_is_recomputed_from_the_attributes(self):
        with self.measured("--skew.parts", "late", "--skew.lateness", "100us", "--skew.shape",
                           "one-late,half-late,ramp,uniform,exponential,pareto,rotating", "--iterations", "30",
                           "--seed", "5", ranks=3) as file:
            self.assertEqual(len(file["points"]), 14)
            for name, point in file["points"].items():
                apart, _, _ = lateness.kept(file, name)
                self.assertLessEqual(apart, 1, dict(point.attrs))  # a logarithm may round to the other side
                self.assertTrue((point["enter"][:] >= point["target"][:]).all())

    def test_noise_lets_nobody_enter_while_it_lasts(self):
        with self.measured("--skew.parts", "late", "--skew.lateness", "300us", "--skew.shape", "periodic",
                           "--skew.noise-aligned", "--iterations", "200") as file:
            point = file["points"]["p0001"]
            self.assertEqual((point.attrs["noise_period_ns"], point.attrs["noise_length_ns"]), (1_000_000, 300_000))
            into = point["target"][:] % 1_000_000  # one node: the local clock is the global one
            self.assertTrue(((into >= 300_000) | (into == 0)).all())

    def test_between_two_operations_lateness_is_in_the_marks(self):
        with self.measured("--skew.parts", "sequence", "--skew.lateness", "500us", "--skew.late", "0") as file:
            between = [p for p in file["points"].values() if p.attrs["injected_at"] == "between"]
            self.assertEqual(len(between), 1)
            marks = between[0]["marks"]
            names = list(marks.attrs["mark_names"])
            self.assertEqual(names, ["done 1", "resumed", "done 2"])
            held = marks[:, :, 1] - marks[:, :, 0]
            self.assertTrue((held[0] >= 500_000).all())
            target = between[0]["target"][:]
            self.assertTrue((target[0] == target[1]).all())
            # The other rank waits in the barrier for the late one.
            self.assertTrue((marks[1, :, 2] >= marks[0, :, 1]).all())

    def test_memory_and_packing_are_marked(self):
        with self.measured("--skew.parts", "sequence", "--skew.bytes", "64K", "--skew.alloc", "malloc,mmap",
                           "--skew.slow-pack", "20", "--iterations", "20") as file:
            by_alloc = {p.attrs["alloc"]: p for p in file["points"].values() if "alloc" in p.attrs}
            self.assertEqual(set(by_alloc), {"none", "malloc", "mmap"})
            self.assertNotIn("marks", by_alloc["none"])
            self.assertEqual(list(by_alloc["mmap"]["marks"].attrs["mark_names"]), ["allocated"])
            slow = [p for p in file["points"].values() if p.attrs.get("slow_packs") == 20][0]
            packed = numpy.median(slow["marks"][:, :, 0] - slow["enter"][:], axis=1)
            self.assertGreater(packed[1], packed[0])  # twenty times the work

    def test_every_start_mode_knows_targets_and_the_null_backend_is_late_too(self):
        for start in "round-time", "barrier", "mpi-barrier", "none":
            with self.measured("--skew.parts", "late", "--start", start, "--backend", "mpi,null", "--skew.progress",
                               "--iterations", "20", name=start + ".h5") as file:
                for point in file["points"].values():
                    self.assertIn("target", point)

    def test_evidence_is_stored_by_name_and_absent_by_default(self):
        common = ["--skew.parts", "late", "--iterations", "20"]
        with self.measured(*common) as file:
            self.assertNotIn("evidence", file["points/p0000"])
            self.assertEqual(file["points/p0000"].attrs["evidence"], "off")
        with self.measured(*common, "--evidence", "full", name="full.h5") as file:
            evidence = file["points/p0000/evidence"]
            names = list(evidence.attrs["counter_names"])
            self.assertEqual(evidence.shape[:2], file["points/p0000/enter"].shape)
            self.assertEqual(len(names), evidence.shape[2])
            column = {name: evidence[:, :, place] for place, name in enumerate(names)}
            self.assertTrue((column["cpu_leave_ns"] > column["cpu_enter_ns"]).all())
            # A thread gets no more processor time than passes between two readings around it.
            span = file["points/p0000/leave"][:, 1:] - file["points/p0000/enter"][:, :-1]
            used = column["cpu_enter_ns"][:, 1:] - column["cpu_leave_ns"][:, :-1]
            self.assertTrue((used <= 1.01 * span + 1000).all())  # two clocks of one kernel
            for kind in "voluntary_switches", "involuntary_switches", "minor_faults", "major_faults":
                self.assertTrue((column[kind + "_leave"] >= column[kind + "_enter"]).all())

    def test_the_late_rank_may_be_any_that_was_started(self):
        with self.measured("--skew.parts", "late", "--skew.late", "3", "--skew.collective", "barrier", ranks=4) as file:
            self.assertEqual({p.attrs["late_ranks"] for p in file["points"].values()}, {"3"})
        code, _, said, text = launch(2, *SKEW, "--skew.late", "3")
        self.assertEqual(code, 64, text)
        self.assertIn("the highest is 1", said[0])

    def test_what_needs_a_gpu_is_refused(self):
        code, _, said, text = launch(2, *SKEW, "--skew.alloc", "cudaMalloc")
        self.assertEqual(code, 64, text)
        self.assertRegex(said[0], "takes a GPU")


if __name__ == "__main__":
    unittest.main()
