#include "analysis/lateness/recurrence.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace syncbench::analysis {
namespace {

MedianInterval interval_of(const std::vector<std::int64_t>& sizes) {
  if (const auto interval = median_interval(sizes)) return *interval;
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  return {*least, median_of(sizes), *most};
}

// In the order of occurrence.
std::optional<Growth> growth_of(const std::vector<std::int64_t>& sizes) {
  const auto quarter = static_cast<std::ptrdiff_t>(sizes.size() / 4);
  const auto begin = median_interval({sizes.begin(), sizes.begin() + quarter});
  const auto end = median_interval({sizes.end() - quarter, sizes.end()});
  if (!begin || !end) return std::nullopt;
  const auto [less, more] = begin->median < end->median ? std::pair(*begin, *end) : std::pair(*end, *begin);
  if (less.upper >= more.lower || 4 * more.median < 5 * less.median) return std::nullopt;
  return Growth{begin->median, end->median};
}

std::vector<std::int64_t> distances_between(const std::vector<LateEvent>& events) {
  std::vector<std::int64_t> distances;
  for (std::size_t k = 1; k < events.size(); ++k)
    distances.push_back(static_cast<std::int64_t>(events[k].iteration - events[k - 1].iteration));
  return distances;
}

}  // namespace

bool costs_enough(const std::vector<std::int64_t>& costs, std::int64_t time, double share) {
  double squares = 0;
  for (const std::int64_t cost : costs) squares += static_cast<double>(cost) * static_cast<double>(cost);
  return static_cast<double>(sum_of(costs)) - 2 * std::sqrt(squares) >= share * static_cast<double>(time);
}

bool is_costly(std::int64_t cost, std::int64_t time) {
  return cost > 0 && static_cast<double>(cost) >= kLeastShare * static_cast<double>(time);
}

std::int64_t sum_of(const std::vector<std::int64_t>& values) {
  return std::accumulate(values.begin(), values.end(), std::int64_t{0});
}

std::vector<std::int64_t> sizes_of(const std::vector<LateEvent>& events) {
  std::vector<std::int64_t> sizes;
  for (const LateEvent& event : events) sizes.push_back(event.size);
  return sizes;
}

std::optional<std::size_t> period_of(const std::vector<LateEvent>& events, std::size_t iterations) {
  if (events.size() < kFewestClusters) return std::nullopt;
  const std::vector<std::int64_t> distances = distances_between(events);
  const std::int64_t median = median_of(distances);
  const auto regular = std::count_if(distances.begin(), distances.end(), [median](std::int64_t distance) {
    return 10 * std::abs(distance - median) <= median;
  });
  if (4 * static_cast<std::size_t>(regular) < 3 * distances.size()) return std::nullopt;
  const auto period = static_cast<std::size_t>(median);
  const bool fills =
      period == 1 ? 100 * events.size() >= 99 * iterations : 4 * events.size() * period >= 3 * iterations;
  return fills ? std::optional(period) : std::nullopt;
}

When when_of(const Decomposition& point, const std::vector<LateEvent>& events, bool by_distance) {
  const SplitIteration& first = point.rows[events.front().moment.row];
  const SplitIteration& last = point.rows[events.back().moment.row];
  When when{first.iteration, last.iteration, static_cast<double>(first.since),
            static_cast<double>(last.since + last.whole), 1};
  if (events.size() < 2) return when;
  std::int64_t near = std::max<std::int64_t>(static_cast<std::int64_t>(point.rows.size()) / 50, 3);
  if (by_distance) near = std::max(near, 20 * median_of(distances_between(events)));
  for (const std::int64_t distance : distances_between(events)) {
    if (distance > near) ++when.episodes;
  }
  return when;
}

Recurrence recurrence_of(const Decomposition& point, const std::vector<LateEvent>& events,
                         std::vector<std::int64_t> sizes, std::int64_t cost) {
  Recurrence found;
  found.cost = cost;
  found.size = interval_of(sizes);
  found.growth = growth_of(sizes);
  found.occurrences = events.size();
  found.period = period_of(events, point.rows.size());
  found.when = when_of(point, events, true);
  for (const LateEvent& event : events) found.iterations.push_back(event.iteration);
  return found;
}

Recurrence recurrence_at(const Decomposition& point, const AccusedPlace& accused, std::int64_t cost) {
  std::vector<std::int64_t> sizes;
  for (const LateEvent& event : accused.events) {
    std::size_t index = 0;
    if (event.has(accused.accusation.place, &index)) sizes.push_back(event.behind_of(index));
  }
  Recurrence found = recurrence_of(point, accused.events, std::move(sizes), cost);
  found.places = {accused.accusation.place};
  found.accusation = accused.accusation;
  return found;
}

}  // namespace syncbench::analysis
