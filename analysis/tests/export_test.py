"""What export writes, against h5py: export_test.py MAKE_SAMPLE_RUN ANALYZE"""
import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py

MAKE, ANALYZE = sys.argv[1:3]


def export(path, *options):
    done = subprocess.run([ANALYZE, "export", str(path), *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


with tempfile.TemporaryDirectory(prefix="syncbench-export.") as folder:
    path = pathlib.Path(folder) / "sample.h5"
    subprocess.run([MAKE, str(path)], check=True, stdout=subprocess.DEVNULL)
    # Every sample in one format; the others, which render the same records, of all points but the one of 200,000.
    some = ["p0000", "p0001", "p0002", "p0003", "p0004"]
    as_csv = list(csv.DictReader(io.StringIO(export(path, "--what", "samples", "--where", f"id={','.join(some)}"))))
    as_lines = [json.loads(line) for line in export(path, "--what", "samples", "--format", "jsonl", "--where", f"id={','.join(some)}").splitlines()]
    as_array = json.loads(export(path, "--what", "samples", "--format", "json"))
    rows_of_some = [row for row in as_array if row["id"] in some]
    assert as_lines == rows_of_some
    assert len(as_csv) == len(rows_of_some) == 5 * (12 + 16 + 90 + 381 + 3000)
    with h5py.File(path) as file:
        expected = []
        for name, point in file["points"].items():
            if point.attrs["status"] != "measured":
                continue
            for rank in range(point["enter"].shape[0]):
                expected += [(name, rank, i, int(e), int(l)) for i, (e, l) in enumerate(zip(point["enter"][rank], point["leave"][rank]))]
        absent = -(2**63)
        got = [(row["id"], row["rank"], row["iteration"], absent if row["enter_ns"] is None else row["enter_ns"], absent if row["leave_ns"] is None else row["leave_ns"]) for row in as_array]
        assert got == expected
        for row, text in zip(rows_of_some, as_csv):
            assert all(("" if value is None else str(value)) == text[key] for key, value in row.items()), (row, text)
        # A record a point, with the attributes of the file; quantiles are those of percentiles --json.
        points = json.loads(export(path, "--format", "json"))
        assert [point["id"] for point in points] == list(file["points"])
        for point in points:
            assert point["bytes_send"] == file["points"][point["id"]].attrs["bytes_send"]
    shown = json.loads(subprocess.run([ANALYZE, "percentiles", "--json", str(path)], capture_output=True, text=True, check=True).stdout)
    for point, other in zip(points, shown["files"][0]["points"]):
        if other["measured"]:
            for quantile in other["subjects"][0]["quantiles"]:
                assert point[quantile["quantile"] + "_ns"] == quantile["value_ns"]

    only = json.loads(export(path, "--format", "json", "--where", f"id={points[0]['id']}"))
    assert [point["id"] for point in only] == [points[0]["id"]]
    for options in (["--format", "xml"], ["--what", "all"]):
        done = subprocess.run([ANALYZE, "export", str(path), *options], capture_output=True, text=True)
        assert done.returncode == 64 and len(done.stderr.splitlines()) == 1, done.stderr
    with open("/dev/full", "w") as full:
        done = subprocess.run([ANALYZE, "export", str(path), "--what", "samples"], stdout=full, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 74 and "could not write" in done.stderr, done.stderr
