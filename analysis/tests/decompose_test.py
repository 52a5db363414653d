"""The decomposition of every iteration, computed from the file by h5py and numpy in whole numbers, against `decompose`.

usage: decompose_test.py MAKE_LATE_RUN SYNCBENCH_ANALYZE
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy

ABSENT = numpy.iinfo(numpy.int64).min
LATE_START, CORRUPT = 3, 4


def rounded(value):
    """The nearest whole number, halves away from zero."""
    return int(numpy.floor(abs(value) + 0.5)) * (1 if value >= 0 else -1)


class Clock:
    """local <-> global, the offset a straight line between neighbouring synchronisations."""

    def __init__(self, rows):
        self.rows = rows  # sorted by when_ns

    def line(self, index):
        row = self.rows[max(0, index)]
        when, offset, slope = int(row["when_ns"]), int(row["offset_ns"]), float(row["slope"])
        if max(0, index) + 1 < len(self.rows):
            after = self.rows[max(0, index) + 1]
            slope = float(int(after["offset_ns"]) - offset) / float(int(after["when_ns"]) - when)
        return when, offset, slope

    def to_global(self, local):
        if len(self.rows) == 0:
            return local
        index = int(numpy.searchsorted(self.rows["when_ns"], local, side="right")) - 1
        when, offset, slope = self.line(index)
        return local - (offset + rounded(float(local - when) * slope))

    def to_local(self, moment):
        if len(self.rows) == 0:
            return moment
        begins = self.rows["when_ns"] - self.rows["offset_ns"]
        when, offset, slope = self.line(int(numpy.searchsorted(begins, moment, side="right")) - 1)
        distance = moment - (when - offset)
        return when + distance + rounded(float(distance) * (slope / (1 - slope)))

    def epsilon(self, local):
        """Inside the synchronisations only: that is where the test's samples lie."""
        after = int(numpy.searchsorted(self.rows["when_ns"], local, side="right"))
        a, b = self.rows[after - 1], self.rows[after]
        distance = min(local - int(a["when_ns"]), int(b["when_ns"]) - local)
        return int(max(a["bound_ns"], b["bound_ns"])) + int(numpy.ceil(float(distance) * 1e-6))

    def greatest_epsilon(self, begin, end):
        moments = [begin, end]
        for a, b in zip(self.rows, self.rows[1:]):
            middle = int(a["when_ns"]) + (int(b["when_ns"]) - int(a["when_ns"])) // 2
            if begin < middle < end:
                moments.append(middle)
        return max(self.epsilon(moment) for moment in moments)


def needs(operation, rank, root, ranks):
    """D(i), from the table in the method."""
    everyone = list(range(ranks))
    return {
        "allreduce": everyone,
        "broadcast": [root],
        "reduce": everyone if rank == root else [rank],
        "scan": everyone[: rank + 1],
        "ring": [(rank - 1) % ranks],
        "centre": everyone if rank == root else [root],
    }[operation]


def shares(arrivals):
    """The airport game, in whole ns; what does not divide goes to the last."""
    order = sorted(range(len(arrivals)), key=lambda rank: (arrivals[rank], rank))
    blame, share, rest = [0] * len(arrivals), 0, 0
    for k, rank in enumerate(order):
        if k > 0:
            gap = arrivals[rank] - arrivals[order[k - 1]]
            share += gap // (len(order) - k)
            rest += gap % (len(order) - k)
        blame[rank] = share
    blame[order[-1]] += rest
    return blame


def lower_median(values):
    return int(numpy.quantile(numpy.array(values), 0.5, method="inverted_cdf"))


