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
    took = numpy.where(enter == absent, absent, leave - enter).max(axis=0)[~late]  # the slowest rank decides
    p50, p99 = numpy.quantile(took, [0.5, 0.99], method="inverted_cdf")
    print(f"n={took.size} p50={p50} ns p99={p99} ns")
