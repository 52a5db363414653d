"""Simulated runs with known truth, through the real file format, against what the real `syncbench-analyze` says of them.

usage: simulated.py [--quick] [--without KIND]... [--json FILE] [--keep FOLDER] [--list] [KIND]...

KIND: coverage, stopping, healthy, power, sight, scenarios, launches, one of their kinds, or one as coverage:ar-0.9; all if none is named. Needs in the environment:
TRUTH_RUNS (the maker of files) and ANALYZE. Every file's seed follows from its name, so a failure can be made again: name its kind and
say --keep. Exit code: 0 if every limit was met, 2 if one was missed, 64 for an unknown kind."""
import argparse
import contextlib
import json
import pathlib
import sys
import tempfile
import time

import coverage
import healthy
import launches
import power
import scenarios
import sight
import stopping
from workshop import Workshop

JUDGEMENTS = {"coverage": coverage, "stopping": stopping, "healthy": healthy, "power": power, "sight": sight, "scenarios": scenarios, "launches": launches}


def chosen(judgement, asked, without):
    """The kinds of a judgement that were asked for: by themselves ("ar-0.9"), all of the judgement's, or one of its ("coverage:ar-0.9")."""
    def is_named(kind, names):
        return bool({kind, judgement, f"{judgement}:{kind}"} & set(names))
    return [kind for kind in JUDGEMENTS[judgement].kinds() if (not asked or is_named(kind, asked)) and not is_named(kind, without)]


def unknown(asked):
    known = set(JUDGEMENTS)
    for name, judgement in JUDGEMENTS.items():
        known |= {kind for kind in judgement.kinds()} | {f"{name}:{kind}" for kind in judgement.kinds()}
    return sorted(set(asked) - known)


def main():
    parser = argparse.ArgumentParser(prog="./dev truth --simulated", description="simulated runs with known truth, against what the analysis says")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="coverage, stopping, healthy, power, sight, scenarios, launches, or one of theirs; all if none is named")
    parser.add_argument("--quick", action="store_true", help="few simulations a kind: a minute in all")
    parser.add_argument("--without", metavar="KIND", action="append", default=[], help="all but this")
    parser.add_argument("--json", metavar="FILE", help="every result, and what was said where it was wrong")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the result files there")
    parser.add_argument("--list", action="store_true", help="list the kinds")
    options = parser.parse_args()
    if options.list:
        for name, judgement in JUDGEMENTS.items():
            print(f"{name}: {', '.join(judgement.kinds())}")
        return 0
    if unknown(options.kinds + options.without):
        print(f"simulated: there is no kind {', '.join(unknown(options.kinds + options.without))}; --list names them", file=sys.stderr)
        return 64
    began, results = time.monotonic(), []
    with contextlib.ExitStack() as stack:
        memory = pathlib.Path("/dev/shm")
        folder = options.keep or stack.enter_context(tempfile.TemporaryDirectory(prefix="truth.", dir=memory if memory.is_dir() else None))
        pathlib.Path(folder).mkdir(exist_ok=True)
        workshop = Workshop(folder, keep=bool(options.keep))
        for name, judgement in JUDGEMENTS.items():
            kinds = chosen(name, options.kinds, options.without)
            results += judgement.run(workshop, kinds, options.quick) if kinds else []
    missed = [f"{each['judgement']} {each['kind']}" for each in results if not each["met"]]
    runs = sum(each["runs"] for each in results)
    print(f"{runs} simulations in {time.monotonic() - began:.0f} s; " + (f"{len(missed)} of {len(results)} limits missed" if missed else f"all {len(results)} limits met"))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"met": not missed, "results": results}, indent=1))
    return 2 if missed else 0


sys.exit(main())
