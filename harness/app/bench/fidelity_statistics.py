"""What `./dev bench fidelity` computes from the times of two programs; no clock and no MPI in here.

Times are int64 nanoseconds [rank][iteration]. A program's statistic is one number a launch, as in "mean over ranks, p99"."""
import math

import h5py
import numpy

OVER_RANKS = {"mean": lambda times: times.mean(axis=0), "slowest": lambda times: times.max(axis=0)}
LEVELS = {"p50": 0.5, "p99": 0.99}
LIMITS = {"p50": (0.95, 1.05), "p99": (0.9, 1.1)}


def statistics_of(times):
    """{"mean p50": nanoseconds, …}: quantiles over iterations of the mean over ranks and of the slowest rank."""
    numbers = {}
    for over, combine in OVER_RANKS.items():
        each = combine(numpy.asarray(times))
        for level, q in LEVELS.items():
            numbers[f"{over} {level}"] = float(numpy.quantile(each, q, method="inverted_cdf"))
    return numbers


def read_plain(path, points, ranks, iterations):
    """{(operation, bytes): times} of what the plain program wrote. Raises ValueError where it is of another size."""
    times = numpy.fromfile(path, dtype="<i8")
    return dict(zip(points, times.reshape(len(points), ranks, iterations)))


def read_ours(path):
    """{(operation, bytes): times} and the share of late starts of a result file, after the warm-up."""
    times, late, count = {}, 0, 0
    with h5py.File(path) as file:
        for point in file["points"].values():
            if point.attrs["status"] != "measured":
                raise ValueError(f"{path}: {point.name}: {point.attrs.get('reason', 'not measured')}")
            first = int(point.attrs["warmup_iterations"])
            own = (point["leave"][:, first:] - point["enter"][:, first:]) / int(point.attrs["operations_per_sample"])
            times[str(point.attrs["operation"]), int(point.attrs["bytes_send"])] = own
            names = [str(name) for name in point["status"].attrs["names"]]
            late += int((point["status"][:, first:] == names.index("late_start")).any(axis=0).sum())
            count += own.shape[1]
    return times, late / count


def median_limits(n, confidence=0.95):
    """The order statistics (from 1) that enclose the median of n values with that confidence; None where n cannot (n < 6)."""
    below, order = 0.0, 0  # below: the chance that the median lies under the value of that order
    while 2 * (below + math.comb(n, order) / 2**n) <= 1 - confidence:
        below += math.comb(n, order) / 2**n
        order += 1
    return (order, n - order + 1) if order else None


def ratio_over_launches(ours, plain):
    """Median of the ratios of paired launches, and its interval: (ratio, lower, upper); limits are None below 6 launches, and
    all three without a launch."""
    if not ours:
        return None, None, None
    ratios = sorted(a / b for a, b in zip(ours, plain, strict=True))
    limits = median_limits(len(ratios))
    lower, upper = (ratios[limits[0] - 1], ratios[limits[1] - 1]) if limits else (None, None)
    return float(numpy.median(ratios)), lower, upper


BY_TURNS = 1.35


def goes_by_turns(numbers):
    """Whether the median iteration is unequal between ranks: ranks that come and go by turns, or a root that has it easy."""
    return numbers["slowest p50"] > BY_TURNS * numbers["mean p50"]


def like(numbers, candidates):
    """The first candidate whose ranks go by turns if these do and only then; None where there is none."""
    return next((each for each in candidates if goes_by_turns(each) == goes_by_turns(numbers)), None)


def verdict(level, ratio, lower, upper):
    """"met": ratio and interval lie in the target's limits; "open": the ratio does, the interval does not, or there is none; else
    "MISSED"."""
    least, most = LIMITS[level]
    if lower is None:
        return "open"
    if not least <= ratio <= most:
        return "MISSED"
    return "met" if lower >= least and upper <= most else "open"
