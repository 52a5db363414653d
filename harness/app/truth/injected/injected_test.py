"""injected_test.py: what the injector logs is what the result file shows. Needs SYNCBENCH_INJECTED and MPIEXEC."""
import json
import os
import pathlib
import subprocess
import tempfile

import h5py

EVERY_TENTH = {"kind": "every", "k": 10, "from": 10}
ITERATIONS = 2000  # so many that batches are verified by iterations that are not kept
FAULTS = [{"where": where, "ranks": [1], "ns": 200_000, "when": EVERY_TENTH} for where in ("between", "gate", "arrives", "inside", "leaves")]


def run(folder, start):
    file, log = folder / f"{start}.h5", folder / f"log.{start}"
    environment = os.environ | {"SYNCBENCH_INJECT": json.dumps(FAULTS), "SYNCBENCH_INJECT_LOG": str(log)}
    subprocess.run([os.environ["MPIEXEC"], "-n", "2", os.environ["SYNCBENCH_INJECTED"], "--suite", "smallpkt", "--smallpkt.parts", "sweep", "--bytes", "1K",
                    "--warmup", "0", "--iterations", str(ITERATIONS), "--time-ms", "60000", "--start", start, "--quiet", "--out", str(file)], env=environment, check=True,
                   stdout=subprocess.DEVNULL)
    rows = [[line.split() for line in pathlib.Path(f"{log}.{rank}").read_text().splitlines()] for rank in (0, 1)]
    with h5py.File(file) as written:
        point = written["points/p0000"]
        return rows, {name: point[name][1] for name in ("enter", "leave", "status")}, list(written["points"])


def check(folder, start):
    rows, rank, points = run(folder, start)
    assert points == ["p0000"] and rows[0] == []
    places = ["between", "gate", "arrives", "inside", "leaves"] if start == "round-time" else ["between", "arrives", "inside", "leaves"]
    for place in places:
        of_place = [row for row in rows[1] if row[3] == place]
        assert [int(row[1]) for row in of_place] == list(range(10, ITERATIONS, 10)), (start, place, of_place)
        for point, iteration, fault, _, wanted, begin, end in of_place:
            i, begin, end = int(iteration), int(begin), int(end)
            assert point == "0" and FAULTS[int(fault)]["where"] == place and end - begin >= int(wanted) == 200_000
            before, enter, leave = rank["leave"][i - 1], rank["enter"][i], rank["leave"][i]
            if place in ("inside", "leaves"):
                assert enter <= begin and end <= leave
            else:
                assert before <= begin and end <= enter, (start, place, i, before, begin, end, enter)


with tempfile.TemporaryDirectory() as temporary:
    for mode in ("round-time", "barrier", "mpi-barrier"):
        check(pathlib.Path(temporary), mode)
        print(f"{mode}: every delay is where it was logged")
