"""`./dev bench growth`: does the memory of any rank grow while a run lasts? Every rank's resident memory is read each second.

usage: growth.py SYNCBENCH LAUNCHER [--seconds N]

Points take two seconds each; their sizes hardly differ. The first quarter of the run, in which buffers
and the library's own memory come to be, does not count. Exit code: 0 if no rank grows by more than a MiB a minute, 2 if one does."""
import argparse
import glob
import os
import shlex
import subprocess
import sys
import tempfile
import time

import numpy

MOST = 1.0  # MiB a minute
COLLECTIVES = "allreduce,broadcast,barrier,allgather,all-to-all,reduce,ring"


def ranks_of(mark):
    """Process id → rank, of all processes that bear the mark."""
    found = {}
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            with open(path, "rb") as file:
                variables = dict(each.split(b"=", 1) for each in file.read().split(b"\0") if b"=" in each)
            name = os.path.basename(os.readlink(os.path.dirname(path) + "/exe"))
        except OSError:
            continue
        if variables.get(b"SYNCBENCH_GROWTH") == mark.encode() and name == "syncbench":
            found[int(path.split("/")[2])] = int(variables.get(b"OMPI_COMM_WORLD_RANK", variables.get(b"PMI_RANK", b"-1")))
    return {pid: rank for pid, rank in found.items() if rank >= 0}


def resident(pid):
    """MiB."""
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def watch(run, mark):
    """Rank → [(second, MiB)]"""
    begun, ranks, seen = time.monotonic(), {}, {}
    while run.poll() is None:
        ranks = ranks or ranks_of(mark)
        for pid, rank in ranks.items():
            try:
                seen.setdefault(rank, []).append((time.monotonic() - begun, resident(pid)))
            except OSError:
                pass
        time.sleep(1)
    return seen


def slope(rows):
    """MiB a minute, by least squares, without the first quarter and the last tenth."""
    seconds, mebibytes = numpy.array(rows).T
    counts = (seconds > seconds[-1] / 4) & (seconds < 0.9 * seconds[-1])
    return numpy.polyfit(seconds[counts], mebibytes[counts], 1)[0] * 60, mebibytes[counts].min(), mebibytes[counts].max()


def main():
    parser = argparse.ArgumentParser(prog="./dev bench growth", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in "syncbench", "launcher":
        parser.add_argument(name, help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=int, default=120)
    chosen = parser.parse_args()
    sizes = ",".join(str(8 * (1 + k)) for k in range(max(1, chosen.seconds // (7 * 2))))
    with tempfile.TemporaryDirectory(prefix="syncbench-growth.") as folder:
        command = [*shlex.split(chosen.launcher), chosen.syncbench, "--smallpkt.parts", "sweep", "--smallpkt.collective", COLLECTIVES, "--bytes", sizes,
                   "--profile", "quick", "--precision", "0.000001", "--time-ms", "2000", "--quiet", "--out", f"{folder}/run.h5"]
        run = subprocess.Popen(command, env=dict(os.environ, SYNCBENCH_GROWTH=folder), stdout=subprocess.DEVNULL)
        seen = watch(run, folder)
    if run.returncode != 0:
        sys.exit(f"growth: the run ended with {run.returncode}")
    slopes = {rank: slope(rows) for rank, rows in sorted(seen.items())}
    for rank, (growth, least, most) in slopes.items():
        print(f"rank {rank}: {growth:+.2f} MiB a minute, {least:.1f} to {most:.1f} MiB, {len(seen[rank])} readings")
    worst = max(growth for growth, _, _ in slopes.values())
    print(f"growth: the most is {worst:+.2f} MiB a minute on {len(slopes)} ranks; at most {MOST}: {'met' if worst <= MOST else 'MISSED'}")
    return 0 if worst <= MOST else 2


sys.exit(main())
