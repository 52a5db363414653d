"""Result files to begin fuzzing with: make_corpus.py SYNCBENCH MPIEXEC FOLDER

Small ones of every suite, as our writer makes them, and the same with samples that are neither compressed nor in chunks,
so that a change of a few bytes is a change of a time, and with texts of variable length in tables."""
import os
import pathlib
import shlex
import subprocess
import sys

import h5py

SYNCBENCH, MPIEXEC, FOLDER = sys.argv[1], shlex.split(sys.argv[2]), pathlib.Path(sys.argv[3])
LARGEST = 200_000  # bytes: longer ones slow fuzzing down
SUITES = {
    "smallpkt": ["--bytes", "8,64", "--smallpkt.pieces", "1,3", "--iterations", "70"],
    "smallpkt-summary": ["--suite", "smallpkt", "--bytes", "8", "--smallpkt.pieces", "1", "--iterations", "70", "--record", "summary"],
    "smallpkt-evidence": ["--suite", "smallpkt", "--bytes", "8", "--smallpkt.pieces", "2", "--iterations", "70", "--evidence", "full"],
    "skew": ["--skew.late", "1", "--skew.lateness", "0,1", "--iterations", "40"],
    "noise": ["--noise.seconds", "1"],
    "numa": ["--iterations", "20"],
    "pairs": ["--iterations", "20"],
    "init": [],
    "strided": ["--strided.layout", "vector:4", "--strided.bytes", "4K", "--iterations", "20"],
}


def measure(name, options):
    path = FOLDER / f"{name}.h5"
    suite = [] if "--suite" in options else ["--suite", name]
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
    done = subprocess.run([*MPIEXEC, SYNCBENCH, "--profile", "smoke", "--quiet", *suite, *options, "--out", str(path)], capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        print(f"{name}: exit {done.returncode}: {done.stderr.strip()}")
        return
    loosen(path, FOLDER / f"{name}-plain.h5")


def copy(source, target):
    """A group with all that is in it; plain arrays, and texts of variable length where there are texts."""
    for name, value in source.attrs.items():
        target.attrs[name] = value
    for name, item in source.items():
        if isinstance(item, h5py.Group):
            copy(item, target.create_group(name))
            continue
        if item.dtype.names:
            kinds = [(field, h5py.string_dtype() if item.dtype[field].kind == "S" else item.dtype[field]) for field in item.dtype.names]
            made = target.create_dataset(name, data=[tuple(row) for row in item[()]] or None, shape=item.shape, dtype=kinds)
        else:
            made = target.create_dataset(name, data=item[()], dtype=item.dtype)
        for key, value in item.attrs.items():
            made.attrs[key] = value


def loosen(path, plain):
    with h5py.File(path) as source, h5py.File(plain, "w", libver=("v108", "v110")) as target:
        copy(source, target)


FOLDER.mkdir(parents=True, exist_ok=True)
for name, options in SUITES.items():
    measure(name, options)
for path in sorted(FOLDER.glob("*.h5")):
    size = path.stat().st_size
    if size > LARGEST:
        path.unlink()
    print(path.name, size, "bytes" + (", left out" if size > LARGEST else ""))
