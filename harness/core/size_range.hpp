#pragma once

#include <cstdint>
#include <vector>

namespace syncbench {

/// Sizes of one cause, ns.
struct SizeRange {
  std::int64_t least = 0, most = 0;  ///< both are sizes that occur
  bool stands_apart = false;         ///< below it there are few sizes: it is a kind of its own and no tail

  bool contains(std::int64_t size) const noexcept { return size >= least && size <= most; }
};

/// The sizes around `middle`, one of them, as far as one cause reaches: down, octave by octave, until their number
/// rises again or none is left; up, until the next one is more than three times as large. Constant sizes are a narrow
/// range, exponential ones reach over several octaves; both are one range, and the two causes of a mixture that lie
/// apart are two. The sizes of a tail become more the smaller they are, so their range does not stand apart: it does if
/// somewhere down from the middle an octave has at most a quarter of the fullest octave above it. `floor`: the least
/// size that can be seen. Order does not matter.
SizeRange range_of_cause(std::vector<std::int64_t> sizes, std::int64_t middle, std::int64_t floor);

/// The median of the largest sizes that make up nine tenths of the sum. Expects at least one size.
std::int64_t costliest_median(std::vector<std::int64_t> sizes);

}  // namespace syncbench
