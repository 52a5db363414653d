#include "analysis/skew/skew_report.hpp"

#include <algorithm>
#include <cmath>

#include "harness/core/median_interval.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::int64_t kProjected[]{8, 128, 1024};

WaitForRank waits_for(const Decomposition& point, std::size_t late, double whole, std::int64_t saving) {
  WaitForRank result;
  result.rank = point.times.ranks[late].value;
  std::vector<std::vector<std::int64_t>> waits(point.ranks());
  for (std::size_t row = 0; row < point.rows.size(); ++row) {
    if (!point.rows[row].blamed || point.rows[row].latest != late) continue;
    ++result.events;
    for (std::size_t place = 0; place < point.ranks(); ++place) {
      const TimeParts& parts = point.parts[point.at(row, place)];
      waits[place].push_back(parts.wait + parts.algorithm_wait);
    }
  }
  for (std::vector<std::int64_t>& each : waits)
    result.waits_ns.push_back(each.empty() ? 0 : median_of(std::move(each)));
  result.without_ns = whole - static_cast<double>(saving) / static_cast<double>(point.rows.size());
  return result;
}

// Lateness of one rank is what it comes after the median of all.
std::vector<Projection> projections_of(const Decomposition& point) {
  std::vector<std::int64_t> lateness;
  std::size_t late = 0;
  for (std::size_t row = 0; row < point.rows.size(); ++row) {
    const auto begin = point.arrivals.begin() + static_cast<std::ptrdiff_t>(point.at(row, 0));
    const std::vector<std::int64_t> arrivals(begin, begin + static_cast<std::ptrdiff_t>(point.ranks()));
    const std::int64_t middle = median_of(arrivals);
    for (const std::int64_t arrival : arrivals) {
      lateness.push_back(std::max<std::int64_t>(0, arrival - middle));
      if (lateness.back() > point.threshold.count()) ++late;
    }
  }
  std::vector<Projection> projections;
  if (lateness.empty()) return projections;
  const double q = static_cast<double>(late) / static_cast<double>(lateness.size());
  for (const std::int64_t ranks : kProjected)
    projections.push_back({ranks, 1 - std::pow(1 - q, static_cast<double>(ranks)), expected_maximum(lateness, ranks)});
  return projections;
}

SkewPoint skew_point(const Decomposition& point) {
  SkewPoint result{shares_of(point), 0, {}, projections_of(point)};
  if (point.rows.empty()) return result;
  result.whole_ns = static_cast<double>(result.shares.whole) / static_cast<double>(point.rows.size());
  for (std::size_t place = 0; place < point.ranks(); ++place) {
    WaitForRank waits = waits_for(point, place, result.whole_ns, result.shares.ranks[place].saving);
    if (waits.events > 0) result.waits.push_back(std::move(waits));
  }
  std::stable_sort(result.waits.begin(), result.waits.end(),
                   [](const WaitForRank& a, const WaitForRank& b) { return a.without_ns < b.without_ns; });
  return result;
}

}  // namespace

double expected_maximum(std::vector<std::int64_t> values, std::int64_t count) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double sum = 0, below = 0;
  for (std::size_t k = 1; k <= values.size(); ++k) {
    const double up_to = std::pow(static_cast<double>(k) / n, static_cast<double>(count));
    sum += static_cast<double>(values[k - 1]) * (up_to - below);
    below = up_to;
  }
  return sum;
}

SkewReport skew_report(const std::filesystem::path& file, const Selection& selection) {
  SkewReport report{file, {}};
  for_each_selected(file, selection, [&](const Decomposition& point) { report.points.push_back(skew_point(point)); });
  return report;
}

}  // namespace syncbench::analysis
