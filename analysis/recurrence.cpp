#include "recurrence.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace syncbench::analysis {
namespace {

constexpr double kLeastShare = 0.05;

MedianInterval interval_of(const std::vector<std::int64_t>& sizes) {
  if (const auto interval = median_interval(sizes)) return *interval;
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  return {*least, median_of(sizes), *most};
}

std::vector<std::int64_t> sizes_of(const std::vector<LateEvent>& events,
                                   const std::function<std::int64_t(const LateEvent&)>& size_of) {
  std::vector<std::int64_t> sizes;
  for (const LateEvent& event : events) sizes.push_back(size_of(event));
  return sizes;
}

}  // namespace

bool costs_enough(const std::vector<std::int64_t>& costs, std::int64_t time) {
  double squares = 0;
  for (const std::int64_t cost : costs) squares += static_cast<double>(cost) * static_cast<double>(cost);
  return static_cast<double>(sum_of(costs)) - 2 * std::sqrt(squares) >= kLeastShare * static_cast<double>(time);
}

std::int64_t sum_of(const std::vector<std::int64_t>& values) {
  return std::accumulate(values.begin(), values.end(), std::int64_t{0});
}

std::optional<std::size_t> period_of(const std::vector<LateEvent>& events) {
  if (events.size() < kFewestEvents) return std::nullopt;
  std::vector<std::int64_t> distances;
  for (std::size_t k = 1; k < events.size(); ++k)
    distances.push_back(static_cast<std::int64_t>(events[k].iteration - events[k - 1].iteration));
  const std::int64_t median = median_of(distances);
  const auto regular = std::count_if(distances.begin(), distances.end(), [median](std::int64_t distance) {
    return 10 * std::abs(distance - median) <= median;
  });
  if (4 * static_cast<std::size_t>(regular) < 3 * distances.size()) return std::nullopt;
  return static_cast<std::size_t>(median);
}

Recurrence recurrence_at(const Accusation& accusation, const std::vector<LateEvent>& events, std::int64_t cost,
                         const std::function<std::int64_t(const LateEvent&)>& size_of) {
  std::vector<LateEvent> own;
  for (const LateEvent& event : events) {
    if (std::binary_search(event.late.begin(), event.late.end(), accusation.place)) own.push_back(event);
  }
  Recurrence found;
  found.places = {accusation.place};
  found.accusation = accusation;
  found.cost = cost;
  const std::int64_t typical = median_of(sizes_of(costliest(own), size_of));
  std::erase_if(own, [&](const LateEvent& event) { return 2 * size_of(event) < typical; });
  found.size = interval_of(sizes_of(own, size_of));
  found.occurrences = own.size();
  found.period = period_of(own);
  return found;
}

}  // namespace syncbench::analysis
