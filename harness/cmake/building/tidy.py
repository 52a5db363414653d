"""clang-tidy over many files: tidy.py BUILD JOBS FILE...

Most of its time goes into the headers, once for each file. So files that are compiled with the same flags are looked at in batches, as
one source that includes them. Files that cannot stand in one source, since both have a helper of the same name, go into different
batches. BUILD is a configured build folder of Clang with compile_commands.json, and its precompiled headers."""
import concurrent.futures
import json
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
MOST = 12  # files in a batch: more gain little, and leave the last batch to one core


def command_of(entry, source):
    """The entry's command without its output, for another source."""
    words = shlex.split(entry["command"])
    for option in "-o", "-c":
        place = words.index(option)
        del words[place:place + 2]
    return [*words, "-c", source]


def same_flags(entries):
    """The entries, apart by the flags that they are compiled with."""
    groups = {}
    for entry in entries:
        groups.setdefault(tuple(command_of(entry, "")), []).append(entry)
    return list(groups.values())


def write_source(path, entries):
    # A file that is included is what bugprone-suspicious-include warns of.
    path.write_text("".join(f'// NOLINTNEXTLINE(bugprone-suspicious-include)\n#include "{entry["file"]}"\n' for entry in entries))


def in_conflict(path, entries):
    """Those of the entries that do not compile in one source with the first one."""
    command = [*command_of(entries[0], str(path)), "-fsyntax-only", "-w", "-ferror-limit=0"]
    done = subprocess.run(command, cwd=entries[0]["directory"], capture_output=True, text=True)
    if done.returncode == 0:
        return []
    named = set(re.findall(r"^(.+?):\d+:\d+: (?:fatal )?error: ", done.stderr, re.MULTILINE))
    return [entry for entry in entries[1:] if entry["file"] in named] or entries[1:]


def batches_of(entries, folder):
    """(source, entries) for batches that compile; a file that is alone is its own source."""
    left = entries
    while left:
        later = []
        for begin in range(0, len(left), MOST):
            batch = left[begin:begin + MOST]
            source = folder / (re.sub(r"\W", "_", batch[0]["file"]) + "_and_others.cpp")
            while len(batch) > 1:
                write_source(source, batch)
                apart = in_conflict(source, batch)
                if not apart:
                    break
                batch = [entry for entry in batch if entry not in apart]
                later += apart
            yield (str(source) if len(batch) > 1 else batch[0]["file"]), batch
        left = later


def clang_tidy(database, source):
    command = ["clang-tidy", f"--config-file={ROOT / '.clang-tidy'}", "-p", str(database), "--quiet", source]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def tidy(build, database, source, files):
    """(output, whether all is right). What is wrong in a batch has to be wrong in a file."""
    done = clang_tidy(database, source)
    if done.returncode == 0 or files == [source]:
        return done.stdout, done.returncode == 0
    alone = [clang_tidy(build, file) for file in files]
    return "".join(each.stdout for each in alone), all(each.returncode == 0 for each in alone)


def main():
    build, jobs, files = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]), [str(pathlib.Path(file).resolve()) for file in sys.argv[3:]]
    known = {entry["file"]: entry for entry in json.loads((build / "compile_commands.json").read_text())}
    folder = build / "tidy"
    folder.mkdir(exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        groups = same_flags([known[file] for file in files if file in known])
        batches = [batch for found in pool.map(lambda group: list(batches_of(group, folder)), groups) for batch in found]
        commands = [{"directory": entries[0]["directory"], "file": source, "command": shlex.join(command_of(entries[0], source))} for source, entries in batches]
        (folder / "compile_commands.json").write_text(json.dumps(commands))
        batches.sort(key=lambda batch: -len(batch[1]))
        # What is not compiled on this machine is looked at with the flags of its neighbours.
        runs = [(folder, source, [entry["file"] for entry in entries]) for source, entries in batches] + [(build, file, [file]) for file in files if file not in known]
        failed = 0
        for output, right in pool.map(lambda run: tidy(build, *run), runs):
            sys.stdout.write(output)
            failed += not right
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
