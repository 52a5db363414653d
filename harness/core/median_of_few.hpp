#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace syncbench {

/// Values that limits of their median take.
inline constexpr std::size_t kFewestOfFew = 6;

/// The median of few values, itself one of them, and its 95 % limits.
struct MedianOfFew {
  double lower = 0, median = 0, upper = 0;
};

/// Limits of a median whatever the values' distribution, for values that are too few for plain order statistics: those
/// of 14 values cover 98.7 % or 94.3 %. Between the two neighbouring pairs of order statistics limits are interpolated
/// so that they cover 95 % (Hettmansperger & Sheather 1986, doi 10.1016/0167-7152(86)90021-0). Where a pair covers at
/// most 97.5 % it is taken as it is. In 20,000 simulations each of 6, 7 and 14 values 94 to 97 % covered: lognormal,
/// exponential, Student's t with 3 degrees of freedom, two modes with 10 to 30 % in the upper one; Student's limits of
/// the mean covered 50 to 94 % where there were two modes. Two modes of equal weight have no median to speak of (88 to
/// 97 %).
///
/// Nothing for fewer than kFewestOfFew values. Order does not matter. Throws std::bad_alloc.
std::optional<MedianOfFew> median_of_few(std::span<const double> values);

}  // namespace syncbench
