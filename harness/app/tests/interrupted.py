"""A known interrupter in every rank is found again: period within 5 %, length within 20 %.

interrupted.py BUILD_FOLDER [SECONDS]: runs suite noise on 2 ranks with interrupters of several periods and lengths, and
prints what was found beside what was there. It measures time, so it is no test; run it on a machine with nothing else
to do."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

BUILD = pathlib.Path(sys.argv[1]).resolve()
SECONDS = sys.argv[2] if len(sys.argv) > 2 else "5"
CASES = [(10_000, 300), (4_000, 200), (1_000, 50), (50_000, 2_000)]  # µs: period, length


def noise(period, length, folder):
    file = f"{folder}/{period}.h5"
    environment = {**os.environ, "LD_PRELOAD": str(BUILD / "harness/app/tests/libinterrupter.so"),
                   "INTERRUPTER_PERIOD_US": str(period), "INTERRUPTER_LENGTH_US": str(length)}
    subprocess.run(["mpirun", "--bind-to", "core", "-n", "2", BUILD / "syncbench", "--suite", "noise", "--quiet",
                    "--noise.seconds", SECONDS, "--out", file], env=environment, check=True, capture_output=True)
    done = subprocess.run([BUILD / "syncbench-analyze", "noise", "--json", file], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)["files"][0]


missed = 0
with tempfile.TemporaryDirectory() as folder:
    for period, length in CASES:
        report = noise(period, length, folder)
        print(f"\nevery {period} µs for {length} µs:")
        for rank in report["ranks"]:
            found = [p for p in rank["periods"] if abs(p["period_ns"] / 1e3 / period - 1) <= 0.05]
            right = any(abs(p["length_ns"] / 1e3 / length - 1) <= 0.20 for p in found)
            missed += not right and rank["way"] == "selfish"
            text = ", ".join(f"{p['period_ns'] / 1e3:.1f} µs for {p['length_ns'] / 1e3:.1f} µs" for p in rank["periods"])
            print(f"  {rank['way']:8} rank {rank['rank']}: {'found' if right else 'MISSED'}; "
                  f"{100 * rank['share']:.2f} % lost; periods: {text or 'none'}")
        print("  " + report["sentences"][0])
sys.exit(1 if missed else 0)
