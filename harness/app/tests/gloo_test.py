"""Runs the real program with backend gloo: the module that is or is not there, results beside MPI's, peers that stop.

usage: gloo_test.py [hosts], with the environment of program_test.py and GLOO_MODULE, the module's file; with "hosts" on two hosts inside
slurm/testcluster."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import unittest

import h5py

CLUSTER = sys.argv[1:] == ["hosts"]
MODULE = os.environ["GLOO_MODULE"]
if CLUSTER:
    # The programs may lie below /tmp, which each host has for itself.
    state = os.environ["SYNCBENCH_TESTCLUSTER_STATE"]
    os.environ["SYNCBENCH"] = shutil.copy(os.environ["SYNCBENCH"], state)
    MODULE = shutil.copy(MODULE, state)

import program_test
from program_test import ANALYZE, SMOKE, SYNCBENCH, InFolder, launch, run

SWEEP = [*SMOKE, "--smallpkt.parts", "sweep", "--iterations", "60", "--time-ms", "60000"]
PHASES = ["connect", "device", "exchange", "pairs"]


class Module(InFolder):
    def refused(self, sentence, *options, lines=1):
        code, _, said, text = launch(2, "--backend", "gloo", *SWEEP, "--out", self.out(), *options)
        self.assertEqual(code, 69, text)
        self.assertEqual(len(said), lines, text)
        self.assertRegex(said[-1], sentence)
        self.assertFalse(pathlib.Path(self.out() + ".parts").exists())

    def test_without_the_module_one_sentence_says_where_it_was_looked_for(self):
        self.refused(f"rank 0 on .*: the backend gloo is a module that is not here: there is no libsyncbench-gloo.so in {self.path}; .*--modules DIR", "--modules", str(self.path))

    def test_a_module_of_another_build_is_refused(self):
        content = pathlib.Path(MODULE).read_bytes()
        interface = re.search(rb"\0([0-9a-f]{12})\0", content).group(1)
        (self.path / "libsyncbench-gloo.so").write_bytes(content.replace(interface, b"0123456789ab"))
        self.refused(r"belongs to another build of syncbench \(interface 0123456789ab, and this program has [0-9a-f]{12}\)", "--modules", str(self.path))

    def test_what_is_no_module_is_refused(self):
        self.file("libsyncbench-gloo.so", "no library")
        self.refused("cannot open the backend gloo: .*libsyncbench-gloo.so", "--modules", str(self.path))

    def test_an_interface_that_is_not_there_is_refused_and_leaves_nothing(self):
        self.refused(r"rank 0 on .*: --gloo-iface none0: there is no such interface .* there are lo \(127.0.0.1\)", "--gloo-iface", "none0", lines=2)  # after the heading

    def test_the_program_itself_knows_no_gloo(self):
        linked = subprocess.run(["ldd", SYNCBENCH], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertIn("libmpi", linked)
        self.assertNotIn("gloo", linked)
        linked = subprocess.run(["ldd", MODULE], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertIn("libgloo", linked)

    def test_it_is_listed_and_plans_without_it_being_opened(self):
        self.assertRegex(run([SYNCBENCH, "--list"])[1], r"gloo +Gloo over TCP")
        code, out, _, text = run([SYNCBENCH, "--dry-run", "--backend", "mpi,gloo", "--modules", str(self.path), "--gloo-algorithm", "auto,bcube", "--bytes", "8"])
        self.assertEqual(code, 0, text)
        self.assertRegex(out, r"gloo/bcube +8 ")


class Measured(InFolder):
    def measured(self, ranks, *options):
        code, out, _, text = launch(ranks, "--out", self.out(), *SWEEP, *options)
        self.assertEqual(code, 0, text)
        self.assertEqual(run([ANALYZE, "check", self.out()])[0], 0)
        return out

    def test_gloo_and_mpi_take_turns_in_one_run(self):
        self.measured(2, "--backend", "mpi,gloo", "--bytes", "8,64K")
        with h5py.File(self.out()) as file:
            points = list(file["points"].values())
            self.assertEqual([p.attrs["backend"] for p in points], ["mpi", "gloo"] * 2)
            self.assertEqual([p.attrs.get("algorithm") for p in points], [None, "auto"] * 2)
            for mpi, gloo in (points[:2], points[2:]):
                self.assertEqual(mpi.attrs["group"], gloo.attrs["group"])
                self.assertEqual(sorted(set(gloo["block"][:].tolist())), list(range(10)))
                self.assertLess(mpi["enter"][0, 0], gloo["leave"][0, -1])
                self.assertLess(gloo["enter"][0, 0], mpi["leave"][0, -1])
                self.assertEqual((mpi.attrs["verified"], gloo.attrs["verified"]), (1, 1))

    def test_the_time_to_connect_is_stored_and_shown(self):
        for ranks in (2, 3, 4, 5):
            out = self.measured(ranks, "--backend", "gloo", "--bytes", "8", "--force")
            self.assertRegex(out, rf"gloo: {ranks} ranks connected in \d+\.\d\d ms \(device \d.*connect \d")
            with h5py.File(self.out()) as file:
                times = {name: int(value) for name, value in file["run"].attrs.items() if name.startswith("setup_ns_gloo_")}
            self.assertEqual(sorted(times), [f"setup_ns_gloo_{name}" for name in [*PHASES, "total"]])
            self.assertTrue(all(0 <= time <= times["setup_ns_gloo_total"] for time in times.values()), times)
            self.assertRegex(run([ANALYZE, "summary", self.out()])[1], r"gloo: ready in \d+\.\d\d ms \(connect")

    def test_algorithms_are_points_of_their_own_and_what_a_collective_lacks_is_not_measured(self):
        out = self.measured(3, "--backend", "gloo", "--bytes", "4K", "--smallpkt.collective", "allreduce,broadcast", "--gloo-algorithm", "auto,bcube,ring-chunked", "--verify", "every")
        self.assertIn("not measured: Gloo has no bcube broadcast; it has auto, one-to-all", " ".join(out.split()))
        with h5py.File(self.out()) as file:
            found = [(p.attrs["operation"], p.attrs["algorithm"], p.attrs["status"]) for p in file["points"].values()]
        self.assertEqual(found[:3], [("allreduce", name, "measured") for name in ("auto", "bcube", "ring-chunked")])
        self.assertEqual(found[3:], [("broadcast", "auto", "measured"), ("broadcast", "bcube", "not-measured"), ("broadcast", "ring-chunked", "not-measured")])

    def test_a_policy_that_blocking_calls_cannot_have_is_not_measured_with_the_reason(self):
        self.measured(2, "--backend", "gloo", "--smallpkt.parts", "storm", "--smallpkt.pieces", "3", "--smallpkt.policy", "serial,pipelined,fused")
        with h5py.File(self.out()) as file:
            by_policy = {p.attrs["policy"]: dict(p.attrs) for p in file["points"].values()}
        self.assertEqual([by_policy[name]["status"] for name in ("serial", "pipelined", "fused")], ["measured", "not-measured", "measured"])
        self.assertIn("Gloo's calls block until they are done", by_policy["pipelined"]["reason"])


class Endings(program_test.LongRun):
    """A peer that stops, or dies, while Gloo waits for it: named at the deadline, and what was finished is kept."""

    def begin(self, *options, **more):
        super().begin("--backend", "gloo", "--timeout", "3", "--io-timeout", "8", *options, **more)

    def named(self, rank):
        """Ends at the deadline with that rank's name, and all that was finished; gives the sentence."""
        code, said, text = self.finish()
        self.said = said[-1]
        self.assertEqual(code, 75, text)
        self.assertRegex(said[-1], rf"no progress for [38] s at point p\d+, \w+, iteration \d+: rank {rank} on {self.hosts[rank]} does not answer.*finished points are in")
        self.assertEqual(sum("terminate called" in line for line in text.splitlines()), 0, text)
        self.check_parts()
        return self.said

    def test_a_peer_that_stops_is_named(self):
        self.begin()
        os.kill(self.ranks()[1], signal.SIGSTOP)
        self.named(1)


