"""The suite init and launches, under the real launcher, files read with h5py alone. Environment as for program_test.py."""
import json
import os
import signal
import subprocess
import sys
import time
import unittest

import h5py
import numpy

from program_test import ANALYZE, MPIEXEC, SMOKE, SYNCBENCH, InFolder, launch, run

ABSENT = numpy.iinfo(numpy.int64).min
SHORT = ["--suite", "init", *SMOKE, "--init.bytes", "8,4K", "--init.iterations", "40", "--init.cycles", "5"]
GLOO = ["gloo"] if os.environ.get("GLOO_MODULE") else []


class Init(InFolder):
    def checked(self, out):
        code, _, _, text = run([ANALYZE, "check", out])
        self.assertEqual(code, 0, text)

    def report(self, *arguments):
        code, document, _, text = run([ANALYZE, *arguments, "--json"])
        self.assertEqual(code, 0, text)
        return json.loads(document)

    def test_phases_add_up_to_the_nanosecond_from_the_wrapper_to_the_first_result(self):
        out = self.out()
        begun = time.time_ns()
        code, _, _, text = launch(2, *SHORT, "--out", out, env={"SYNCBENCH_T0": str(begun)})
        self.assertEqual(code, 0, text)
        self.checked(out)
        with h5py.File(out) as file:
            rows = file["run/startup"][:]
            first = file["points/p0000"]
            self.assertEqual((first.attrs["start"], first.attrs["operations_per_sample"]), ("barrier", 1))
            ends = first["leave"][:, 0]
            cycles = [p for p in file["points"].values() if p.attrs["part"] == "cycle"]
            self.assertEqual(len(cycles), 6)
            self.assertEqual({p.attrs["verified"] for p in file["points"].values()}, {1})
            for point in cycles:
                moments = numpy.concatenate(
                    [point["enter"][:][..., None], point["marks"][:], point["leave"][:][..., None]], axis=2)
                self.assertFalse((moments == ABSENT).any())
                self.assertTrue((numpy.diff(moments, axis=2) >= 0).all())
        startup = self.report("init", out)["files"][0]["startup"]
        self.assertEqual(startup["begins"], "wrapper")
        for rank in 0, 1:
            own = rows[rows["rank"] == rank]
            self.assertEqual([name.decode() for name in own["phase"]],
                             ["wrapper", "main", "options", "mpi-init", "peer", "communicator", "topology", "clock",
                              "library", "ready"])
            self.assertEqual(list(own["peer"]), [-1] * 4 + [1 - rank] + [-1] * 5)
            # T0 on the raw clock: main on the raw clock, less what lies between both on the real one.
            self.assertEqual(own["realtime_ns"][0], begun)
            self.assertEqual(own["when_ns"][1] - own["when_ns"][0], own["realtime_ns"][1] - begun)
            self.assertTrue((numpy.diff(own["when_ns"]) >= 0).all())
            phases = [phase["ns"][rank] for phase in startup["phases"]]
            self.assertTrue(all(ns >= 0 for ns in phases))
            self.assertEqual(sum(phases), int(ends[rank] - own["when_ns"][0]))
            self.assertEqual(startup["total_ns"][rank], sum(phases))

    def test_three_ranks_touch_each_other_and_without_a_wrapper_time_begins_with_the_process(self):
        out = self.out()
        code, _, _, text = run([MPIEXEC, "-n", "3", "sh", "-c", 'unset SYNCBENCH_T0; exec "$@"', "sh", SYNCBENCH, *SHORT,
                                "--init.parts", "first", "--out", out],
                               env={**os.environ, "OMPI_MCA_mpi_yield_when_idle": "1"})
        self.assertEqual(code, 0, text)
        with h5py.File(out) as file:
            rows = file["run/startup"][:]
        self.assertEqual({(int(r["rank"]), int(r["peer"])) for r in rows if r["phase"] == b"peer"},
                         {(a, b) for a in range(3) for b in range(3) if a != b})
        for rank in range(3):
            own = rows[rows["rank"] == rank]
            self.assertEqual(own["phase"][0], b"process")
            self.assertGreaterEqual(own["when_ns"][1], own["when_ns"][0])

    def test_a_time_that_is_none_is_refused_once(self):
        code, _, said, text = launch(2, *SHORT, "--out", self.out(), env={"SYNCBENCH_T0": "12:00"})
        self.assertEqual((code, len(said)), (64, 1), text)
        self.assertRegex(said[0], r"SYNCBENCH_T0=12:00 .*SYNCBENCH_T0=.*date \+%s%N")


