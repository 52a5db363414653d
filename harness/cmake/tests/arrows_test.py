"""Compares the rooms on each room's include path with the arrows that the architecture allows."""
import pathlib
import re
import sys

ALLOWED = {
    "core": set(),
    "mpi": {"core"},
    "machine": {"core"},
    "measure": {"core", "mpi", "machine"},
    "kernels": {"core", "mpi", "machine"},
    "backend_null": {"core", "mpi", "machine", "kernels"},
    "backend_mpi": {"core", "mpi", "machine", "kernels"},
    "suite": {"core", "mpi", "machine", "kernels"},
    "suites": {"core", "mpi", "machine", "kernels", "suite"},
    "results": {"core"},
    "analysis": {"core", "results"},
    "app": {"core", "mpi", "machine", "measure", "kernels", "suite", "results"},
}
# Rooms that are there only where their library is.
OPTIONAL = {
    "backend_gloo": {"core", "mpi", "machine", "kernels"},
}

seen = {}
for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
    room, paths = line.split(":", 1)
    seen[room] = set(re.findall(r"/rooms/([a-z_]+)", paths)) - {room}

ALLOWED |= {room: allowed for room, allowed in OPTIONAL.items() if room in seen}
wrong = {room: (seen.get(room), ALLOWED.get(room)) for room in seen.keys() | ALLOWED.keys() if seen.get(room) != ALLOWED.get(room)}
for room, (is_now, should) in sorted(wrong.items()):
    print(f"{room} can include {is_now}, the table allows {should}")
sys.exit(1 if wrong else 0)