def decompose(file, point_id):
    point = file["points"][point_id]
    enter, leave, status = (point[name][:].astype(object) for name in ("enter", "leave", "status"))
    ranks, iterations = enter.shape
    rows = file["run/clock"][:]
    clocks = [Clock(rows[rows["rank"] == rank]) for rank in range(ranks)]
    warmup = int(point.attrs["warmup_iterations"])
    kept = [i for i in range(warmup, iterations)
            if ABSENT not in enter[:, i] and CORRUPT not in status[:, i]]
    epsilon = max(clocks[r].greatest_epsilon(enter[r, kept[0]], leave[r, kept[-1]]) for r in range(ranks))
    result = []
    for i in kept:
        a = [clocks[r].to_global(enter[r, i]) for r in range(ranks)]
        e = [clocks[r].to_global(leave[r, i]) for r in range(ranks)]
        latest = a.index(max(a))
        row = {"iteration": i, "apart_ns": max(a) - min(a), "after_last_ns": max(e) - max(a), "latest": latest,
               "saving_ns": max(a) - sorted(a)[-2], "wait_ns": [], "algorithm_wait_ns": [], "transfer_ns": [],
               "late": LATE_START in status[:, i], "arrivals": a}
        for r in range(ranks):
            own = int(enter[r, i])
            last = r
            for other in needs(point.attrs["operation"], r, int(point.attrs["root"]), ranks):
                if a[other] > a[last]:
                    last = other
            ready = own if last == r else max(own, clocks[r].to_local(a[last]))
            everyone = ready if latest == r else max(ready, clocks[r].to_local(a[latest]))
            wait = ready - own
            algorithm_wait = max(0, min(int(leave[r, i]), everyone) - ready)
            row["wait_ns"].append(wait)
            row["algorithm_wait_ns"].append(algorithm_wait)
            row["transfer_ns"].append(int(leave[r, i]) - ready - algorithm_wait)
        result.append(row)
    gated = [row for row in result if not row["late"]]
    usual = lower_median([row["after_last_ns"] for row in gated]) if gated else 0
    together = [row["after_last_ns"] for row in gated if row["apart_ns"] <= max(2 * epsilon, usual // 20)]
    unloaded = lower_median(together) if len(together) >= 30 else None
    usual = usual if unloaded is None else unloaded
    threshold = max(2 * epsilon, 3 * int(file["run"].attrs["start_spread_ns_barrier"]))
    for row in result:
        row["material"] = not row["late"] and row["apart_ns"] > threshold
        waits = zip(row["wait_ns"], row["algorithm_wait_ns"])
        row["blamed"] = not row["late"] and max(max(w, w + x - usual) for w, x in waits) > threshold
        arrivals = row.pop("arrivals")
        row["blame_ns"] = shares(arrivals) if row["blamed"] else [0] * ranks
        row["excess_ns"] = None if unloaded is None else row["after_last_ns"] - unloaded
        del row["late"]
    return epsilon, unloaded, threshold, result


def main():
    make, analyze = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder) / "run.h5")
        subprocess.run([make, path], check=True)
        output = subprocess.run([analyze, "decompose", "--json", "--iterations", path], check=True, stdout=subprocess.PIPE)
        points = json.loads(output.stdout)["files"][0]["points"]
        values = materials = 0
        with h5py.File(path) as file:
            assert [point["id"] for point in points] == sorted(file["points"]), "every point is taken apart"
            for point in points:
                epsilon, unloaded, threshold, rows = decompose(file, point["id"])
                assert point["epsilon_ns"] == epsilon and epsilon > 150, (point["id"], point["epsilon_ns"], epsilon)
                assert point["unloaded_ns"] == unloaded, (point["id"], point["unloaded_ns"], unloaded)
                assert point["threshold_ns"] == threshold, (point["id"], point["threshold_ns"], threshold)
                assert len(rows) == len(point["iterations"]) == point["n"]
                for ours, theirs in zip(rows, point["iterations"]):
                    assert ours == theirs, (point["id"], ours, theirs)
                    values += 4 * len(ours["wait_ns"])
                    materials += ours["material"]
                    if ours["blamed"]:
                        assert sum(ours["blame_ns"]) == ours["apart_ns"]
                for rank in point["ranks"]:
                    place = rank["rank"]
                    for name in ("wait_ns", "algorithm_wait_ns", "transfer_ns", "blame_ns"):
                        assert rank[name] == sum(row[name][place] for row in rows), (point["id"], place, name)
        assert materials > 50, "the file has lateness to take apart"
    print(f"{values} values of {len(points)} points agree to the nanosecond")


if __name__ == "__main__":
    main()