class OnHosts(Measured, Endings):
    hosts = ["n1", "n2"]
    launcher = [os.environ.get("SYNCBENCH_TESTCLUSTER", ""), "run", "-N2", "-n2", "--"]

    def measured(self, ranks, *options):
        code, out, _, text = run([self.launcher[0], "run", "-N2", f"-n{ranks}", "--overcommit", "--", SYNCBENCH, "--out", self.out(), *SWEEP, *options],
                                 env={**os.environ, "OMPI_MCA_mpi_yield_when_idle": "1"})
        self.assertEqual(code, 0, text)
        self.assertIn(f"{ranks} ranks on 2 nodes", out)
        return out

    def packets(self):
        """Sent so far by rank 0's host."""
        lines = pathlib.Path(f"/proc/{self.ranks()[0]}/net/dev").read_text().splitlines()
        return next(int(line.split(":")[1].split()[9]) for line in lines if line.strip().startswith("eth0:"))

    def test_a_peer_that_is_killed_is_named_and_what_gloo_saw_is_said(self):
        # Between points and batches MPI alone waits for the peer, and Gloo sees nothing: then once more.
        for _ in range(6):
            shutil.rmtree(self.out() + ".parts", ignore_errors=True)
            self.begin(milliseconds=4000)
            before = self.packets()
            self.wait_until(lambda: self.packets() > before + 3000)
            os.kill(self.ranks()[1], signal.SIGKILL)
            if "Gloo failed in" in self.named(1):
                break
        self.assertRegex(self.said, r"\(rank 0 on n1: Gloo failed in \S+: .*\)")

    def test_a_peer_that_cannot_be_reached_is_named(self):
        # Each host's loopback is its own: no one answers there.
        code, _, said, text = run([*self.launcher, SYNCBENCH, "--backend", "gloo", "--gloo-iface", "lo", "--timeout", "3", "--bytes", "8", *SWEEP, "--out", self.out()])
        self.assertEqual(code, 75, text)
        self.assertRegex(said[-1], r"no progress for 3 s in phase connecting: .*\(rank 0 on n1: .*connecting to rank 1 on n2.*\)")


if __name__ == "__main__":
    chosen = [OnHosts] if CLUSTER else [Module, Measured, Endings]
    suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(each) for each in chosen)
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
