"""Which points can be read in a folder of results, by h5py alone."""
import h5py


def readable(file):
    """Names of the points that can be read to the last sample in a result file or part; raises OSError if it is none."""
    names = set()
    with h5py.File(file) as result:
        for name, point in result["points"].items():
            for dataset in point.values():
                dataset[()]
            if point.attrs["status"] == "measured":
                assert (point["leave"][1] - point["enter"][1] == 200).all(), f"{file}: {name} has other samples"
            names.add(name)
    return names


def results_in(folder):
    """Everything that has a result's name; a reserved name, which is empty, is none."""
    return [file for file in sorted(folder.rglob("*.h5")) if file.is_file() and file.stat().st_size > 0]


def points_in(folder, pattern=None, damaged_too=False):
    """Points that can be read in result files and parts. `pattern`: only in the folder itself, by name."""
    names = set()
    for file in results_in(folder):
        if pattern is not None and file not in folder.glob(pattern):
            continue
        try:
            if file.name != "facts.h5":
                names |= readable(file)
        except (OSError, KeyError, RuntimeError):
            if not damaged_too:
                raise
    return names


def damaged_results(folder):
    """Files that bear a result's name and are none."""
    damaged = []
    for file in results_in(folder):
        try:
            with h5py.File(file) as result:
                result.attrs["schema"]
        except (OSError, KeyError):
            damaged.append(str(file))
    return damaged
