#!/usr/bin/env python3
"""Keeps what every command of syncbench-analyze says about a set of result files, and compares it byte by byte later.

outputs.py make FOLDER     measures a set of result files: every suite, 2 and 3 ranks, marks, evidence, an interrupted run
outputs.py keep FOLDER     runs every command on the files of FOLDER and keeps what each says in FOLDER/said.json
outputs.py compare FOLDER  runs them again; prints each difference and ends with 2 if there is any

Environment: SYNCBENCH, ANALYZE, MPIEXEC name the programs. A change that moves code and means to change no output runs `keep` before
and `compare` after.
"""
import difflib
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

SUITE_COMMANDS = ["skew", "pairs", "storm", "strided", "noise", "numa", "init"]
COMMANDS = [
    ["explain"], ["explain", "--observed"], ["explain", "--json"], ["explain", "--observed", "--json"],
    ["summary"], ["summary", "--json"], ["summary", "--subtract-overhead"],
    ["percentiles"], ["percentiles", "--by", "rank"], ["percentiles", "--by", "node", "--json"],
    ["timeline"], ["timeline", "--json"], ["decompose"], ["decompose", "--by", "node"], ["decompose", "--by", "point", "--json"],
    ["decompose", "--operations"], ["decompose", "--iterations", "--json", "--where", "id=p0001"],
    ["export"], ["export", "--format", "json"], ["export", "--what", "samples", "--format", "jsonl", "--where", "id=p0001"],
    ["launches"], ["launches", "--json"], ["check"],
    *[[command, *form] for command in SUITE_COMMANDS for form in ([], ["--json"])],
    ["summary", "--where", "bytes=3"], ["summary", "--where", "nonsense=1"],
]
RUNS = {
    "all-2.h5": (2, ["--suite", "all", "--profile", "smoke"]),
    "smallpkt-3.h5": (3, ["--suite", "smallpkt", "--profile", "smoke", "--smallpkt.marks"]),
    "skew-3.h5": (3, ["--suite", "skew", "--profile", "smoke", "--evidence", "full"]),
    "pairs-4.h5": (4, ["--suite", "pairs", "--profile", "smoke"]),
    "quick-2.h5": (2, ["--suite", "smallpkt", "--profile", "quick", "--bytes", "8,4K"]),
    "summary-2.h5": (2, ["--suite", "smallpkt", "--profile", "smoke", "--bytes", "8,4K", "--record", "summary"]),
    "init-2.h5": (2, ["--suite", "init", "--profile", "smoke"]),
}


def launch(ranks, options, target):
    command = [os.environ.get("MPIEXEC", "mpiexec"), "-n", str(ranks)]
    if ranks > (os.cpu_count() or 1):
        command.append("--oversubscribe")
    return subprocess.Popen([*command, os.environ["SYNCBENCH"], *options, "--quiet", "--out", str(target)])


def make(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, (ranks, options) in RUNS.items():
        if launch(ranks, options, folder / name).wait() != 0:
            sys.exit(f"outputs: {name} could not be measured")
    interrupted = folder / "interrupted.h5"
    run = launch(2, ["--suite", "smallpkt", "--profile", "quick"], interrupted)
    parts = interrupted.with_name("interrupted.h5.parts")
    while run.poll() is None and len(list(parts.glob("*.h5")) if parts.is_dir() else []) < 3:
        time.sleep(0.05)  # until some points are stored
    run.send_signal(signal.SIGTERM)
    run.wait()


def said(command, file):
    done = subprocess.run([os.environ["ANALYZE"], command[0], file.name, *command[1:]], cwd=file.parent, capture_output=True)
    return f"exit {done.returncode}\n".encode() + done.stdout + b"\n--- stderr\n" + done.stderr


def what_is_said(folder):
    """Yields (name, bytes) for every command and file."""
    files = sorted(p for p in folder.iterdir() if p.suffix in (".h5", ".parts"))
    if not files:
        sys.exit(f"outputs: {folder} holds no result files; make some first: outputs.py make {folder}")
    for file in files:
        for command in COMMANDS:
            yield f"{file.name} {' '.join(command)}", said(command, file)


def keep(folder):
    kept = {name: text.decode("latin-1") for name, text in what_is_said(folder)}
    (folder / "said.json").write_text(json.dumps(kept, indent=1))
    print(f"{len(kept)} outputs kept")


def compare(folder):
    kept = json.loads((folder / "said.json").read_text())
    different = 0
    for name, text in what_is_said(folder):
        before, now = kept.pop(name, None), text.decode("latin-1")
        if before == now:
            continue
        different += 1
        print(f"=== {name}" + ("" if before is not None else ": was not kept"))
        lines = difflib.unified_diff((before or "").splitlines(), now.splitlines(), "before", "now", lineterm="", n=0)
        print("\n".join(list(lines)[:20]))
    for name in kept:
        print(f"=== {name}: is not said any more")
    print(f"{different} outputs differ, {len(kept)} are missing")
    return 2 if different or kept else 0


def main():
    jobs = {"make": make, "keep": keep, "compare": compare}
    if len(sys.argv) != 3 or sys.argv[1] not in jobs:
        print(__doc__)
        return 64
    return jobs[sys.argv[1]](pathlib.Path(sys.argv[2])) or 0


if __name__ == "__main__":
    sys.exit(main())
