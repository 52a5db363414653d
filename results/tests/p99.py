"""p50 and p99 of one point, from the raw samples, with nothing but h5py and numpy: p99.py FILE POINT"""
import sys

import h5py
import numpy

with h5py.File(sys.argv[1]) as file:
    point = file["points"][sys.argv[2]]
    warmup = point.attrs["warmup_iterations"]
    enter, leave = point["enter"][:, warmup:], point["leave"][:, warmup:]  # [rank][iteration], ns
    late = (point["status"][:, warmup:] == 3).any(axis=0)  # 3: late_start, on any rank
    absent = numpy.iinfo(numpy.int64).min  # this rank took no part
    took = numpy.where(enter == absent, absent, leave - enter).max(axis=0)  # the slowest rank decides
    p50, p99 = numpy.quantile(took[~late], [0.5, 0.99], method="inverted_cdf")
    print(f"n={numpy.count_nonzero(~late)} p50={p50} ns p99={p99} ns")
    for times in [numpy.where(late, extreme, took) for extreme in (0, numpy.inf) if late.any()]:
        p50, p99 = numpy.quantile(times, [0.5, 0.99], method="inverted_cdf")
        print(f"if the {late.sum()} late starts took {times[late][0]}: p50={p50:.0f} ns p99={p99:.0f} ns")
