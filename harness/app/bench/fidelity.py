"""`./dev bench fidelity`: syncbench against a plain C program (plain.c), each in launches of its own, in random order.

In each round every program is launched once; numbers are ratios within a round, their median over rounds, and its interval.
Like is compared with like: `--start mpi-barrier` is what the plain program does too, and has targets. What other ways to start
give is printed beside it as what it is: another question (a round-time start has no barrier's traffic in front of the call, none
has the call before it).

Open MPI's small messages between two ranks share cache lines by twos, and which two depends on how many went before: with one
message more from rank 0 to rank 1 before each point ("shifted"), the plain program's ranks may come and go by turns, and its 8-byte
allreduce is slower by a quarter. So the plain program runs both ways in each round, and a point of syncbench is compared with
the one whose ranks behave as its own do (by turns or not; the first where both do). The column "shifted" is the plain program alone.

Exit code: 0 if no ratio misses its target, 2 if one does, 1 if a program failed."""
import argparse
import json
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile

from fidelity_statistics import LEVELS, OVER_RANKS, median_limits, goes_by_turns, like, ratio_over_launches, read_ours, read_plain, statistics_of, verdict

OPERATIONS = "allreduce,broadcast,barrier,allgather,all-to-all,centre"
SIZES = "8,128,1024,4096,16384,65536,262144,1048576"
WARMUP = 200
FLOAT = 4
JUDGED = "mpi-barrier"
STARTS = (JUDGED, "round-time", "none")
SHIFTS = {"plain": 0, "shifted": 1}


def arguments():
    parser = argparse.ArgumentParser(prog="./dev bench fidelity", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plain", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--syncbench", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--mpirun", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--ranks", type=int, default=2, help=argparse.SUPPRESS)
    parser.add_argument("--launches", type=int, help="of each program (15)")
    parser.add_argument("--quick", action="store_true", help="6 launches and every other size: does it work, and about what")
    parser.add_argument("--operations", default=OPERATIONS)
    parser.add_argument("--bytes", default=None, help="what one rank sends; a barrier has 0")
    parser.add_argument("--iterations", type=int, default=2000, help="of a point in one launch")
    parser.add_argument("--options", default="", help="more options for syncbench, as in --options '--mpi-threads funneled'")
    parser.add_argument("--save", type=pathlib.Path, help="keeps every launch's numbers; goes on where the file ends")
    parser.add_argument("--seed", type=int, default=1, help="of the order")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    chosen.launches = chosen.launches or (6 if chosen.quick else 15)
    chosen.bytes = chosen.bytes or (",".join(SIZES.split(",")[::2]) if chosen.quick else SIZES)
    return chosen


def points_of(chosen):
    """(operation, bytes) in the order of syncbench's sweep. A barrier sends nothing, and an all-to-all at least a float to each."""
    sizes = [int(size) for size in chosen.bytes.split(",")]
    least = {"all-to-all": FLOAT * chosen.ranks}
    return [(operation, max(size, least.get(operation, 0))) for operation in chosen.operations.split(",")
            for size in ([0] if operation == "barrier" else sizes)]


