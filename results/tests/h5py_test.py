"""Reads what the writer wrote with plain h5py and compares it with values worked out by hand.

Usage: h5py_test.py WRITE_RUN P99_SCRIPT, where WRITE_RUN is the program that writes the runs.
"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import h5py
import numpy

ABSENT = -(2**63)
WRITE_RUN, P99 = sys.argv[1:3]


def text(value):
    return value.decode() if isinstance(value, bytes) else value


class Small(unittest.TestCase):
    """The small run: 2 ranks; p0000 has 3 iterations, targets and 2 marks; p0001 was not measured; p0002 has 1."""

    @classmethod
    def setUpClass(cls):
        cls.file = h5py.File(FOLDER / "small.h5")

    @classmethod
    def tearDownClass(cls):
        cls.file.close()

    def test_the_root_says_what_the_file_is(self):
        self.assertEqual(
            dict(self.file.attrs),
            {
                "schema": "syncbench/1",
                "software": "syncbench",
                "version": "0.1.0",
                "git": "b60ac20",
                "created": "2024-05-06T07:08:09Z",
                "run_id": "123e4567-e89b-12d3-a456-426614174000",
                "complete": 1,
                "emulated": 0,
            },
        )
        self.assertEqual(sorted(self.file), ["index", "points", "run"])

    def test_the_run_says_how_it_was_started_and_how_it_ended(self):
        self.assertEqual(
            dict(self.file["run"].attrs),
            {
                "backends": "null,mpi",
                "launcher": "srun",
                "ranks": 2,
                "nodes": 1,
                "launch_index": 3,
                "exit_reason": "finished",
            },
        )

    def test_texts_are_scalar_datasets(self):
        self.assertEqual(self.file["run/argv"].shape, ())
        self.assertEqual(self.file["run/argv"].asstr()[()], "syncbench --suite smallpkt")
        self.assertEqual(json.loads(self.file["run/config"][()]), {"suite": "smallpkt", "größe": 8})
        self.assertEqual(json.loads(self.file["run/labels"][()]), {})

    def test_tables_have_named_fields(self):
        ranks = self.file["run/ranks"][:]
        self.assertEqual(
            ranks.dtype.names, ("rank", "node", "local_rank", "pid", "cpus", "numa_nodes", "device")
        )
        self.assertEqual([text(field) for field in ranks[1].tolist()], [1, 0, 1, 4001, "1", "0", ""])
        self.assertEqual([text(field) for field in self.file["run/nodes"][0].tolist()], [0, "n00"])
        log = self.file["run/log"]
        self.assertEqual(log.shape, (1,))
        self.assertEqual(
            [text(field) for field in log[0].tolist()],
            ["2024-05-06T07:08:10Z", -1, "warning", "ranks are not bound"],
        )

    def test_the_index_has_one_row_a_point(self):
        index = self.file["index"][:]
        self.assertEqual(
            index.dtype.names,
            ("id", "suite", "operation", "backend", "policy", "status", "bytes", "pieces", "n", "p50_ns", "p99_ns"),
        )
        rows = [[text(field) for field in row.tolist()] for row in index]
        self.assertEqual(
            rows,
            [
                ["p0000", "smallpkt", "allreduce", "mpi", "serial", "measured", 8, 1, 2, 200, ABSENT],
                ["p0001", "smallpkt", "allreduce", "mpi", "serial", "not-measured", 8, 1, 0, ABSENT, ABSENT],
                ["p0002", "smallpkt", "allreduce", "mpi", "serial", "measured", 8, 1, 0, 200, ABSENT],
            ],
        )

    def test_samples_are_where_they_belong(self):
        point = self.file["points/p0000"]
        enter = [[0, 1000, 2000], [1000000, 1001000, 1002000]]
        numpy.testing.assert_array_equal(point["enter"], enter)
        numpy.testing.assert_array_equal(point["leave"][:] - enter, [[100] * 3, [200] * 3])
        numpy.testing.assert_array_equal(point["target"][:] - enter, -5)
        numpy.testing.assert_array_equal(point["marks"][1, 2], [1002001, 1002002])
        numpy.testing.assert_array_equal(point["status"], numpy.zeros((2, 3)))
        numpy.testing.assert_array_equal(point["block"], [0, 0, 1])

    def test_samples_are_of_the_documented_types(self):
        point = self.file["points/p0000"]
        for name in ("enter", "leave", "target", "marks"):
            self.assertEqual(point[name].dtype, numpy.dtype("<i8"), name)
            self.assertEqual(point[name].fillvalue, ABSENT, name)
        self.assertEqual(point["status"].dtype, numpy.dtype("u1"))
        self.assertEqual(point["block"].dtype, numpy.dtype("<u2"))
        for dataset in point.values():
            self.assertEqual((dataset.compression, dataset.compression_opts, dataset.shuffle), ("gzip", 1, True))

    def test_status_and_marks_carry_their_names(self):
        point = self.file["points/p0000"]
        self.assertEqual(
            list(point["status"].attrs["names"]), ["ok", "descheduled", "overran", "late_start", "corrupt"]
        )
        self.assertEqual(list(point["marks"].attrs["mark_names"]), ["mark0", "mark1"])

    def test_attributes_keep_their_kind(self):
        attributes = self.file["points/p0000"].attrs
        self.assertEqual(attributes["suite"], "smallpkt")
        self.assertEqual(attributes["status"], "measured")
        self.assertEqual(attributes["bytes_send"].dtype, numpy.dtype("<i8"))
        self.assertEqual(attributes["timer_overhead_ns"].dtype, numpy.dtype("<f8"))
        self.assertEqual(attributes["timer_overhead_ns"], 21.5)
        self.assertNotIn("reason", attributes)

    def test_a_point_that_was_not_measured_has_a_reason_and_no_datasets(self):
        point = self.file["points/p0001"]
        self.assertEqual(point.attrs["status"], "not-measured")
        self.assertEqual(point.attrs["reason"], "needs 2 nodes")
        self.assertEqual(len(point), 0)

    def test_what_a_point_does_not_have_is_absent(self):
        self.assertEqual(sorted(self.file["points/p0002"]), ["block", "enter", "leave", "status"])

    def test_every_dataset_has_a_unit_and_a_description(self):
        seen = []

        def look(name, item):
            if isinstance(item, h5py.Dataset):
                seen.append(name)
                self.assertTrue(item.attrs["unit"], name)
                self.assertTrue(item.attrs["description"], name)

        self.file.visititems(look)
        self.assertEqual(len(seen), 1 + 7 + 6 + 4)


class Part(unittest.TestCase):
    """A part of a run that died is a result file of its own."""

    def test_a_part_holds_the_header_and_its_point(self):
        with h5py.File(FOLDER / "dead.h5.parts/p0000.h5") as part:
            self.assertEqual(part.attrs["complete"], 0)
            self.assertNotIn("exit_reason", part["run"].attrs)
            self.assertEqual(part["run"].attrs["ranks"], 4)
            self.assertEqual(list(part["run/ranks"]["node"]), [0, 0, 1, 1])
            self.assertEqual(part["run/log"].shape, (0,))
            self.assertEqual(list(part["points"]), ["p0000"])
            self.assertEqual(list(part["index"]["id"]), [b"p0000"])
            self.assertEqual(part["points/p0000/enter"][3, 4], 3004000)

    def test_nothing_else_is_left(self):
        self.assertFalse((FOLDER / "dead.h5").exists())
        self.assertEqual([entry.name for entry in (FOLDER / "dead.h5.parts").iterdir()], ["p0000.h5"])
        self.assertFalse((FOLDER / "small.h5.parts").exists())


class Quantiles(unittest.TestCase):
    """The slower rank takes 1000 - i ns in iteration i. Of the iterations 2 to 201 those from 50 to 59 started late:
    190 values, from 799 up: 799 to 940 for the iterations 201 to 60, 951 to 998 for 49 to 2. The median is the 95th,
    799 + 94 = 893; p99 is the 189th (190 * 0.99 = 188.1), the last but one, 997.
    Of all 200 the median is the 100th, that is the 90th of the 190 (888) if the ten are the fastest and the 100th (898) if
    they are the slowest; p99 the 198th: the 188th (996), or one of the ten."""

    def test_the_documented_script_gives_the_quantiles(self):
        run = subprocess.run(
            [sys.executable, P99, FOLDER / "quantiles.h5", "p0000"], check=True, capture_output=True, text=True
        )
        self.assertEqual(
            run.stdout,
            "n=190 p50=893 ns p99=997 ns\n"
            "if the 10 late starts took 0: p50=888 ns p99=996 ns\n"
            "if the 10 late starts took inf: p50=898 ns p99=inf ns\n",
        )

    def test_the_readme_shows_that_script(self):
        readme = Path(P99).parent.parent / "README.md"
        self.assertIn(Path(P99).read_text(encoding="utf-8"), readme.read_text(encoding="utf-8"))


with tempfile.TemporaryDirectory() as folder:
    FOLDER = Path(folder)
    subprocess.run([WRITE_RUN, folder], check=True)
    unittest.main(argv=sys.argv[:1], verbosity=2)