class Launches(InFolder):
    def launches(self, launcher, *options, count=3, env=None):
        return run([SYNCBENCH, *SHORT, "--init.parts", "first", "--launches", str(count), "--launcher", launcher,
                    *options], env={**os.environ, **(env or {})})

    @unittest.skipUnless(GLOO, "no module gloo")
    def test_launches_on_gloo_are_cold_too(self):
        code, _, _, text = self.launches(f"'{MPIEXEC}' -n 2", "--backend", "gloo", "--out", self.out("g.h5"), count=2)
        self.assertEqual(code, 0, text)
        with h5py.File(self.out("g-002.h5")) as file:
            rows = file["run/startup"][:]
            for rank in 0, 1:
                own = rows[rows["rank"] == rank]
                library = int(numpy.diff(own["when_ns"])[list(own["phase"]).index(b"library") - 1])
                self.assertGreater(library, 0)
            self.assertGreater(file["run"].attrs["setup_ns_gloo_total"], 0)

    def test_three_launches_are_three_files_that_are_read_as_one_set(self):
        code, out, _, text = self.launches(f"'{MPIEXEC}' -n 2", "--out", str(self.path) + "/")
        self.assertEqual(code, 0, text)
        files = sorted(map(str, self.path.glob("*.h5")))
        self.assertEqual([name[-7:] for name in files], ["-001.h5", "-002.h5", "-003.h5"])
        self.assertRegex(out, r"(?m)^launch 3 of 3: \d+\.\d s, ")
        self.assertIn("3 of 3 launches left a result", out)
        whole = []
        for index, name in enumerate(files, 1):
            with h5py.File(name) as file:
                self.assertEqual(file["run"].attrs["launch_index"], index)
                rows, ends = file["run/startup"][:], file["points/p0000/leave"][:, 0]
                self.assertEqual({bytes(r["phase"]) for r in rows if r["realtime_ns"] != ABSENT}, {b"wrapper", b"main"})
                whole.append(max(int(ends[rank] - rows[rows["rank"] == rank]["when_ns"][0]) for rank in (0, 1)))
        code, document, _, text = run([ANALYZE, "launches", *files, "--json"])
        self.assertEqual(code, 0, text)
        total = json.loads(document)["phases"][-1]["ns"]
        self.assertEqual((total["values"], total["n"]), (whole, 3))
        self.assertEqual((total["median"], total["least"], total["most"]),
                         (sorted(whole)[1], min(whole), max(whole)))
        self.assertIsNone(total["lower"])

    def test_a_launch_that_fails_is_said_and_the_next_one_follows(self):
        # The launcher's first launch ends with 75, as a hung one does.
        launcher = self.file("launcher.sh", f'[ -e {self.path}/once ] || {{ touch {self.path}/once; exit 75; }}\n'
                                            f'exec {MPIEXEC} -n 2 "$@"\n')
        code, out, _, text = self.launches(f"sh {launcher}", "--out", self.out(), count=2)
        self.assertEqual(code, 75, text)
        self.assertIn("launch 1 of 2: ended with 75; the next follows", text)
        self.assertIn("1 of 2 launches left a result", out)
        self.assertTrue((self.path / "run-002.h5").exists())

    def test_what_would_fail_again_is_not_tried_again(self):
        code, _, _, text = self.launches("sh -c 'exit 64'", "--out", self.out())
        self.assertEqual(code, 64, text)
        self.assertIn("launch 1 of 3: ended with 64; no other follows", text)
        for launcher, sentence, expected in (("no-such-launcher", "no-such-launcher cannot be started", 69),
                                             ("'mpirun", "a ' that is not closed", 64), ("", "needs --launcher", 64)):
            code, _, said, text = self.launches(launcher, "--out", self.out())
            self.assertEqual((code, len(said)), (expected, 1), text)
            self.assertIn(sentence, said[0])
        code, _, said, text = run([MPIEXEC, "-n", "2", SYNCBENCH, "--launches", "2", "--launcher", "mpirun"])
        self.assertEqual((code, len(said)), (64, 1), text)

    def test_an_interrupt_ends_the_launch_that_runs_and_no_other_follows(self):
        # The launcher says that it is there, and then waits for the signal that is to be passed on to it.
        there = self.path / "there"
        launcher = self.file("launcher.py", f"import signal, sys\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(143))\n"
                                            f"open('{there}', 'w').close()\nsignal.pause()\n")
        running = subprocess.Popen([SYNCBENCH, "--launches", "3", "--launcher", f"'{sys.executable}' {launcher}", "--out", self.out()],
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        while not there.exists() and running.poll() is None:
            time.sleep(0.01)
        running.send_signal(signal.SIGTERM)
        text, _ = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 143, text)
        self.assertIn("launch 1 of 3: ended with 143; no other follows", text)


if __name__ == "__main__":
    unittest.main()
