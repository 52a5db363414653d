"""The suite pairs under the real launcher, its files read with h5py. Environment as for program_test.py."""
import json
import unittest

import h5py
import numpy

from program_test import ANALYZE, SMOKE, InFolder, launch, run

ABSENT = numpy.iinfo(numpy.int64).min


class Pairs(InFolder):
    def measured(self, ranks, *options):
        code, _, _, text = launch(ranks, "--suite", "pairs", *SMOKE, "--out", self.out(f"{ranks}.h5"), *options)
        self.assertEqual(code, 0, text)
        self.assertEqual(run([ANALYZE, "check", self.out(f"{ranks}.h5")])[0], 0)
        return h5py.File(self.out(f"{ranks}.h5"))

    def test_every_pair_meets_once_and_nobody_is_in_two_places(self):
        for ranks in 2, 3, 4:
            with self.measured(ranks) as file:
                points = list(file["points"].values())
                rounds = {p.attrs["round"]: p.attrs["pairs"] for p in points}
                self.assertEqual(sorted(rounds), list(range(1, (ranks if ranks % 2 else ranks - 1) + 1)))
                met = [pair for pairs in rounds.values() for pair in pairs.split(",")]
                self.assertEqual(sorted(met), [f"{a}-{b}" for a in range(ranks) for b in range(a + 1, ranks)])
                for point in points:
                    here = [int(rank) for pair in point.attrs["pairs"].split(",") for rank in pair.split("-")]
                    self.assertEqual(len(here), len(set(here)))
                    for name in "enter", "leave", "target":
                        absent = (point[name][:] == ABSENT).all(axis=1)
                        self.assertEqual(sorted(here), [rank for rank in range(ranks) if not absent[rank]])

    def test_who_begins_waits_for_the_answer_and_payload_is_verified(self):
        with self.measured(2, "--pairs.parts", "latency", "--iterations", "50") as file:
            for point in file["points"].values():
                self.assertEqual((point.attrs["verified"], point.attrs["operation"], point.attrs["bytes"]), (1, "centre", 8))
            self.assertEqual([p.attrs["direction"] for p in file["points"].values()], ["forward", "backward"])

    def test_datagrams_of_the_paths_mtu_are_counted_each_way(self):
        with self.measured(3, "--pairs.udp", "--pairs.parts", "latency", "--iterations", "10") as file:
            for point in file["points"].values():
                self.assertEqual(point.attrs["udp_sent"], 1000)
                for way in "forward", "backward":
                    pair, mtu = point.attrs["udp_mtu_" + way].split(":")
                    self.assertEqual(pair, point.attrs["pairs"])
                    self.assertGreaterEqual(int(mtu), 576)
                    self.assertTrue(0 < int(point.attrs["udp_received_" + way].split(":")[1]) <= 1000)

    def test_rounds_run_on_the_null_backend_too(self):
        with self.measured(3, "--backend", "null,mpi", "--iterations", "10") as file:
            self.assertEqual({p.attrs["status"] for p in file["points"].values()}, {"measured"})

    def analyzed(self, ranks):
        code, out, _, text = run([ANALYZE, "pairs", "--json", self.out(f"{ranks}.h5")])
        self.assertEqual(code, 0, text)
        return json.loads(out)["files"][0]

    def test_medians_of_pairs_are_those_of_whom_the_time_is_of(self):
        with self.measured(3, "--iterations", "40") as file:
            found = {(times["part"], way, tuple(pair["ranks"])): pair[way]
                     for times in self.analyzed(3)["times"] for pair in times["pairs"] for way in ("forward", "backward")}
            self.assertEqual(len(found), 12)
            for name, point in file["points"].items():
                part, way = point.attrs["part"], point.attrs["direction"]
                lower, higher = (int(rank) for rank in point.attrs["pairs"].split("-"))
                # A round trip ends where it begins, one way where it arrives; late starts of either do not count.
                timed = lower if (way == "forward") == (part == "latency") else higher
                counts = (point["status"][:][[lower, higher]] < 3).all(axis=0)
                counts[: point.attrs["warmup_iterations"]] = False
                elapsed = numpy.sort((point["leave"][timed] - point["enter"][timed])[counts])
                time = found[part, way, (lower, higher)]
                if len(elapsed) == 0:
                    self.assertIsNone(time)
                else:
                    self.assertEqual((time["id"], time["n"]), (name, len(elapsed)))
                    self.assertEqual(time["p50_ns"], elapsed[(len(elapsed) - 1) // 2])

    def test_of_a_summary_there_are_medians_and_no_accusations(self):
        with self.measured(3, "--iterations", "40", "--start", "barrier", "--record", "summary"):
            report = self.analyzed(3)
            self.assertTrue(all(pair["forward"]["p50_ns"] > 0 for times in report["times"] for pair in times["pairs"]))
            self.assertTrue(all(each["not_judged"] for each in report["comparisons"]))
            code, out, _, text = run([ANALYZE, "explain", self.out("3.h5")])
            self.assertEqual(code, 0, text)
            self.assertIn("of 12 points only a summary was recorded", " ".join(out.split()))


if __name__ == "__main__":
    unittest.main()
