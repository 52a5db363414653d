"""Exit codes and streams of the real executable.

usage: executable_test.py MAKE_SAMPLE_RUN SYNCBENCH_ANALYZE
"""

import os
import pathlib
import subprocess
import sys
import tempfile


def run(arguments, stdout=subprocess.PIPE):
    return subprocess.run(arguments, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False)


def expect(result, code, out, err):
    """`out` and `err`: a part of the text that must be there; an empty one means that the stream stays empty."""
    context = (result.args, result.returncode, result.stdout, result.stderr)
    assert result.returncode == code, context
    for text, part in ((result.stdout, out), (result.stderr, err)):
        assert (part in text) if part else not text, context


def main():
    make, analyze = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder) / "run.h5")
        subprocess.run([make, path], check=True)
        expect(run([analyze]), 64, "", "COMMAND FILE")
        expect(run([analyze, "--help"]), 0, "COMMAND FILE", "")
        expect(run([analyze, "--version"]), 0, "syncbench-analyze ", "")
        expect(run([analyze, "summary", path]), 0, "next: syncbench-analyze percentiles", "")
        expect(run([analyze, "percentiles", path, "--by", "node"]), 0, "node 1 (n2)", "")
        expect(run([analyze, "check", path]), 0, "valid syncbench/1, 6 points", "")
        expect(run([analyze, "summary", path, "--where", "pieces=137"]), 64, "", "no point has pieces=137")
        expect(run([analyze, "summary", path + ".missing"]), 74, "", ".missing")
        expect(run([analyze, "summary", __file__]), 65, "", __file__)
        expect(run([analyze, "check", __file__]), 65, "", __file__)
        if os.path.exists("/dev/full"):
            with open("/dev/full", "w", encoding="utf-8") as full:
                result = run([analyze, "summary", path], stdout=full)
                assert result.returncode == 74 and "could not write" in result.stderr, result
    print("exit codes and streams are right")


if __name__ == "__main__":
    main()
