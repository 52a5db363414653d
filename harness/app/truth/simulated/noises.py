"""The noise processes by name, as the maker of runs understands them (process.hpp), and their true quantiles."""
import math
import statistics

NORMAL = statistics.NormalDist()


def lognormal(x, sigma, centre=1.0):
    return NORMAL.cdf(math.log(x / centre) / sigma)


def bursts(x, noise):
    share = noise["share"]
    return (1 - share) * lognormal(x, noise["sigma"]) + share * lognormal(x, noise["spread"], noise["factor"])


def pareto(x, noise):
    return 0.0 if x <= 1 else 1 - (1 + (x - 1) / noise["scale"]) ** -noise["alpha"]


def bimodal(x, noise):
    return (1 - noise["share"]) * lognormal(x, noise["sigma"]) + noise["share"] * lognormal(x, noise["sigma"], noise["factor"])


def drift(x, noise):
    steps = 400
    return statistics.fmean(lognormal(x, noise["sigma"], 1 + noise["growth"] * (k + 0.5) / steps) for k in range(steps))


CDF = {
    "lognormal": lambda x, noise: lognormal(x, noise["sigma"]),
    "pareto": pareto,
    "bimodal": bimodal,
    "ar1": lambda x, noise: lognormal(x, noise["sigma"]),
    "bursts": bursts,
    "levels": lambda x, noise: lognormal(x, math.hypot(noise["sigma"], noise["step"])),
    "drift": drift,
}

PROCESSES = {
    "lognormal": {"kind": "lognormal", "sigma": 0.05},
    "heavy": {"kind": "pareto", "alpha": 1.5, "scale": 0.05},
    "bimodal": {"kind": "bimodal", "sigma": 0.02, "share": 0.3, "factor": 1.5},
    "two-modes": {"kind": "bimodal", "sigma": 0.02, "share": 0.5, "factor": 1.5},
    "ar-0.5": {"kind": "ar1", "phi": 0.5, "sigma": 0.05},
    "ar-0.9": {"kind": "ar1", "phi": 0.9, "sigma": 0.05},
    "ar-0.99": {"kind": "ar1", "phi": 0.99, "sigma": 0.05},
    "bursts-10": {"kind": "bursts", "length": 10, "share": 0.02, "factor": 5, "spread": 0.3, "sigma": 0.05},
    "bursts-100": {"kind": "bursts", "length": 100, "share": 0.02, "factor": 5, "spread": 0.3, "sigma": 0.05},
    "levels": {"kind": "levels", "dwell": 100, "step": 0.02, "sigma": 0.02},
    "drift": {"kind": "drift", "growth": 0.5, "sigma": 0.05},
}


def quantile(noise, level):
    """The true quantile, as a multiple of T0, by bisection."""
    low, high = 1e-3, 1e6
    for _ in range(200):
        middle = math.sqrt(low * high)
        if CDF[noise["kind"]](middle, noise) < level:
            low = middle
        else:
            high = middle
    return math.sqrt(low * high)
