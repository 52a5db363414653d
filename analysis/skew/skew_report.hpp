#pragma once

#include <filesystem>
#include <vector>

#include "analysis/decompose/decompose_report.hpp"

namespace syncbench::analysis {

/// How long the other ranks wait when one comes last, medians over the material iterations in which it does.
struct WaitForRank {
  std::int64_t rank = 0;
  std::size_t events = 0;
  std::vector<std::int64_t> waits_ns;  ///< by place; 0 for itself
  double without_ns = 0;               ///< an iteration's mean time if this rank came with the one before it
};

/// What a number of ranks would meet if each were late as these were, and independently.
struct Projection {
  std::int64_t ranks = 0;
  double chance = 0;       ///< of an iteration in which somebody is materially late: 1 − (1 − q)^ranks
  double lateness_ns = 0;  ///< expected maximum of the lateness that was measured
};

struct SkewPoint {
  PointShares shares;
  double whole_ns = 0;  ///< mean
  std::vector<WaitForRank> waits;
  std::vector<Projection> projections;
};

struct SkewReport {
  std::filesystem::path file;
  std::vector<SkewPoint> points;
};

/// Who waits for whom, in every selected point. Throws as decompose_report() does.
SkewReport skew_report(const std::filesystem::path& file, const Selection& selection);

/// Expected maximum of `count` values drawn from these, independently: Σ x₍ₖ₎ ((k/n)^count − ((k−1)/n)^count). 0 for
/// none.
double expected_maximum(std::vector<std::int64_t> values, std::int64_t count);

}  // namespace syncbench::analysis
