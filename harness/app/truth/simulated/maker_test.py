"""maker_test.py MAKER ANALYZE: what the maker of simulated runs writes is what was described, as h5py and numpy see it."""
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy

import noises

MAKER, ANALYZE = sys.argv[1:]
STILL = {"order_ns": 0, "jitter_ns": 0, "leave_jitter_ns": 0}


def made(folder, **description):
    file = str(pathlib.Path(folder) / "run.h5")
    line = json.dumps({"file": file, "seed": 7} | description)
    out = subprocess.run([MAKER], input=line + "\n", capture_output=True, text=True, check=True).stdout
    return file, json.loads(out)["points"]


def samples(file, point="p0000"):
    with h5py.File(file) as run:
        group = run["points"][point]
        return {name: group[name][:] for name in ("enter", "leave", "status", "block")} | ({"evidence": group["evidence"][:]} if "evidence" in group else {})


def noise_has_its_quantiles(folder):
    for name, noise in noises.PROCESSES.items():
        count = 1_000_000 if noise["kind"] in ("ar1", "bursts", "levels") else 200_000
        file, _ = made(folder, points=[STILL | {"iterations": count, "t0_ns": 1_000_000, "noise": noise}])
        got = samples(file)
        took = numpy.sort((got["leave"] - got["enter"]).max(axis=0))
        for level in (0.5, 0.95, 0.99, 0.999):
            value = took[int(numpy.ceil(level * took.size)) - 1] / 1e6
            share = noises.CDF[noise["kind"]](value, noise)
            # Within what so many iterations leave open, correlated ones fewer.
            assert abs(share - level) <= 0.06 * (1 - level) + 0.004, (name, level, value, share)


def bursts_come_in_one_piece(folder):
    file, _ = made(folder, points=[STILL | {"iterations": 200_000, "noise": noises.PROCESSES["bursts-10"] | {"factor": 50}}])
    got = samples(file)
    slow = numpy.flatnonzero((got["leave"] - got["enter"])[0] > 200_000)
    ends = numpy.flatnonzero(numpy.diff(slow) > 1)
    assert abs(slow.size / 200_000 - 0.02) < 0.002
    lengths = numpy.diff(numpy.concatenate(([-1], ends, [slow.size - 1])))
    assert set(lengths[1:-1] % 10) == {0}  # two may touch


def faults_are_where_the_truth_says(folder):
    fault = {"where": "arrives", "ranks": [2], "ns": 50_000, "when": {"kind": "every", "k": 50, "from": 7}}
    file, points = made(folder, ranks=3, points=[STILL | {"iterations": 4_000, "faults": [fault]}])
    got, truth = samples(file), points[0]["faults"][0]
    late = numpy.flatnonzero(got["enter"][2] - got["enter"][0] == 50_000)
    assert late.tolist() == list(range(7, 4_000, 50)) and truth["iterations"] == 80
    assert (truth["first"], truth["last"], truth["median_ns"], truth["sum_ns"]) == (7, 3_957, 50_000, 80 * 50_000)
    assert (got["status"][2][late] == 1).all() and (got["status"] == 1).sum() == 80  # descheduled
    assert points[0]["time_ns"] == (got["leave"].max(axis=0) - got["enter"].min(axis=0)).sum()
    assert numpy.array_equal(got["leave"][0], got["leave"][2])  # all wait for the last one


def other_places(folder):
    faults = [{"where": "leaves", "ranks": [0], "ns": 30_000}, {"where": "gate", "ranks": [1], "ns": 9_000, "when": {"kind": "count", "n": 8}}]
    file, points = made(folder, points=[STILL | {"iterations": 400, "blocks": 4, "faults": faults}])
    got = samples(file)
    assert (got["leave"][0] - got["leave"][1] == 30_000).all()
    assert (got["status"][1] == 3).sum() == 8 and (got["status"][0] == 3).sum() == 0
    assert numpy.bincount(got["block"]).tolist() == [100] * 4
    assert [each["iterations"] for each in points[0]["faults"]] == [400, 8]


def processors_are_lost_where_it_says(folder):
    fault = {"where": "inside", "ranks": [1], "ns": 1_000_000, "off_cpu": True, "when": {"kind": "episode", "from": 0.5, "until": 0.75}}
    file, _ = made(folder, points=[STILL | {"iterations": 400, "evidence": "full", "faults": [fault]}])
    got = samples(file)
    lost = (got["leave"] - got["enter"]) - (got["evidence"][:, :, 1] - got["evidence"][:, :, 0])
    assert (lost[0] == 0).all() and numpy.flatnonzero(lost[1] == 1_000_000).tolist() == list(range(200, 300))
    assert (got["evidence"][1, :, 5] - got["evidence"][1, :, 4]).sum() == 100  # involuntary switches


def every_file_is_valid_and_the_same_again(folder):
    point = {"iterations": 500, "evidence": "cpu", "faults": [{"where": "arrives", "by": "random", "ns": 9_000, "sizes": "exponential",
                                                              "when": {"kind": "bursts", "length": 10, "share": 0.2}}]}
    file, first = made(folder, ranks=5, points=[point, point])
    subprocess.run([ANALYZE, "check", file], check=True, stdout=subprocess.DEVNULL)
    before = samples(file, "p0001")["enter"]
    file, second = made(folder, ranks=5, points=[point, point])
    assert first == second and numpy.array_equal(before, samples(file, "p0001")["enter"])
    assert first[0]["faults"] != first[1]["faults"]  # but two points are not alike


with tempfile.TemporaryDirectory() as temporary:
    for check in (noise_has_its_quantiles, bursts_come_in_one_piece, faults_are_where_the_truth_says, other_places, processors_are_lost_where_it_says,
                  every_file_is_valid_and_the_same_again):
        check(temporary)
        print(f"{check.__name__.replace('_', ' ')}: yes")
