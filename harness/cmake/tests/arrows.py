"""The table of arrows: which room may include which, and a reader of #include lines that finds what the table forbids."""
import pathlib
import re

CORE, RESULTS = {"harness/core"}, {"harness/core", "results"}

# The rooms of analysis, from below to above: what they may include outside and inside of it. A subject includes none of another
# subject but where its question is about that one.
ANALYSIS = {
    "statistics": (CORE, ""),
    "render": (CORE, ""),
    "run": (RESULTS, "render statistics"),
    "command": (RESULTS, "run"),
    "finding": (RESULTS, "run"),
    "lateness": (RESULTS, "render run statistics finding"),
    "points": (RESULTS, "render run"),
    "facts": (RESULTS, "render run statistics finding command points"),
    "summary": (RESULTS, "render run statistics command points"),
    "timeline": (RESULTS, "render run statistics command points"),
    "decompose": (RESULTS, "render run statistics command points"),
    **{subject: (RESULTS, "render run statistics finding command points") for subject in ("init", "noise", "pairs", "storm", "strided")},
    "numa": (RESULTS, "render run statistics finding command points facts"),
    "skew": (RESULTS, "render run statistics finding command points decompose"),
    "launches": (RESULTS, "render run statistics command points summary facts init"),
    "files": (RESULTS, "render run command points summary"),
    "explain": (RESULTS, "render run statistics command points finding lateness facts"),
    "cli": (CORE, "command render"),
}

# A folder and the rooms whose files it may include beside its own.
ROOMS = {
    "harness/core": set(),
    "harness/mpi": {"harness/core"},
    "harness/machine": {"harness/core"},
    "harness/measure": {"harness/core", "harness/mpi", "harness/machine"},
    "kernels": {"harness/core", "harness/mpi", "harness/machine"},
    "kernels/backends/null": {"harness/core", "harness/mpi", "harness/machine", "kernels"},
    "kernels/backends/mpi": {"harness/core", "harness/mpi", "harness/machine", "kernels"},
    "kernels/backends/gloo": {"harness/core", "harness/mpi", "harness/machine", "kernels"},
    "suites/suite": {"harness/core", "harness/mpi", "harness/machine", "kernels"},
    "suites": {"harness/core", "harness/mpi", "harness/machine", "kernels", "suites/suite"},
    "results": {"harness/core"},
    **{f"analysis/{room}": outside | {f"analysis/{name}" for name in inside.split()} for room, (outside, inside) in ANALYSIS.items()},
    "analysis": {"harness/core", "results"},
    "harness/app": {"harness/core", "harness/mpi", "harness/machine", "harness/measure", "kernels", "suites/suite", "results"},
    # Fuzzers give damaged input to whatever reads input.
    "harness/app/fuzz": {"harness/core", "harness/machine", "kernels", "suites/suite", "results", "harness/app"}
    | {f"analysis/{room}" for room in ANALYSIS},
    "harness/cmake/testing": set(),
}
# A test includes its room, what its room may include, and the helpers for tests. Tests of these rooms include more.
TESTS_ALSO = {
    "kernels": {"kernels/backends/mpi"},
    **{f"analysis/{room}": {"analysis"} | {f"analysis/{other}" for other in ANALYSIS} for room in ANALYSIS},
    "analysis": {f"analysis/{room}" for room in ANALYSIS},
}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)


def room_of(path):
    """The innermost room that holds a file, or None."""
    found = [room for room in ROOMS if path.startswith(room + "/")]
    return max(found, key=len, default=None)


def is_test(path):
    return "/tests/" in path


def may_include(path, target):
    """Whether the file `path` may include the file `target`; both are named from the repository's root."""
    own, other = room_of(path), room_of(target)
    if own is None or other is None or own == other:
        return own is not None and other is not None and (is_test(path) or not is_test(target))
    allowed = set(ROOMS[own])
    if is_test(path):
        allowed |= {"harness/cmake/testing"} | TESTS_ALSO.get(own, set())
    return other in allowed and (is_test(path) or not is_test(target))


def violations(root, sources):
    """Sentences about each include that the table forbids, or that does not name an existing file from the root."""
    wrong = []
    for path in sources:
        for ours, foreign in INCLUDE.findall((root / path).read_text()):
            first = (ours or foreign).split("/")[0]
            if not ours:
                if first in ("syncbench", "harness", "kernels", "suites", "results", "analysis"):
                    wrong.append(f"{path} includes <{foreign}>; headers of ours are written in quotes, from the root")
            elif not (root / ours).is_file() and not (root / (ours + ".in")).is_file():
                wrong.append(f'{path} includes "{ours}", which is no file seen from the root')
            elif not may_include(path, ours):
                wrong.append(f'{path} includes "{ours}"; {room_of(path)} may include {", ".join(sorted(ROOMS.get(room_of(path), []))) or "nothing"}')
    return wrong


def sources_below(root):
    """All sources of ours, named from the root."""
    tops = ["analysis", "harness", "kernels", "results", "suites"]
    return sorted(str(path.relative_to(root)) for top in tops for suffix in ("hpp", "cpp", "cpp.in", "hpp.in")
                  for path in (root / top).rglob(f"*.{suffix}"))


def cycles():
    """Rooms from which the table leads back to themselves."""
    def reached(room, seen):
        for next_room in ROOMS[room] - seen:
            seen.add(next_room)
            reached(next_room, seen)
        return seen
    return [room for room in ROOMS if room in reached(room, set())]


ROOT = pathlib.Path(__file__).resolve().parents[3]
