#include "warmup.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <syncbench/core/median_interval.hpp>

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

std::vector<std::int64_t> block_medians(const BlockedSeries& series) {
  std::vector<std::int64_t> medians;
  for (std::size_t block = 0; block < series.begins.size(); ++block) {
    const std::size_t begin = series.begins[block];
    const std::size_t end = block + 1 < series.begins.size() ? series.begins[block + 1] : series.samples.size();
    const auto samples = series.samples.subspan(begin, end - begin);
    if (!samples.empty()) medians.push_back(median_of({samples.begin(), samples.end()}));
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

Steadiness steadiness_of(std::span<const std::int64_t> medians) {
  if (medians.size() < kFewestBlocks) return Steadiness::too_few;
  const auto typical = static_cast<double>(median_of({medians.begin(), medians.end()}));
  const double spread = spread_of_neighbours(medians);
  const double blocks_of_window = static_cast<double>(medians.size()) / kWindows;
  const double first = std::abs(static_cast<double>(medians.front()) - typical);
  const bool first_apart = first > std::max(kFirstApart * spread, kSame * typical);
  const bool windows_apart =
      range_of_windows(medians) > std::max(kWindowsApart * spread / std::sqrt(blocks_of_window), kSame * typical);
  return first_apart || windows_apart ? Steadiness::unsteady : Steadiness::steady;
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
  Warmup found;
  for (const std::size_t percent : kCutsPercent) {
    // Rounded up to whole blocks, but never beyond a fifth.
    const std::size_t cut = std::min((medians.size() * percent + 99) / 100, medians.size() / 5);
    const Steadiness steadiness = steadiness_of(std::span(medians).subspan(cut));
    if (steadiness == Steadiness::steady) return {cut, steadiness};
    if (cut == 0 || steadiness == Steadiness::unsteady) found.steadiness = steadiness;
  }
  return found;
}

Steadiness steadiness_after(const BlockedSeries& series, std::size_t blocks) {
  if (series.samples.size() < kFewestSamples) return Steadiness::too_few;
  const std::vector<std::int64_t> medians = block_medians(series);
  return steadiness_of(std::span(medians).subspan(std::min(blocks, medians.size())));
}

}  // namespace syncbench
