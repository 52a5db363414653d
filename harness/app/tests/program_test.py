"""Runs the real program under the real launcher, as users do, and reads its results with h5py.

usage: program_test.py PART, with the programs' paths in the environment (see CMakeLists.txt)."""
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import h5py
import numpy

SYNCBENCH = os.environ["SYNCBENCH"]
ANALYZE = os.environ["ANALYZE"]
MPIEXEC = os.environ["MPIEXEC"]
SMOKE = ["--profile", "smoke"]


def run(command, **more):
    """Exit code, stdout, and what syncbench said on stderr (launchers add their own words)."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, **more)
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.startswith("syncbench: ")]
    return done.returncode, done.stdout, said, done.stdout + done.stderr


def launch(ranks, *options, env=None):
    return run([MPIEXEC, "-n", str(ranks), SYNCBENCH, *options], env={**os.environ, **(env or {})})


class InFolder(unittest.TestCase):
    def setUp(self):
        # The hosts of a test cluster do not share /tmp.
        self.folder = tempfile.TemporaryDirectory(prefix="syncbench-test.", dir=os.environ.get("SYNCBENCH_TESTCLUSTER_STATE"))
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def file(self, name, text=""):
        path = self.path / name
        path.write_text(text)
        return str(path)

    def out(self, name="run.h5"):
        return str(self.path / name)


class Options(InFolder):
    """Bad options: one sentence with the nearest valid choice, once and not once per rank, before anything is measured."""

    def refused(self, code, sentence, *options, ranks=2):
        got, out, said, all_text = launch(ranks, *options)
        self.assertEqual(got, code, all_text)
        self.assertEqual(len(said), 1, all_text)
        self.assertRegex(said[0], sentence)
        self.assertNotIn("p50", out)

    def test_bad_values_name_the_nearest_good_one(self):
        self.refused(64, "--bytes 8:4: .*did you mean 4:8", "--bytes", "8:4")
        self.refused(64, "--smallpkt.pieces 0: .*nearest that is allowed is 1", "--smallpkt.pieces", "0")
        self.refused(64, "--suite smalpkt: .*did you mean smallpkt", "--suite", "smalpkt")
        self.refused(64, "--buffers rotat: .*did you mean rotate", "--buffers", "rotat")
        self.refused(64, "--clock tcs: .*did you mean tsc", "--clock", "tcs")
        self.refused(64, "--iterations 1e3: .*did you mean 1000", "--iterations", "1e3")

    def test_unknown_names_name_the_nearest_known_one(self):
        self.refused(64, "no option --smallpkt.peices; did you mean --smallpkt.pieces", "--smallpkt.peices", "3")
        config = self.file("run.toml", "seed = 1\n[smallpkt]\npeices = [3]\n")
        self.refused(64, "run.toml line 3: .*'smallpkt.peices'; did you mean smallpkt.pieces", "--config", config)

    def test_a_place_that_cannot_be_written_is_an_io_error(self):
        self.refused(74, "there is no folder .*nowhere; the nearest that exists is", "--out", self.out("nowhere/run.h5"))
        self.refused(74, "cannot read --config .*none.toml: No such file", "--config", self.out("none.toml"))

    def test_five_ranks_speak_once_too(self):
        self.refused(64, "did you mean 4:8", "--bytes", "8:4", ranks=5)

    def test_ranks_with_different_options_do_not_measure_together(self):
        got, _, said, text = run([MPIEXEC, "-n", "1", SYNCBENCH, "--seed", "1", "--out", self.out(), ":", "-n", "1", SYNCBENCH, "--seed", "2", "--out", self.out()])
        self.assertEqual(got, 64, text)
        self.assertEqual(len(said), 1, text)
        self.assertRegex(said[0], "rank 1 on .* has other options than rank 0")


class Information(InFolder):
    """What needs no launcher and no MPI_Init."""

    def page(self, *options):
        code, out, _, text = run([SYNCBENCH, *options])
        self.assertEqual(code, 0, text)
        return out

    def test_pages(self):
        self.assertIn("--bytes", self.page("--help"))
        self.assertRegex(self.page("--help"), "--clock raw.tsc")
        self.assertRegex(self.page("--help"), "--buffers hot.rotate.cold")
        self.assertIn("smallpkt", self.page("--list"))
        self.assertIn("--smallpkt.pieces", self.page("--describe", "smallpkt"))
        self.assertRegex(self.page("--version"), r"^syncbench \d+\.\d+\.\d+ \(")
        self.assertRegex(self.page("--dry-run", "--ranks", "128", "--nodes", "16"), "plan for 128 ranks on 16 nodes")

    def test_the_printed_configuration_can_be_read_back(self):
        printed = self.page("--print-config", "--bytes", "8:64", "--smallpkt.policy", "fused", "--buffers", "rotate", "--clock", "tsc")
        self.assertIn('buffers = "rotate"', printed)
        self.assertIn('clock = "tsc"', printed)
        config = self.file("run.toml", printed)
        self.assertEqual(self.page("--config", config, "--print-config"), printed)


class Results(InFolder):
    def measured(self, ranks, *options):
        code, out, _, text = launch(ranks, "--out", self.out(), *options)
        self.assertEqual(code, 0, text)
        return out

    def test_a_run_leaves_one_valid_file_that_h5py_reads(self):
        for ranks in (2, 3, 5):
            with self.subTest(ranks=ranks):
                out = self.measured(ranks, *SMOKE, "--iterations", "20", "--force")
                self.assertIn(f"wrote {self.out()}   next: syncbench-analyze explain", out.splitlines()[-1])
                self.assertEqual(os.listdir(self.path), ["run.h5"])
                code, checked, _, text = run([ANALYZE, "check", self.out()])
                self.assertEqual(code, 0, text)
                with h5py.File(self.out()) as file:
                    self.assertEqual(file.attrs["complete"], 1)
                    self.assertEqual(file["run"].attrs["ranks"], ranks)
                    self.assertEqual(len(file["run/ranks"]), ranks)
                    for point in file["points"].values():
                        self.look_at_point(point, ranks)

    def look_at_point(self, point, ranks):
        self.assertEqual(point.attrs["status"], "measured")
        self.assertEqual(point.attrs["verified"], 1)
        self.assertEqual(point["enter"].shape[0], ranks)
        self.assertTrue((point["leave"][:] >= point["enter"][:]).all())
        self.assertTrue((point["enter"][:, 1:] >= point["leave"][:, :-1]).all(), "an iteration begins after the last one ended")
        if point.attrs["policy"] == "fused":
            marks = point["marks"][:]
            self.assertEqual([name.decode() if isinstance(name, bytes) else name for name in point["marks"].attrs["mark_names"]], ["packed", "exchanged"])
            self.assertTrue((point["enter"][:] <= marks[:, :, 0]).all())
            self.assertTrue((marks[:, :, 0] <= marks[:, :, 1]).all())
            self.assertTrue((marks[:, :, 1] <= point["leave"][:]).all())

    def test_compared_points_take_turns(self):
        self.measured(2, *SMOKE, "--smallpkt.parts", "storm", "--smallpkt.pieces", "1,3", "--iterations", "50", "--warmup", "5", "--time-ms", "60000")
        with h5py.File(self.out()) as file:
            points = list(file["points"].values())
            self.assertEqual(len(points), 6)
            for point in points:
                self.assertEqual(point.attrs["group"], "smallpkt:storm-allreduce-f32")
                self.assertEqual(sorted(set(point["block"][:].tolist())), list(range(10)))
            first = min(point["enter"][0, 0] for point in points)
            self.assertTrue(all(point["enter"][0, -1] > first for point in points))

    def test_two_backends_side_by_side(self):
        out = self.measured(2, *SMOKE, "--backend", "mpi,null", "--bytes", "8,64", "--smallpkt.parts", "sweep", "--smallpkt.collective", "allreduce,broadcast,barrier")
        self.assertRegex(out, r"null +barrier")
        with h5py.File(self.out()) as file:
            by_backend = [(p.attrs["backend"], p.attrs["operation"], int(p.attrs["bytes_send"])) for p in file["points"].values()]
            self.assertEqual(len(by_backend), 10)
            self.assertIn(("null", "broadcast", 64), by_backend)

    def test_what_a_backend_cannot_do_is_stored_as_not_measured_with_the_reason(self):
        out = self.measured(2, *SMOKE, "--bytes", "8,8G", "--smallpkt.parts", "sweep")
        reason = "MPI-3.1 counts are 32-bit: 2147483648 elements do not fit"
        self.assertIn(f"not measured: {reason}", out)
        with h5py.File(self.out()) as file:
            small, large = file["points"]["p0000"], file["points"]["p0001"]
            self.assertEqual([p.attrs["status"] for p in (small, large)], ["measured", "not-measured"])
            self.assertEqual(large.attrs["reason"], reason)

    def test_what_does_not_fit_the_memory_is_not_measured_and_what_it_is_compared_with_is(self):
        self.measured(2, *SMOKE, "--smallpkt.parts", "storm", "--smallpkt.model", "llama2-7b", "--smallpkt.fraction", "1,1e-6", "--smallpkt.policy", "serial", "--iterations", "5", "--time-ms", "60000")
        with h5py.File(self.out()) as file:
            points = [file["points"][name] for name in ("p0000", "p0001")]
            if points[0].attrs["status"] == "measured":
                self.skipTest("this machine has memory for two copies of llama2-7b a rank")
            self.assertRegex(points[0].attrs["reason"], "it needs 100.4 GiB on a node; four fifths of what is free there are")
            self.assertEqual(points[0].attrs["bytes_send"], 4 * 6738415616)
            self.assertEqual((points[1].attrs["status"], points[1].attrs["pieces"]), ("measured", 291))

    def test_every_collective_is_measured_under_every_policy_and_right(self):
        names = "allreduce,broadcast,reduce,reduce-scatter,allgather,all-to-all,gather,scatter,scan,exscan,ring,centre"
        self.measured(3, *SMOKE, "--smallpkt.collective", names, "--smallpkt.parts", "storm", "--smallpkt.pieces", "3", "--smallpkt.total", "3000", "--smallpkt.root", "1",
                      "--smallpkt.policy", "serial,pipelined,grouped,fused,bucketed:1K,2K,overlapped:10", "--verify", "every", "--iterations", "5", "--time-ms", "60000")
        with h5py.File(self.out()) as file:
            points = list(file["points"].values())
            self.assertEqual(len(points), 12 * 6)
            for point in points:
                if point.attrs["status"] == "not-measured":
                    self.assertEqual(point.attrs["policy"], "grouped")
                    self.assertIn("persistent", point.attrs["reason"])
                    continue
                self.assertEqual(point.attrs["verified"], 1)
                rooted = point.attrs["operation"] in ("broadcast", "reduce", "gather", "scatter", "centre")
                self.assertEqual(point.attrs["root"], 1 if rooted else 0)

    def test_a_models_storm_stores_what_it_is_and_when_each_operation_ended(self):
        self.measured(2, *SMOKE, "--smallpkt.parts", "storm", "--smallpkt.model", "resnet50", "--smallpkt.fraction", "0.02", "--smallpkt.marks", "true", "--type", "mixed",
                      "--smallpkt.policy", "serial,pipelined,bucketed:64K,256K,overlapped:50,fused", "--iterations", "5", "--time-ms", "60000")
        with h5py.File(self.out()) as file:
            by_policy = {p.attrs["policy"]: p for p in file["points"].values()}
            for point in by_policy.values():
                self.assertEqual((point.attrs["model"], point.attrs["fraction"], point.attrs["fraction_of"]), ("resnet50", 0.02, "tensor"))
                self.assertEqual((point.attrs["type"], point.attrs["pieces"]), ("mixed", 161))
            ends = by_policy["serial"]["marks"][:]
            self.assertEqual(ends.shape[2], 161)
            self.assertTrue((ends[:, :, 1:] >= ends[:, :, :-1]).all())
            self.assertTrue((ends[:, :, -1] <= by_policy["serial"]["leave"][:]).all())
            self.assertEqual(by_policy["pipelined"]["marks"].shape[2], 161)
            self.look_at_overlap(by_policy["overlapped"])
            self.look_at_buckets(by_policy["bucketed"])
            self.assertEqual(by_policy["fused"].attrs["extra_bytes"], 2 * by_policy["fused"].attrs["bytes_send"])
            self.assertEqual(by_policy["fused"].attrs["issued"], 2)  # one of matrices, one of vectors

    def look_at_overlap(self, point):
        self.assertEqual(point.attrs["compute_ns"], 50000)
        marks = point["marks"][:]
        self.assertEqual(marks.shape[2], 2 + 161)
        self.assertTrue((marks[:, :, 1] - marks[:, :, 0] >= 50000).all(), "it computes for as long as it was asked to")
        self.assertTrue((marks[:, :, 2:] >= marks[:, :, 1:2]).all())

    def look_at_buckets(self, point):
        self.assertEqual((point.attrs["bucket_first"], point.attrs["bucket_limit"]), (65536, 262144))
        names = [name.decode() if isinstance(name, bytes) else name for name in point["marks"].attrs["mark_names"]]
        self.assertEqual(len(names), 4 * point.attrs["issued"])
        self.assertEqual(names[:3] + names[-1:], ["packed 1", "posted 1", "packed 2", f"unpacked {point.attrs['issued']}"])
        self.assertTrue((numpy.diff(point["marks"][:], axis=2) >= 0).all())

    def test_every_type_is_measured_and_right(self):
        self.measured(3, *SMOKE, "--type", "f32,f64,i64,f16,bf16", "--bytes", "8,4K", "--verify", "every")
        with h5py.File(self.out()) as file:
            self.assertEqual({p.attrs["type"] for p in file["points"].values()}, {"f32", "f64", "i64", "f16", "bf16"})
            self.assertTrue(all(p.attrs["verified"] == 1 for p in file["points"].values()))

    def test_an_existing_file_is_never_overwritten(self):
        self.file("run.h5", "precious")
        code, _, said, text = launch(2, *SMOKE, "--out", self.out())
        self.assertEqual(code, 64, text)
        self.assertEqual(len(said), 1, text)
        self.assertRegex(said[0], "run.h5.*--force")
        self.assertEqual((self.path / "run.h5").read_text(), "precious")

    def test_percentiles_are_what_numpy_makes_of_the_raw_samples(self):
        self.measured(2, "--bytes", "8,1K", "--smallpkt.parts", "sweep", "--iterations", "5000", "--start", "mpi-barrier")
        code, out, _, text = run([ANALYZE, "percentiles", "--json", self.out()])
        self.assertEqual(code, 0, text)
        levels = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99}
        compared = 0
        with h5py.File(self.out()) as file:
            series = [(p["leave"][:] - p["enter"][:]).max(axis=0)[p.attrs["warmup_iterations"]:] for p in file["points"].values()]
        for name, level in levels.items():
            # A refused median is given all the same, as what describes the measured iterations.
            ours = [quantile["value_ns"] or quantile["described_ns"] for quantile in find(json.loads(out), "quantile", name)]
            self.assertEqual(len(ours), len(series))
            for value, latency in zip(ours, series):
                if value is not None:  # None: too few independent iterations, which a busy machine makes of many
                    self.assertEqual(value, int(numpy.quantile(latency, level, method="inverted_cdf")))
                    compared += 1
        self.assertGreater(compared, 0)

    def test_quiet_prints_the_last_line_alone(self):
        out = self.measured(2, *SMOKE, "--quiet")
        self.assertEqual(len(out.splitlines()), 1)

    def test_labels_and_configuration_are_kept(self):
        self.measured(2, *SMOKE, "--label", "nccl=2.28,site=lab", "--seed", "7")
        with h5py.File(self.out()) as file:
            self.assertEqual(json.loads(file["run/labels"][()]), {"nccl": "2.28", "site": "lab"})
            config = json.loads(file["run/config"][()])
            self.assertEqual(config["seed"], 7)
            self.assertEqual(config["profile"], "smoke")
            self.assertTrue(all(p.attrs["seed"] == 7 for p in file["points"].values()))


class Surroundings(InFolder):
    """What a file says about where it was measured, and what it must never say."""

    def measured(self, *options, env=None):
        code, out, _, text = launch(2, *SMOKE, "--smallpkt.parts", "sweep", "--bytes", "8,64", "--out", self.out(), *options, env=env)
        self.assertEqual(code, 0, text)
        return out

    def test_facts_of_the_node_are_read_before_and_after(self):
        self.measured(env={"NCCL_DEBUG": "INFO"})
        with h5py.File(self.out()) as file:
            self.assertEqual(list(file["run/facts"]), ["0"])
            begin, end = (json.loads(file["run/facts/0"][moment][()]) for moment in ("begin", "end"))
            for facts in (begin, end):
                self.assertEqual(set(facts), {"identity", "config", "counter", "volatile"})
                self.assertIn("INFO", {value for name, value in facts["config"].items() if name == "env.NCCL_DEBUG"})
            counters = [name for name, value in begin["counter"].items() if isinstance(value, int)]
            self.assertTrue(counters)
            self.assertTrue(all(end["counter"][name] >= begin["counter"][name] for name in counters if name.startswith("tcp.")))

    def test_clocks_of_one_node_are_the_same_clock(self):
        self.measured()
        with h5py.File(self.out()) as file:
            clock = file["run/clock"][:]
            self.assertEqual(set(clock["rank"]), {0, 1})
            self.assertTrue((clock["offset_ns"] == 0).all() and (clock["bound_ns"] == 0).all())
            for rank in (0, 1):
                when = clock["when_ns"][clock["rank"] == rank]
                self.assertTrue((numpy.diff(when) > 0).all())
                for point in file["points"].values():
                    self.assertTrue((when < point["enter"][rank, 0]).any() and (when > point["leave"][rank, -1]).any())
                    self.assertEqual(point.attrs["clock_contradicted"], 0)

    def test_the_spread_of_starts_is_stored_for_every_start_mode_that_is_used(self):
        for mode in ("round-time", "barrier", "mpi-barrier", "none"):
            self.measured("--start", mode, "--force")
            with h5py.File(self.out()) as file:
                self.assertIn(f"start_spread_ns_{mode}", file["run"].attrs)

    def test_secrets_never_reach_the_file(self):
        jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
        token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
        self.measured("--label", f"site=lab,note={token}", env={
            "SLURM_JWT": jwt, "NCCL_CONF_TOKEN": "hunter2hunter2", "NCCL_NET_PLUGIN": token, "OMPI_MCA_x_password": "correct-horse", "UNLISTED": "not-allowed-here"})
        stored = pathlib.Path(self.out()).read_bytes()
        with h5py.File(self.out()) as file:
            texts = []
            file.visititems(lambda name, item: texts.append(str(item[()]) if isinstance(item, h5py.Dataset) and item.shape == () else ""))
        self.assertTrue(any("NCCL_NET_PLUGIN" in text for text in texts), "that it was set may be known")
        for secret in (jwt, jwt[:40], token, "hunter2hunter2", "correct-horse", "not-allowed-here"):
            self.assertNotIn(secret.encode(), stored)
            self.assertFalse(any(secret in text for text in texts))


class Progress(InFolder):
    """The line with the time left is for people who watch, not for logs."""

    COMMAND = ["--profile", "smoke", "--smallpkt.parts", "sweep"]

    def test_a_log_has_plain_lines(self):
        code, out, _, text = launch(2, *self.COMMAND, "--out", self.out())
        self.assertEqual(code, 0, text)
        self.assertNotIn("\r", out)
        self.assertNotIn("left", out)

    def test_a_terminal_shows_the_time_left_and_takes_it_away(self):
        text = self.at_terminal()
        self.assertRegex(text, r"\[=*>?-*\] \d+ of \d+ points, about \d+ s left")
        (last,) = [line for line in text.replace("\r\n", "\n").split("\n") if "wrote " in line]
        self.assertTrue(last.split("\x1b[K")[-1].startswith("wrote "), last)

    def test_it_can_be_switched_off(self):
        self.assertNotIn("left", self.at_terminal("--progress", "off"))

    def at_terminal(self, *options):
        ours, theirs = os.openpty()
        with os.fdopen(ours, "rb", buffering=0) as screen:
            done = subprocess.Popen([MPIEXEC, "-n", "2", SYNCBENCH, *self.COMMAND, "--out", self.out(), *options],
                                    stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "xterm"})
            os.close(theirs)
            text = b""
            try:
                while piece := screen.read(4096):
                    text += piece
            except OSError:  # the other end is closed
                pass
            self.assertEqual(done.wait(timeout=60), 0, text)
        return text.decode()


def find(node, key, value):
    """All dictionaries in a JSON document whose `key` is `value`, in order."""
    if isinstance(node, dict):
        if node.get(key) == value:
            yield node
        for each in node.values():
            yield from find(each, key, value)
    elif isinstance(node, list):
        for each in node:
            yield from find(each, key, value)


class Launches(InFolder):
    def test_one_rank_is_told_what_to_do(self):
        for command in ([SYNCBENCH], [MPIEXEC, "-n", "1", SYNCBENCH]):
            code, _, said, text = run(command, cwd=self.path)
            self.assertEqual(code, 64, text)
            self.assertEqual(said, ["syncbench: 1 rank has nobody to synchronise with. Try: srun -N2 -n2 ./syncbench, or mpirun -n 2 ./syncbench"])
        self.assertEqual(os.listdir(self.path), [])

    def test_one_rank_can_measure_the_floor(self):
        code, _, _, text = run([SYNCBENCH, "--backend", "null", *SMOKE, "--out", self.out()])
        self.assertEqual(code, 0, text)

    def test_another_mpi_s_launcher_is_found_out(self):
        foreign = os.environ.get("FOREIGN_MPIEXEC", "")
        if not foreign or foreign.endswith("NOTFOUND"):
            self.skipTest("no other MPI is installed")
        code, _, said, text = run([foreign, "-n", "2", SYNCBENCH, "--out", self.out()])
        self.assertEqual(code, 69, text)
        self.assertEqual(len(said), 1, text)
        self.assertRegex(said[0], "started 2 tasks but MPI sees 1; use the launcher that belongs to")
        self.assertEqual(os.listdir(self.path), [])

    def test_the_default_name_says_what_it_is(self):
        code, _, _, text = run([MPIEXEC, "-n", "2", SYNCBENCH, *SMOKE], cwd=self.path)
        self.assertEqual(code, 0, text)
        (name,) = os.listdir(self.path)
        self.assertRegex(name, r"^syncbench-\d{8}T\d{6}Z-smallpkt-1n2r(-j\d+)?\.h5$")


class LongRun(InFolder):
    """A run of many points that something may happen to."""

    launcher = [MPIEXEC, "-n", "2"]
    hosts = [socket.gethostname()] * 2

    def warn(self):
        os.kill(self.ranks()[1], signal.SIGUSR1)

    def terminate(self):
        os.kill(self.ranks()[0], signal.SIGTERM)

    def begin(self, *options, milliseconds=700):
        """Starts a run of many points on 2 ranks, each of so long, and waits for the first one to be finished."""
        self.mark = f"SYNCBENCH_TEST_MARK={os.urandom(8).hex()}"
        name, value = self.mark.split("=")
        command = [*self.launcher, SYNCBENCH, "--smallpkt.parts", "sweep", "--bytes", "8:4M", "--iterations", "1000000", "--time-ms", str(milliseconds),
                   "--out", self.out(), *options]
        self.run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, name: value})
        self.addCleanup(self.end)
        self.wait_until(lambda: (self.path / "run.h5.parts" / "p0000.h5").exists())

    def end(self):
        for pid in self.ranks().values():
            os.kill(pid, signal.SIGKILL)
        if self.run.poll() is None:
            self.run.kill()
        self.run.stdout.close()
        self.run.wait()

    def wait_until(self, condition):
        deadline = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), deadline, "nothing came of it")
            self.assertIsNone(self.run.poll(), "the run ended too early")
            time.sleep(0.02)

    def ranks(self):
        """Process ids of the run's ranks, by rank."""
        found = {}
        for process in pathlib.Path("/proc").iterdir():
            try:
                if not process.name.isdigit() or os.readlink(process / "exe") != os.path.realpath(SYNCBENCH):
                    continue
                variables = (process / "environ").read_bytes().decode(errors="replace").split("\0")
            except OSError:
                continue
            if self.mark not in variables:
                continue
            values = dict(each.split("=", 1) for each in variables if "=" in each)
            rank = next((values[name] for name in ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK") if name in values), -1)
            found[int(rank)] = int(process.name)
        return found

    def finish(self):
        text, _ = self.run.communicate(timeout=90)
        said = [line for line in text.splitlines() if line.startswith("syncbench: ")]
        return self.run.returncode, said, text

    def check_parts(self):
        parts = sorted((self.path / "run.h5.parts").glob("p*.h5"))
        self.assertGreaterEqual(len(parts), 1)
        for part in parts:
            code, _, _, text = run([ANALYZE, "check", str(part)])
            self.assertEqual(code, 0, text)


class Endings(LongRun):
    """Runs that do not come to their end: a signal, a rank that stops. What was finished is kept."""

    def test_a_warning_signal_ends_the_run_in_order_and_merges(self):
        self.begin()
        self.warn()
        code, _, text = self.finish()
        self.assertEqual(code, 128 + signal.SIGUSR1, text)
        self.check_merged_early(text)

    def check_merged_early(self, text):
        self.assertIn("ended early by SIGUSR1", text)
        self.assertFalse((self.path / "run.h5.parts").exists())
        self.assertEqual(run([ANALYZE, "check", self.out()])[0], 0)
        with h5py.File(self.out()) as file:
            points = list(file["points"].values())
            self.assertEqual(len(points), 20)
            reasons = [point.attrs.get("stop_reason", point.attrs["status"]) for point in points]
            self.assertEqual(reasons.count("interrupted"), 1)
            self.assertEqual(reasons[-1], "not-measured")
            self.assertEqual(points[-1].attrs["reason"], "the run ended before its turn")

    def test_a_termination_keeps_the_finished_points(self):
        self.begin()
        self.terminate()
        code, said, text = self.finish()
        self.assertEqual(code, 128 + signal.SIGTERM, text)
        self.assertEqual(len(said), 2, text)
        self.assertRegex(said[1], "ended by SIGTERM; the points that were finished are in .*run.h5.parts")
        self.check_parts()
        self.check_recovery()

    def check_recovery(self):
        finished = len(list((self.path / "run.h5.parts").glob("p*.h5")))
        self.assertEqual(run([ANALYZE, "recover", self.out() + ".parts/"])[0], 0)
        self.assertEqual(os.listdir(self.path), ["run.h5"])
        with h5py.File(self.out()) as file:
            self.assertEqual(len(file["points"]), finished)
            self.assertEqual(file.attrs["complete"], 0)

    def stopped_rank_is_named(self, rank):
        self.begin("--timeout", "3", "--io-timeout", "8")  # the first point's file is there: it may be still at storing it
        os.kill(self.ranks()[rank], signal.SIGSTOP)
        code, said, text = self.finish()
        self.assertEqual(code, 75, text)
        self.assertEqual(len(said), 2, text)
        self.assertRegex(said[1], rf"no progress for [38] s at point p\d+, \w+, iteration \d+: rank {rank} on {self.hosts[rank]} does not answer")
        self.check_parts()
        self.check_recovery()

    def test_a_stopped_rank_is_named(self):
        self.stopped_rank_is_named(1)

    def test_rank_0_is_named_too_when_it_stops(self):
        self.stopped_rank_is_named(0)


    def test_a_launcher_s_warning_reaches_the_ranks(self):
        self.begin()
        self.run.send_signal(signal.SIGUSR1)
        code, _, text = self.finish()
        self.assertEqual(code, 128 + signal.SIGUSR1, text)
        self.check_merged_early(text)

    def test_a_launcher_s_termination_keeps_the_finished_points(self):
        self.begin()
        self.run.send_signal(signal.SIGTERM)
        code, _, text = self.finish()
        self.assertNotEqual(code, 0, text)  # each launcher has its own; it may kill the ranks before they can speak
        self.check_parts()
        self.check_recovery()


class Payload(InFolder):
    def test_a_wrong_payload_fails_its_point_and_the_run_and_is_kept(self):
        if os.environ["SANITIZE"]:
            self.skipTest("a sanitizer's runtime must be the first library that is loaded")
        code, out, said, text = launch(2, *SMOKE, "--bytes", "64", "--smallpkt.parts", "sweep", "--verify", "every", "--iterations", "40", "--out", self.out(),
                                       env={"LD_PRELOAD": os.environ["CORRUPT_ALLREDUCE"]})
        self.assertEqual(code, 65, text)
        self.assertEqual(len(said), 2, text)  # the heading, and one sentence
        self.assertRegex(said[1], r"wrong payload in 1 point; the first: p0000: allreduce 1 of 1, element 15: \d+, expected \d+ \(rank 1\)")
        self.assertIn("WRONG PAYLOAD", out)
        with h5py.File(self.out()) as file:
            point = file["points/p0000"]
            self.assertEqual(point.attrs["verified"], 0)
            self.assertEqual(point.attrs["stop_reason"], "corrupt")
            # Once, on rank 1; how many operations went before the first iteration that is kept is the harness's business.
            self.assertEqual(numpy.argwhere(point["status"][:] == 4)[:, 0].tolist(), [1])


class Timing(InFolder):
    """What is timed by which clock, on which buffers, and how much of it the clock can see."""

    SWEEP = ["--smallpkt.parts", "sweep"]

    def points(self, ranks, *options, env=None):
        code, self.text, _, text = launch(ranks, "--out", self.out(), "--force", *options, env=env)
        self.assertEqual(code, 0, text)
        code, _, _, text = run([ANALYZE, "check", self.out()])
        self.assertEqual(code, 0, text)
        with h5py.File(self.out()) as file:
            return [(dict(point.attrs), point["enter"][:], point["leave"][:], point["status"][:]) for point in file["points"].values()]

    def setUp(self):
        super().setUp()
        flags = pathlib.Path("/proc/cpuinfo").read_text()
        self.has_tsc = "nonstop_tsc" in flags and "constant_tsc" in flags and "rdtscp" in flags

    def test_the_time_stamp_counter_keeps_the_order_of_iterations_on_all_ranks(self):
        if not self.has_tsc:
            code, _, said, text = launch(2, *SMOKE, "--clock", "tsc", "--out", self.out())
            self.assertEqual(code, 69, text)
            self.assertRegex(said[0], "--clock tsc: rank 0 on .*: the CPU has no invariant time stamp counter; use --clock raw")
            return
        for ranks in (2, 3):
            before = time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW)
            points = self.points(ranks, *SMOKE, "--clock", "tsc", "--bytes", "8,1K", *self.SWEEP)
            after = time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW)
            for attributes, enter, leave, _ in points:
                self.assertEqual(attributes["clock"], "tsc")
                self.assertTrue((leave >= enter).all())
                self.assertTrue((enter[:, 1:] >= leave[:, :-1]).all())
                # An allreduce ends on no rank before it has begun on all of them.
                self.assertTrue((leave.min(axis=0) >= enter.max(axis=0)).all())
                self.assertTrue(before < enter.min() and leave.max() < after, "the same time base as the kernel's clock")

    def test_buffers_rotate_or_are_cold_and_payload_is_right(self):
        for ranks in (2, 3):
            for buffers in ("hot", "rotate", "cold"):
                if buffers == "cold" and "clflush" not in pathlib.Path("/proc/cpuinfo").read_text():
                    continue
                points = self.points(ranks, *SMOKE, "--buffers", buffers, "--bytes", "8,64K", "--smallpkt.pieces", "3", "--verify", "every", "--iterations", "20")
                self.assertEqual({attributes["policy"] for attributes, *_ in points}, {"serial", "pipelined", "fused"})
                for attributes, *_ in points:
                    self.assertEqual(attributes["buffers"], buffers)
                    self.assertEqual(attributes["verified"], 1)
                    if attributes["bytes_send"] == 8:
                        self.assertEqual(attributes["buffer_slots"] > 1, buffers == "rotate")
                    self.assertLessEqual(attributes["working_set_bytes"], 2 ** 28 + 10_000_000)
                    self.assertIn(attributes["working_set_capped"], (0, 1))

    def test_a_fine_clock_times_operations_alone(self):
        for attributes, *_ in self.points(2, *SMOKE, "--bytes", "4M", *self.SWEEP):
            self.assertEqual(attributes["clock"], "raw")
            self.assertEqual(attributes["operations_per_sample"], 1)
            self.assertGreaterEqual(attributes["timer_resolution_ns"], 1)

    def test_a_clock_that_cannot_see_an_operation_times_several_and_calls_it_a_mean(self):
        if os.environ["SANITIZE"]:
            self.skipTest("a sanitizer's runtime must be the first library that is loaded")
        ((attributes, enter, leave, _),) = self.points(2, *SMOKE, "--bytes", "8", *self.SWEEP, "--iterations", "400", "--time-ms", "1000", "--start", "barrier",
                                                       "--buffers", "hot", env={"LD_PRELOAD": os.environ["COARSE_CLOCK"]})
        operations = int(attributes["operations_per_sample"])
        self.assertEqual(attributes["timer_resolution_ns"], 2_000_000)
        self.assertGreater(operations, 1)
        self.assertIn(f"mean of {operations}", self.text)
        code, document, _, text = run([ANALYZE, "percentiles", "--json", self.out()])
        self.assertEqual(code, 0, text)
        (point,) = json.loads(document)["files"][0]["points"]
        self.assertEqual(point["timer"]["operations_per_sample"], operations)
        (subject,) = point["subjects"]
        self.assertIsNone(subject["max_ns"])
        by_name = {quantile["quantile"]: quantile for quantile in subject["quantiles"]}
        self.assertTrue(all(by_name[name]["value_ns"] is None and by_name[name]["needed_n"] is None for name in ("p90", "p95", "p99", "p99.9")))
        if by_name["p50"]["value_ns"] is not None:  # None: a busy machine left too few iterations
            median = int(numpy.quantile((leave - enter).max(axis=0)[attributes["warmup_iterations"]:], 0.5, method="inverted_cdf"))
            self.assertEqual(by_name["p50"]["value_ns"], (median + operations // 2) // operations)
        self.assertIn(f"timer mean of {operations}", run([ANALYZE, "summary", self.out()])[1])

    def test_the_null_backend_is_the_floor_and_never_batched(self):
        if os.environ["SANITIZE"]:
            self.skipTest("a sanitizer's runtime must be the first library that is loaded")
        ((attributes, *_),) = self.points(2, *SMOKE, "--backend", "null", "--bytes", "8", *self.SWEEP, "--iterations", "50", "--start", "barrier",
                                          env={"LD_PRELOAD": os.environ["COARSE_CLOCK"]})
        self.assertEqual(attributes["operations_per_sample"], 1)
        document = json.loads(run([ANALYZE, "summary", "--json", self.out()])[1])
        self.assertEqual(document["files"][0]["points"][0]["timer"]["quality"], "exempt")

    def test_overhead_is_subtracted_when_asked_for_and_in_analysis_alone(self):
        ((attributes, *_),) = self.points(2, *SMOKE, "--bytes", "8", *self.SWEEP, "--start", "barrier")
        overhead = int(attributes["timer_overhead_ns"])
        stored, less = (json.loads(run([ANALYZE, "summary", "--json", *more, self.out()])[1])["files"][0]["points"][0] for more in ([], ["--subtract-overhead"]))
        self.assertEqual((stored["timer"]["subtracted_ns"], less["timer"]["subtracted_ns"]), (0, overhead))
        self.assertEqual(less["subjects"][0]["max_ns"], stored["subjects"][0]["max_ns"] - overhead)


if __name__ == "__main__":
    parts = {"options": Options, "information": Information, "results": Results, "surroundings": Surroundings, "progress": Progress, "launches": Launches,
             "endings": Endings, "payload": Payload, "timing": Timing}
    part = parts[sys.argv.pop(1)]
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromTestCase(part)).wasSuccessful())
