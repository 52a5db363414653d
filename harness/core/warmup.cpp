#include "harness/core/warmup.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "harness/core/median_interval.hpp"
#include "harness/core/quantile_estimate.hpp"

namespace syncbench {
namespace {

constexpr std::array<std::size_t, 6> kCutsPercent{0, 2, 5, 10, 15, 20};
constexpr std::size_t kWindows = 5;
constexpr std::size_t kFewestSamples = 30;
constexpr double kFirstApart = 5;    // σ
constexpr double kWindowsApart = 8;  // σ, by the root of a window's blocks
// What a steady machine moves by, and well below what a comparison can tell apart.
constexpr double kSame = 0.01;
// The median of |a − b| for two normal values of unit variance.
constexpr double kMedianDifference = 0.954;
// Of a coarse clock: medians one apart are the same, and readings are rounded to whole nanoseconds.
constexpr double kTicks = 1.5;
constexpr std::int64_t kCoarsest = 50;  // ns; CLOCK_MONOTONIC_RAW went in steps of 10 to 30 where this was tried

std::vector<std::int64_t> block_medians(const BlockedSeries& series) {
  std::vector<std::int64_t> medians;
  for (std::size_t block = 0; block < series.begins.size(); ++block) {
    const std::size_t begin = series.begins[block];
    const std::size_t end = block + 1 < series.begins.size() ? series.begins[block + 1] : series.samples.size();
    std::vector<std::int64_t> known;
    std::copy_if(series.samples.begin() + static_cast<std::ptrdiff_t>(begin),
                 series.samples.begin() + static_cast<std::ptrdiff_t>(end), std::back_inserter(known),
                 [](std::int64_t time) { return time != kUnknownTime; });
    if (!known.empty()) medians.push_back(median_of(std::move(known)));
  }
  return medians;
}

double spread_of_neighbours(std::span<const std::int64_t> medians) {
  std::vector<std::int64_t> differences;
  for (std::size_t i = 1; i < medians.size(); ++i) differences.push_back(std::abs(medians[i] - medians[i - 1]));
  return static_cast<double>(median_of(std::move(differences))) / kMedianDifference;
}

// How far the medians of the windows lie apart.
double range_of_windows(std::span<const std::int64_t> medians) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = std::numeric_limits<std::int64_t>::min();
  for (std::size_t i = 0; i < kWindows; ++i) {
    const std::size_t begin = medians.size() * i / kWindows, end = medians.size() * (i + 1) / kWindows;
    const auto window = medians.subspan(begin, end - begin);
    const std::int64_t median = median_of({window.begin(), window.end()});
    least = std::min(least, median);
    most = std::max(most, median);
  }
  return static_cast<double>(most - least);
}

// The step from a typical time to its nearest neighbours among the samples: a coarse clock's tick, hardly anything
// else.
double tick_at(std::int64_t typical, std::span<const std::int64_t> samples) {
  std::int64_t below = std::numeric_limits<std::int64_t>::min(), above = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t each : samples) {
    if (each == kUnknownTime) continue;
    if (each < typical) below = std::max(below, each);
    if (each > typical) above = std::min(above, each);
  }
  const std::int64_t down = below == std::numeric_limits<std::int64_t>::min() ? 0 : typical - below;
  const std::int64_t up = above == std::numeric_limits<std::int64_t>::max() ? 0 : above - typical;
  return static_cast<double>(std::min(std::max(down, up), kCoarsest));
}

// `least`: what medians differ by without meaning anything, ns.
Steadiness steadiness_of(std::span<const std::int64_t> medians, double least) {
  if (medians.size() < kFewestBlocks) return Steadiness::too_few;
  const double spread = spread_of_neighbours(medians);
  const double blocks_of_window = static_cast<double>(medians.size()) / kWindows;
  const std::int64_t typical = median_of({medians.begin(), medians.end()});
  const auto first = static_cast<double>(std::abs(medians.front() - typical));
  const bool first_apart = first > std::max(kFirstApart * spread, least);
  const bool windows_apart =
      range_of_windows(medians) > std::max(kWindowsApart * spread / std::sqrt(blocks_of_window), least);
  return first_apart || windows_apart ? Steadiness::unsteady : Steadiness::steady;
}

double least_difference(std::span<const std::int64_t> medians, std::span<const std::int64_t> samples) {
  if (medians.empty()) return 0;
  const std::int64_t typical = median_of({medians.begin(), medians.end()});
  return std::max(kSame * static_cast<double>(typical), kTicks * tick_at(typical, samples));
}

}  // namespace

BlockedSeries in_equal_blocks(std::span<const std::int64_t> samples, std::size_t blocks) {
  BlockedSeries series{samples, {}};
  const std::size_t count = std::min(blocks, samples.size());
  for (std::size_t block = 0; block < count; ++block) series.begins.push_back(samples.size() * block / count);
  return series;
}

Warmup find_warmup(const BlockedSeries& series) {
  if (series.samples.size() < kFewestSamples) return {};
  const std::vector<std::int64_t> medians = block_medians(series);
  const double least = least_difference(medians, series.samples);
  Warmup found;
  for (const std::size_t percent : kCutsPercent) {
    // Rounded up to whole blocks, but never beyond a fifth.
    const std::size_t cut = std::min((medians.size() * percent + 99) / 100, medians.size() / 5);
    const Steadiness steadiness = steadiness_of(std::span(medians).subspan(cut), least);
    if (steadiness == Steadiness::steady) return {cut, steadiness};
    if (cut == 0 || steadiness == Steadiness::unsteady) found.steadiness = steadiness;
  }
  return found;
}

Steadiness steadiness_after(const BlockedSeries& series, std::size_t blocks) {
  if (series.samples.size() < kFewestSamples) return Steadiness::too_few;
  const std::vector<std::int64_t> medians = block_medians(series);
  return steadiness_of(std::span(medians).subspan(std::min(blocks, medians.size())),
                       least_difference(medians, series.samples));
}

}  // namespace syncbench
