"""The suite strided under the real launcher, its files read with h5py. Environment as for program_test.py."""
import json
import unittest

import h5py
import numpy

from program_test import ANALYZE, SMOKE, InFolder, launch, run

SHORT = ["--suite", "strided", *SMOKE, "--iterations", "60"]
ALL = "contiguous,vector:2,row,column,indexed,face,struct,unaligned:1,unaligned:4,half-to-float"
LATE_START = 3
ABSENT = numpy.iinfo(numpy.int64).min


def middle(times):
    return times[(len(times) - 1) // 2]


class Strided(InFolder):
    def measured(self, *options, ranks=2, name="strided.h5"):
        out = self.out(name)
        code, _, _, text = launch(ranks, *SHORT, "--out", out, *options)
        self.assertEqual(code, 0, text)
        code, _, _, text = run([ANALYZE, "check", out])
        self.assertEqual(code, 0, text)
        return h5py.File(out)

    def test_every_layout_runs_under_every_method_with_2_and_3_ranks(self):
        for ranks in 2, 3:
            with self.measured("--strided.layout", ALL, "--strided.bytes", "1K", ranks=ranks, name=f"{ranks}.h5") as file:
                points = list(file["points"].values())
                self.assertEqual(len(points), 2 + 4 * 8 + 6 + 7 + 2 * 6 + 2)
                self.assertEqual({p.attrs["status"] for p in points}, {"measured"})
                self.assertEqual({p.attrs["verified"] for p in points}, {1})
                layouts = {p.attrs["layout"] for p in points}
                self.assertEqual(layouts, set(ALL.split(",")))
                for point in points:
                    beside = [p for p in points if p.attrs["group"] == point.attrs["group"]]
                    self.assertEqual(len({p.attrs["bytes_send"] for p in beside}), 1)
                    self.assertTrue(set(point["block"][:]) >= {0, 1, 2, 3, 4})

    def test_pack_transfer_and_unpack_add_up_to_the_sample(self):
        # Every iteration has to count, however busy the machine is.
        with self.measured("--strided.layout", "column", "--strided.method", "hand,mpi-pack,new-datatype",
                           "--warmup", "0", "--start", "barrier") as file:
            shares = {}
            marked = [p for p in file["points"].values() if "marks" in p]
            self.assertEqual({p.attrs["method"] for p in marked}, {"hand", "mpi-pack", "new-datatype"})
            for point in marked:
                first = "made" if point.attrs["method"] == "new-datatype" else "packed"
                self.assertEqual(list(point["marks"].attrs["mark_names"]), [first, "exchanged"])
                moments = numpy.concatenate(
                    [point["enter"][:][..., None], point["marks"][:], point["leave"][:][..., None]], axis=2)
                self.assertFalse((moments == ABSENT).any())
                phases = numpy.diff(moments, axis=2)
                self.assertTrue((phases >= 0).all())
                self.assertTrue((phases.sum(axis=2) == point["leave"][:] - point["enter"][:]).all())
                shares[point.attrs["method"]] = self.shares(point, phases)
            path = file.filename
            packs = {p.attrs["method"]: p.attrs.get("extra_bytes") for p in file["points"].values()}
            self.assertEqual(packs["hand"], 2 * 4096)
            self.assertIsNone(packs["as-it-lies"])
        code, out, _, text = run([ANALYZE, "strided", path, "--json"])
        self.assertEqual(code, 0, text)
        shown = {row["method"]: row["phases"] for row in json.loads(out)["files"][0]["comparisons"][0]["rows"]}
        for method, wanted in shares.items():
            for phase, share in zip(("pack", "transfer", "unpack"), wanted):
                self.assertAlmostEqual(shown[method][phase], share, places=9)

    def shares(self, point, phases):
        """Medians of the phases' shares over the iterations that count, scaled to add up to 1."""
        counts = numpy.arange(phases.shape[1]) >= point.attrs["warmup_iterations"]
        counts &= ~(point["status"][:] == LATE_START).any(axis=0)
        sums = phases.sum(axis=0)[counts].astype(float)
        medians = numpy.array([middle(numpy.sort(each)) for each in (sums / sums.sum(axis=1, keepdims=True)).T])
        return medians / medians.sum()

    def test_what_a_backend_cannot_do_is_not_measured_with_the_reason(self):
        with self.measured("--strided.layout", "vector:2", "--strided.method", "hand,messages", "--strided.bytes", "128K",
                           "--backend", "mpi,null") as file:
            reasons = {(p.attrs["backend"], p.attrs["method"]): p.attrs["reason"] for p in file["points"].values()
                       if p.attrs["status"] == "not-measured"}
            self.assertEqual(set(reasons), {("mpi", "messages"), ("null", "hand"), ("null", "messages")})
            self.assertIn("32768 messages are more", reasons["mpi", "messages"])
            self.assertIn("no layout vector:2", reasons["null", "hand"])

    def test_buffers_that_rotate_or_are_flushed_hold_the_right_payload(self):
        for use in "rotate", "cold":
            with self.measured("--strided.layout", "struct,indexed", "--buffers", use, name=f"{use}.h5") as file:
                self.assertEqual({p.attrs["verified"] for p in file["points"].values()}, {1})
                self.assertEqual({p.attrs["buffers"] for p in file["points"].values()}, {use})

    def test_the_ratio_that_strided_prints_is_that_of_the_blocks(self):
        # Every block has to count: a warm-up that takes some of them away leaves no ratio.
        with self.measured("--strided.layout", "column", "--strided.method", "hand", "--warmup", "0", "--start", "barrier") as file:
            medians = {}
            for point in file["points"].values():
                times = (point["leave"][:] - point["enter"][:]).max(axis=0)
                iterations = numpy.arange(times.size)
                counts = (iterations >= point.attrs["warmup_iterations"]) & ~(point["status"][:] == LATE_START).any(axis=0)
                medians[point.attrs["method"]] = {
                    block: sorted(times[counts & (point["block"][:] == block)]) for block in set(point["block"][:])}
            path = file.filename
        code, out, _, text = run([ANALYZE, "strided", path, "--json"])
        self.assertEqual(code, 0, text)
        rows = json.loads(out)["files"][0]["comparisons"][0]["rows"]
        ratio = next(row for row in rows if row["method"] == "hand")["times_contiguous"]["value"]
        logs = [numpy.log(middle(times) / middle(medians["as-it-lies"][block]))
                for block, times in medians["hand"].items() if times and medians["as-it-lies"].get(block)]
        self.assertAlmostEqual(numpy.exp(numpy.mean(logs)), ratio, places=9)


if __name__ == "__main__":
    unittest.main()
