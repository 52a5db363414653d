#include "analysis/lateness/delay_study.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "analysis/lateness/recurrence.hpp"
#include "harness/core/size_range.hpp"

namespace syncbench::analysis {
namespace {

constexpr int kMostCauses = 8;

// Without a rank there is no test against chance: what recurs has to be a kind of its own, apart from the tail, or
// regular.
std::optional<Recurrence> recurring_inside(const Decomposition& point, const std::vector<LateEvent>& events,
                                           const SizeRange& range, std::int64_t time) {
  std::vector<LateEvent> own;
  for (const LateEvent& event : events) {
    if (range.contains(event.size)) own.push_back(event);
  }
  const std::vector<Moment> moments = moments_of(own);
  const double clusters = static_cast<double>(own.size()) / events_per_cluster(moments, point.extent());
  if (clusters < static_cast<double>(kFewestClusters) || windows_with(moments, point.extent()) < kFewestWindows)
    return std::nullopt;
  if (!costs_enough(sizes_of(own), time)) return std::nullopt;
  if (!range.stands_apart && !period_of(own, point.rows.size())) return std::nullopt;
  Recurrence found = recurrence_of(point, own, sizes_of(own), sum_of(sizes_of(own)));
  found.accusation.events = found.accusation.of = own.size();
  return found;
}

std::optional<Recurrence> study_inside(const Decomposition& point, std::vector<LateEvent> events, std::int64_t time) {
  for (int cause = 0; cause < kMostCauses && events.size() >= kFewestClusters; ++cause) {
    const std::vector<std::int64_t> sizes = sizes_of(events);
    const SizeRange range = range_of_cause(sizes, costliest_median(sizes), least_delay(point));
    if (auto found = recurring_inside(point, events, range, time)) return found;
    std::erase_if(events, [&](const LateEvent& event) { return range.contains(event.size); });
  }
  return std::nullopt;
}

std::vector<std::int64_t> median_transfers(const Decomposition& point) {
  std::vector<std::int64_t> medians;
  for (std::size_t place = 0; place < point.ranks(); ++place) {
    std::vector<std::int64_t> transfers;
    for (std::size_t row = 0; row < point.rows.size(); ++row) {
      if (point.rows[row].use == IterationUse::counts) transfers.push_back(point.parts[point.at(row, place)].transfer);
    }
    medians.push_back(transfers.empty() ? 0 : median_of(std::move(transfers)));
  }
  return medians;
}

// How far the places' transfers have to lie above `usual`, the greatest of the others.
std::int64_t least_difference(const Decomposition& point, std::int64_t usual) {
  constexpr std::int64_t kShortest = 1'000, kShortestUneven = 20'000;  // ns
  const auto meaning = meaning_of(point.times.header);
  if (!meaning || !is_alike_on_all(meaning->collective)) return std::max(5 * usual, kShortestUneven);
  return std::max({(has_several_nodes(point) ? 6 : 3) * usual / 2, kShortest, point.threshold.count()});
}

// The places whose transfers stand out, ascending; empty if none do.
std::vector<std::size_t> slow_places(const Decomposition& point, const std::vector<std::int64_t>& medians) {
  std::vector<std::size_t> order(medians.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return medians[a] < medians[b]; });
  for (std::size_t fast = (order.size() + 1) / 2; fast < order.size(); ++fast) {
    const std::int64_t usual = std::max<std::int64_t>(0, medians[order[fast - 1]]);
    if (medians[order[fast]] - usual <= least_difference(point, usual)) continue;
    std::vector<std::size_t> places(order.begin() + static_cast<std::ptrdiff_t>(fast), order.end());
    std::sort(places.begin(), places.end());
    return places;
  }
  return {};
}

// How long after the last of the others the first of these places leaves.
std::int64_t left_after(const Decomposition& point, std::size_t row, const std::vector<std::size_t>& places) {
  std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = std::numeric_limits<std::int64_t>::min();
  for (std::size_t place = 0; place < point.ranks(); ++place) {
    const std::int64_t leave = point.departures[point.at(row, place)];
    if (std::binary_search(places.begin(), places.end(), place)) {
      first = std::min(first, leave);
    } else {
      last = std::max(last, leave);
    }
  }
  return first - last;
}

}  // namespace

bool is_alike_on_all(Collective collective) {
  return !has_root(collective) && collective != Collective::scan && collective != Collective::exscan;
}

std::optional<Recurrence> late_in_every_call(const Decomposition& point, std::int64_t time) {
  const std::vector<std::int64_t> medians = median_transfers(point);
  const std::vector<std::size_t> places = slow_places(point, medians);
  if (places.empty()) return std::nullopt;
  std::int64_t usual = 0, least = std::numeric_limits<std::int64_t>::max();
  for (std::size_t place = 0; place < medians.size(); ++place) {
    const bool slow = std::binary_search(places.begin(), places.end(), place);
    if (slow) least = std::min(least, medians[place]);
    if (!slow) usual = std::max(usual, medians[place]);
  }
  std::vector<LateEvent> events;
  std::vector<std::int64_t> sizes;
  std::size_t looked_at = 0;
  for (std::size_t row = 0; row < point.rows.size(); ++row) {
    if (point.rows[row].use != IterationUse::counts) continue;
    ++looked_at;
    const std::int64_t after = left_after(point, row, places);
    if (2 * after <= least - usual) continue;
    sizes.push_back(after);
    events.push_back({point.rows[row].iteration, after, places, {}, moment_of(point, row)});
  }
  if (events.size() < kFewestClusters || 10 * events.size() < 9 * looked_at || !is_costly(sum_of(sizes), time))
    return std::nullopt;
  const std::int64_t cost = sum_of(sizes);
  Recurrence found = recurrence_of(point, events, std::move(sizes), cost);
  found.places = places;
  found.always = true;
  found.accusation.place = places.front();
  found.accusation.events = events.size();
  found.accusation.of = looked_at;
  return found;
}

DelayStudy study_delays(const Decomposition& point, const DelayEvents& delays, std::int64_t time) {
  DelayStudy study;
  for (const AccusedPlace& each :
       judge_events(delays.leaving, point.ranks(), point.extent(), least_leaving(point)).accused) {
    const std::int64_t cost = sum_of(sizes_of(each.events));
    if (is_costly(cost, time)) study.leaving.push_back(recurrence_at(point, each, cost));
  }
  if (auto always = late_in_every_call(point, time)) study.leaving.push_back(std::move(*always));
  study.inside = study_inside(point, delays.inside, time);
  return study;
}

}  // namespace syncbench::analysis
