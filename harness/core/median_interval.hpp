#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace syncbench {

/// The median of samples and its 95 % limits, all of them samples, ns.
struct MedianInterval {
  std::int64_t lower = 0;
  std::int64_t median = 0;
  std::int64_t upper = 0;
};

/// The median's interval by order statistics (quantile_interval.hpp), every sample counted as independent; nothing for
/// fewer than 6 samples. Order does not matter. Takes the samples by value because it moves them about; work is linear.
std::optional<MedianInterval> median_interval(std::vector<std::int64_t> samples);

/// The median alone, an order statistic as everywhere (quantile.hpp). Throws Error(internal) if there are no samples.
std::int64_t median_of(std::vector<std::int64_t> samples);

}  // namespace syncbench
