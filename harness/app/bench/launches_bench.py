"""`./dev bench launches`: do limits over launches hold? Short launches of one command, each held against what the others predict.

usage: launches_bench.py SYNCBENCH ANALYZE LAUNCHER [--launches N] [--keep FOLDER] [-- OPTIONS OF SYNCBENCH]

Every launch's median is recomputed by h5py and numpy and has to be what `syncbench-analyze launches` says, to the nanosecond.
Exit code: 0 if 90 % of the launches' medians lie in the 95 % prediction limits of the other launches (a launch moves all of its
points together, so the share is that of few independent things), 2 if not, 1 if a median differs."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy

SHORT = ["--suite", "smallpkt", "--smallpkt.parts", "sweep", "--smallpkt.collective", "allreduce,broadcast,barrier,allgather,all-to-all",
         "--bytes", "8,128,1K,4K,16K,64K,256K,1M", "--profile", "quick"]
LEAST = 0.9


def median_of(point):
    """Of the slowest rank's times after the warm-up, ns; iterations that started late are left out."""
    first = int(point.attrs["warmup_iterations"])
    slowest = (point["leave"][:, first:] - point["enter"][:, first:]).max(axis=0)
    late = [str(name) for name in point["status"].attrs["names"]].index("late_start")
    counts = ~(point["status"][:, first:] == late).any(axis=0)
    return int(numpy.quantile(slowest[counts], 0.5, method="inverted_cdf"))


def check_medians(report):
    for launch, name in enumerate(report["files"]):
        with h5py.File(name) as file:
            for point in report["points"]:
                said = point["quantiles"][0]["values_ns"][launch]
                if said is None or int(file["points"][point["id"]].attrs["operations_per_sample"]) > 1:
                    continue
                found = median_of(file["points"][point["id"]])
                if said != found:
                    sys.exit(f"{name} {point['id']}: launches says {said} ns, h5py and numpy {found}")


def main():
    parser = argparse.ArgumentParser(prog="./dev bench launches", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in "syncbench", "analyze", "launcher":
        parser.add_argument(name, help=argparse.SUPPRESS)
    parser.add_argument("--launches", default="14")
    parser.add_argument("--keep", type=pathlib.Path, help="where the result files stay")
    parser.add_argument("options", nargs="*", help="of syncbench, after --, instead of a short sweep of five collectives")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="syncbench-launches.") as folder:
        out = chosen.keep or pathlib.Path(folder)
        subprocess.run([chosen.syncbench, *(chosen.options or SHORT), "--launches", chosen.launches, "--launcher", chosen.launcher,
                        "--out", f"{out}/"], check=True, stdout=subprocess.DEVNULL)
        files = sorted(map(str, out.glob("*.h5")))
        print(subprocess.run([chosen.analyze, "launches", *files], check=True, capture_output=True, text=True).stdout)
        report = json.loads(subprocess.run([chosen.analyze, "launches", "--json", *files], check=True, capture_output=True, text=True).stdout)
        check_medians(report)
    covered, of = report["leave_one_out"]["covered"], report["leave_one_out"]["of"]
    share = covered / of if of else 0
    verdict = "met" if share >= LEAST else "MISSED"
    print(f"launches: {covered} of {of} medians ({share:.3f}) lie in the 95 % prediction limits of the other launches; at least {LEAST}: {verdict}")
    return 0 if share >= LEAST else 2


sys.exit(main())