class Programs:
    """Launches a program once and gives its numbers: {"allreduce 8": {"mean p50": ns, …}, …}."""

    def __init__(self, chosen, folder):
        self.chosen, self.folder, self.points = chosen, pathlib.Path(folder), points_of(chosen)

    def launch(self, words):
        done = subprocess.run([*shlex.split(self.chosen.mpirun), *map(str, words)], capture_output=True, text=True,
                              env={**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
        if done.returncode != 0:
            print(done.stdout, done.stderr, f"{words[0]} ended with {done.returncode}", file=sys.stderr)
            sys.exit(1)

    def plain(self, shift):
        out = self.folder / "plain"
        self.launch([self.chosen.plain, out, self.chosen.iterations, WARMUP, shift, *(f"{operation}:{size}" for operation, size in self.points)])
        return read_plain(out, self.points, self.chosen.ranks, self.chosen.iterations), 0.0

    def ours(self, start):
        out = self.folder / "ours.h5"
        self.launch([self.chosen.syncbench, "--suite", "smallpkt", "--smallpkt.parts", "sweep", "--smallpkt.collective", self.chosen.operations,
                     "--bytes", self.chosen.bytes, "--iterations", self.chosen.iterations, "--warmup", WARMUP, "--time-ms", 60_000,
                     "--start", start, "--quiet", "--force", "--out", out, *shlex.split(self.chosen.options)])
        return read_ours(out)

    def numbers(self, program):
        times, late = self.plain(SHIFTS[program]) if program in SHIFTS else self.ours(program)
        points = {f"{operation} {size}": statistics_of(times[operation, size]) for operation, size in self.points}
        return {"program": program, "late": late, "points": points}


def measure(chosen, folder):
    """All launches, those of a saved file first: [{"round", "program", "late", "points"}, …]."""
    settings = {name: str(getattr(chosen, name)) for name in ("ranks", "operations", "bytes", "iterations", "options", "syncbench", "mpirun")}
    launches = []
    if chosen.save and chosen.save.exists():
        saved = json.loads(chosen.save.read_text())
        if saved["settings"] != settings:
            sys.exit(f"{chosen.save} was measured with other settings: {saved['settings']}")
        launches = saved["launches"]
    done = max((launch["round"] + 1 for launch in launches), default=0)
    programs = Programs(chosen, folder)
    for number in range(done, done + chosen.launches):
        order = [*SHIFTS, *STARTS]
        random.Random(1000 * chosen.seed + number).shuffle(order)
        launches += [{"round": number, **programs.numbers(program)} for program in order]
        if chosen.save:
            chosen.save.write_text(json.dumps({"settings": settings, "launches": launches}))
    return launches


def by_program(launches):
    programs = {}
    for launch in sorted(launches, key=lambda each: each["round"]):
        programs.setdefault(launch["program"], []).append(launch["points"])
    return programs


def row_of(point, statistic, programs):
    """The plain program's median over launches, and each program's ratio to the plain launch of the same round that is like it."""
    rounds = {name: [points[point] for points in each] for name, each in programs.items()}
    plain = [each[statistic] for each in rounds["plain"]]
    row = {"point": point, "statistic": statistic, "plain_ns": ratio_over_launches(plain, [1] * len(plain))[0]}
    for name in ("shifted", *STARTS):
        references = rounds["plain"] if name == "shifted" else [like(*each) for each in zip(
            rounds[name], zip(rounds["plain"], rounds["shifted"], strict=True), strict=True)]
        pairs = [(own[statistic], other[statistic]) for own, other in zip(rounds[name], references, strict=True) if other]
        ratio, lower, upper = ratio_over_launches([own for own, _ in pairs], [other for _, other in pairs])
        row[name] = {"ratio": ratio, "lower": lower, "upper": upper}
    row["verdict"] = verdict(statistic.split()[1], **row[JUDGED])
    return row


def judged(launches):
    """A row a point and statistic."""
    programs = by_program(launches)
    return [row_of(point, f"{over} {level}", programs) for point in programs["plain"][0] for level in LEVELS for over in OVER_RANKS]


def turns_text(launches):
    """How often ranks come and go by turns where they need not, by program."""
    programs = by_program(launches)
    count = len(programs["plain"])
    sometimes = [point for point in programs["plain"][0]
                 if 0 < sum(goes_by_turns(launch["points"][point]) for launch in launches) < len(launches)]
    if not sometimes:
        return "in no point do ranks come and go by turns in some launches only"
    lines = [f"ranks come and go by turns, of {count} launches (plain, shifted, {', '.join(STARTS)}):"]
    for point in sometimes:
        numbers = [sum(goes_by_turns(points[point]) for points in programs[name]) for name in (*SHIFTS, *STARTS)]
        lines.append(f"  {point:<18} " + ", ".join(map(str, numbers)))
    return "\n".join(lines)


def text_of(numbers):
    if numbers["ratio"] is None:
        return "none is alike"
    if numbers["lower"] is None:
        return f"{numbers['ratio']:.2f}"
    return f"{numbers['ratio']:.2f} ({numbers['lower']:.2f}-{numbers['upper']:.2f})"


def table(rows, launches):
    count = max(launch["round"] for launch in launches) + 1
    lines = [f"fidelity: times of syncbench / times of a plain C program, median over {count} launches of each and its interval"]
    if limits := median_limits(count):
        lines[0] += f" (launch {limits[0]} to {limits[1]} in order, 95 %)"
    else:
        lines[0] += " (6 launches carry one)"
    lines += ["targets: --start mpi-barrier, p50 0.95 to 1.05 and p99 0.9 to 1.1, the interval too (open: only the ratio lies inside)", ""]
    columns = "{:<18} {:<12} {:>10}  {:<17} {:<17} {:<7} {:<17} {:<17}"
    lines.append(columns.format("operation, bytes", "statistic", "plain, us", "shifted", "mpi-barrier", "", "round-time", "none").rstrip())
    for row in rows:
        cells = (text_of(row[name]) for name in ("shifted", JUDGED))
        rest = (text_of(row[name]) for name in STARTS[1:])
        lines.append(columns.format(row["point"], row["statistic"], f"{row['plain_ns'] / 1e3:.3f}", *cells, row["verdict"], *rest).rstrip())
    late = [launch["late"] for launch in launches if launch["program"] == "round-time"]
    lines += ["", f"late starts of round-time, counted here: {100 * sum(late) / len(late):.2f} % of iterations"]
    lines += [turns_text(launches), ""]
    lines.append(", ".join(f"{sum(row['verdict'] == each for row in rows)} {each}" for each in ("met", "open", "MISSED")) + f" of {len(rows)}")
    return "\n".join(lines)


def main():
    chosen = arguments()
    with tempfile.TemporaryDirectory(prefix="syncbench-fidelity.") as folder:
        launches = measure(chosen, folder)
    rows = judged(launches)
    print(json.dumps({"bench": "fidelity", "launches": chosen.launches, "rows": rows}, indent=1) if chosen.json else table(rows, launches))
    return 2 if any(row["verdict"] == "MISSED" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
