#include "analysis/lateness/turns.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/lateness/recurrence.hpp"
#include "harness/core/binomial_tail.hpp"
#include "harness/core/median_interval.hpp"
#include "harness/core/size_range.hpp"

namespace syncbench::analysis {
namespace {

using Places = std::vector<std::size_t>;

bool share_a_place(const Places& a, const Places& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](std::size_t place) { return std::binary_search(b.begin(), b.end(), place); });
}

bool are_regular(std::span<const LateEvent> events) {
  std::vector<std::int64_t> distances;
  for (std::size_t k = 1; k < events.size(); ++k)
    distances.push_back(static_cast<std::int64_t>(events[k].iteration - events[k - 1].iteration));
  const std::int64_t median = median_of(distances);
  const auto regular = std::count_if(distances.begin(), distances.end(), [median](std::int64_t distance) {
    return 10 * std::abs(distance - median) <= median;
  });
  return 4 * static_cast<std::size_t>(regular) >= 3 * distances.size();
}

// How many events follow from the one before, if each set is followed by the one that follows it most often.
std::size_t foretold(std::span<const LateEvent> events) {
  std::map<Places, std::map<Places, std::size_t>> followers;
  for (std::size_t k = 1; k < events.size(); ++k) {
    if (!share_a_place(events[k - 1].late, events[k].late)) ++followers[events[k - 1].late][events[k].late];
  }
  std::size_t sum = 0;
  for (const auto& [set, after] : followers) {
    std::size_t most = 0;
    for (const auto& [other, count] : after) most = std::max(most, count);
    sum += most;
  }
  return sum;
}

}  // namespace

std::optional<Turns> turns_of(std::span<const LateEvent> all) {
  if (all.size() < kFewestClusters) return std::nullopt;
  Turns turns;
  const SizeRange range =
      range_of_cause(sizes_of({all.begin(), all.end()}), costliest_median(sizes_of({all.begin(), all.end()})), 1);
  for (const LateEvent& event : all) {
    if (range.contains(event.size)) turns.events.push_back(event);
  }
  const std::size_t count = turns.events.size();
  if (count < kFewestClusters || !are_regular(turns.events)) return std::nullopt;
  std::map<Places, std::size_t> sets;
  for (const LateEvent& event : turns.events) ++sets[event.late];
  std::size_t most = 0;
  for (const auto& [set, times] : sets) most = std::max(most, times);
  const std::size_t right = foretold(turns.events);
  if (sets.size() < 2 || 10 * right < 9 * (count - 1)) return std::nullopt;
  // Every set may have had any follower.
  const auto choices = static_cast<double>(sets.size() * sets.size());
  turns.p =
      std::min(1.0, choices * binomial_tail(right, count - 1, static_cast<double>(most) / static_cast<double>(count)));
  if (turns.p >= kAccusationLevel) return std::nullopt;
  return turns;
}

}  // namespace syncbench::analysis
