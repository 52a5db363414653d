"""Files that are small and want to be large: syncbench-analyze reads them or refuses them within 1 GiB of memory and the
processor time that it gives itself.

usage: bombs_test.py MAKE_SAMPLE_RUN ANALYZE"""
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time

import h5py
import numpy

MAKE, ANALYZE = sys.argv[1:3]
SANITIZED = bool(os.environ.get("SANITIZE"))  # a sanitizer takes memory and time of its own
MOST_KIB = 1 << 20
COMMANDS = (["explain"], ["explain", "--json"], ["summary"], ["check"], ["export"])


def replace(group, name, data, **more):
    attributes = dict(group[name].attrs)
    del group[name]
    made = group.create_dataset(name, data=data, **more)
    made.attrs.update(attributes)


def zeros(file):
    """One chunk of a megabyte that deflate makes a thousandth of, again and again."""
    point, iterations = file["points/p0000"], 500_000
    for name in ("enter", "leave", "status"):
        kind = point[name].dtype
        replace(point, name, numpy.zeros((point[name].shape[0], iterations), kind), chunks=(1, 1 << 17), compression="gzip", compression_opts=9)
    replace(point, "block", numpy.zeros(iterations, "u2"), chunks=(1 << 17,), compression="gzip", compression_opts=9)


def one_chunk(file):
    """A single chunk of 256 MiB."""
    point, iterations = file["points/p0000"], 1 << 25
    replace(point, "block", numpy.zeros(iterations, "u2"), chunks=(1 << 25,), compression="gzip", compression_opts=9)
    replace(point, "status", numpy.zeros((1, iterations), "u1"), chunks=(1, 1 << 25), compression="gzip", compression_opts=9)


def attributes(file):
    for i in range(5000):
        file["points/p0000"].attrs[f"attribute_{i}"] = i


def long_attribute(file):
    file["points/p0000"].attrs["operation"] = "x" * 60_000


def deep_json(file):
    for name in ("config", "labels"):
        del file["run"][name]
        file["run"][name] = '{"a":' * 100_000 + "1" + "}" * 100_000
    facts = file["run"].require_group("facts/0")
    facts["begin"] = facts["end"] = "[" * 100_000 + "]" * 100_000


def unknown_filter(file):
    point = file["points/p0000"]
    data = point["enter"][()]
    attributes = dict(point["enter"].attrs)
    del point["enter"]
    properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    properties.set_chunk(data.shape)
    properties.set_filter(32015, h5py.h5z.FLAG_OPTIONAL, (3,))
    made = h5py.Dataset(h5py.h5d.create(point.id, b"enter", h5py.h5t.STD_I64LE, h5py.h5s.create_simple(data.shape), properties))
    made.attrs.update(attributes)


def many_links(file):
    for i in range(3000):
        file["points"][f"q{i}"] = h5py.SoftLink(f"/points/q{(i + 1) % 3000}")


def same_text(path):
    """Every text of a column refers to one long text in the heap: 4096 times 1 MiB, if it were believed."""
    with h5py.File(path, "r+") as file:
        log = file["run/log"]
        kind = [(name, h5py.string_dtype() if log.dtype[name].kind == "S" else log.dtype[name]) for name in log.dtype.names]
        described = dict(log.attrs)
        del file["run/log"]
        rows = [("now", 0, "code", "y" * (1 << 20))] + [("now", 0, "code", "z")] * 4095
        made = file["run"].create_dataset("log", data=numpy.array(rows, dtype=kind))
        made.attrs.update(described)
        begin = made.id.get_offset()
        stride = sum(16 if h5py.check_string_dtype(item) else 8 for _, item in kind)  # a reference has 16 bytes
    data = bytearray(path.read_bytes())
    place = begin + stride - 16  # of the last column in the first row
    reference = bytes(data[place : place + 16])
    assert struct.unpack_from("<I", reference)[0] == 1 << 20
    for row in range(1, 4096):
        data[place + row * stride : place + row * stride + 16] = reference
    path.write_bytes(data)


def run(path, command):
    """Exit code, texts, seconds, and the most memory that a process had, KiB."""
    begin = time.monotonic()
    child = subprocess.Popen([ANALYZE, command[0], str(path), *command[1:]], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
    err = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, err, time.monotonic() - begin, usage.ru_maxrss


def main():
    with tempfile.TemporaryDirectory(prefix="syncbench-bombs.") as folder:
        sample, path = pathlib.Path(folder) / "sample.h5", pathlib.Path(folder) / "bomb.h5"
        subprocess.run([MAKE, str(sample)], check=True, stdout=subprocess.DEVNULL)
        for bomb in (zeros, one_chunk, attributes, long_attribute, deep_json, unknown_filter, many_links, same_text):
            shutil.copy(sample, path)
            if bomb is same_text:
                bomb(path)
            else:
                with h5py.File(path, "r+") as file:
                    bomb(file)
            for command in COMMANDS:
                code, err, seconds, kib = run(path, command)
                where = f"{bomb.__name__} ({path.stat().st_size} bytes), {command}: exit {code}, {seconds:.1f} s, {kib} KiB, {err[-300:]}"
                print(where)
                assert code in (0, 65), where
                assert code == 0 or command[0] == "check" or len(err.strip().splitlines()) == 1, where
                assert SANITIZED or kib <= MOST_KIB, where
        print("every bomb was read or refused")


main()
