"""How well injected lateness was kept, from the file alone: lateness.py FILE [POINT...]

Recomputes every rank's delay from the stored attributes (Philox4x32-10 on seed, rank and iteration, as
harness/core/lateness.hpp describes it), takes it off `target`, and says for how many iterations the achieved lateness
(enter − deadline) lies within ± (ε + 1 µs) of it. Nothing but h5py and numpy."""
import sys

import h5py
import numpy

LATE_START = 3  # a sample's status


def philox(counter, key):
    counter, key = list(counter), list(key)
    for _ in range(10):
        a, b = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [(b >> 32) ^ counter[1] ^ key[0], b & 0xFFFFFFFF, (a >> 32) ^ counter[3] ^ key[1], a & 0xFFFFFFFF]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return counter


def bits(seed, iteration, rank, stream):
    words = philox((iteration & 0xFFFFFFFF, iteration >> 32, rank, stream), (seed & 0xFFFFFFFF, seed >> 32))
    return words[0] << 32 | words[1]


def late_ranks(text, shape, seed, iteration, ranks, node_of):
    """The late ranks of an iteration, in order."""
    if text == "all":
        return list(range(ranks))
    if text.startswith("node:"):
        return [rank for rank in range(ranks) if node_of[rank] == int(text[5:])]
    if text not in ("rotating", "random"):
        return [int(rank) for rank in text.split(",")]
    begin = iteration % ranks if text == "rotating" else bits(seed, iteration, 0, 2) % ranks
    width = {"half-late": max(1, ranks // 2), "ramp": ranks}.get(shape, 1)
    return [(begin + place) % ranks for place in range(width)]


def delays(point, ranks, iterations, node_of):
    """[rank][iteration], ns; all shapes but periodic, whose delays depend on the moment too."""
    shape, seed, scale = point.attrs["shape"], int(point.attrs["skew_seed"]), int(point.attrs["lateness_ns"])
    result = numpy.zeros((ranks, iterations), dtype=numpy.int64)
    if scale == 0 or point.attrs["injected_at"] != "before":
        return result
    for iteration in range(iterations):
        late = late_ranks(point.attrs["late_ranks"], shape, seed, iteration, ranks, node_of)
        for place, rank in enumerate(late):
            u = (bits(seed, iteration, rank, 1) >> 11) / 2**53
            share = {"ramp": place / max(1, len(late) - 1) if len(late) > 1 else 1,
                     "uniform": u,
                     "exponential": -numpy.log1p(-u),
                     "pareto": 0.01 * (1 - u * (1 - 0.01**1.5)) ** (-1 / 1.5)}.get(shape, 1)
            result[rank, iteration] = int(scale * share + 0.5)
    return result


def kept(file, name):
    """Deadlines' greatest disagreement between ranks of one clock, ns; the share of iterations that were kept, of all and of
    those in which every rank heard of its deadline in time (no late start: without it there is nothing to keep)."""
    point = file["points"][name]
    target, enter = point["target"][:], point["enter"][:]
    node_of = [int(row["node"]) for row in file["run/ranks"][:]]
    deadline = target - delays(point, *target.shape, node_of)
    clock = file["run/clock"][:]
    bounds = [int(clock["bound_ns"][clock["rank"] == rank].max(initial=0)) for rank in range(len(node_of))]
    tolerance = numpy.array(bounds)[:, None] + 1000
    disagreement = numpy.ptp(deadline[[rank for rank, node in enumerate(node_of) if node == node_of[0]]], axis=0).max()
    good = (numpy.abs(enter - target) <= tolerance).all(axis=0)
    heard = (point["status"][:] != LATE_START).all(axis=0)
    return int(disagreement), float(good.mean()), float(good[heard].mean())


if __name__ == "__main__":
    with h5py.File(sys.argv[1]) as results:
        for each in sys.argv[2:] or list(results["points"]):
            measured = results["points"][each]
            if "lateness_ns" not in measured.attrs or measured.attrs["shape"] == "periodic":
                continue
            apart, share, heard = kept(results, each)
            print(f"{each} {measured.attrs['operation']} lateness {measured.attrs['lateness']} = "
                  f"{measured.attrs['lateness_ns']} ns: n={measured['enter'].shape[1]} kept {100 * share:.2f} %, {100 * heard:.2f} % of those without a late start, "
                  f"deadlines {apart} ns apart")
