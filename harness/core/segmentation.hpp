#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace syncbench {

/// A series cut into pieces of constant level: the cut that leaves the least sum of squares.
struct Segmentation {
  std::vector<std::size_t> begins;  ///< of each segment; the first is 0
  double squares = 0;               ///< sum of squared residuals against the segments' means
  double correlation = 0;           ///< of neighbouring residuals
  double gain = 0;                  ///< F: what each cut explains, in variances of the residuals' means; see below
};

/// The best segmentations into 1, 2, … `most` segments of at least `shortest` values, by dynamic programming over all
/// of them (Bai & Perron 2003, doi 10.1002/jae.659); fewer where the series is too short. `gain` is their F with the
/// long-run variance of an autoregression of order one in the residuals in place of the plain variance: neighbours that
/// stay together are no evidence of a change. Work is most × n².
std::vector<Segmentation> segmentations(std::span<const double> series, std::size_t most, std::size_t shortest);

}  // namespace syncbench
