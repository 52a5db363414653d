#include "analysis/run/late_events.hpp"

#include <algorithm>
#include <functional>

#include "analysis/run/attributes.hpp"
#include "harness/core/median_interval.hpp"

namespace syncbench::analysis {
namespace {

// All places' values of one row.
std::vector<std::int64_t> of_row(const Decomposition& point, const std::vector<std::int64_t>& values, std::size_t row) {
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(point.at(row, 0));
  return {begin, begin + static_cast<std::ptrdiff_t>(point.ranks())};
}

// Every rank's transfer as it usually is.
std::vector<std::int64_t> usual_transfers(const Decomposition& point) {
  std::vector<std::int64_t> usual;
  for (std::size_t place = 0; place < point.ranks(); ++place) {
    std::vector<std::int64_t> transfers;
    for (std::size_t row = 0; row < point.rows.size(); ++row)
      transfers.push_back(point.parts[point.at(row, place)].transfer);
    usual.push_back(median_of(std::move(transfers)));
  }
  return usual;
}

// The places of a row whose value exceeds both `least` and half of the greatest.
std::vector<std::size_t> late_places(const std::vector<std::int64_t>& values, std::int64_t least) {
  const std::int64_t most = *std::max_element(values.begin(), values.end());
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < values.size(); ++place) {
    if (values[place] > least && 2 * values[place] > most) places.push_back(place);
  }
  return places;
}

// How much later the late ones come than the median of the others.
std::vector<std::int64_t> behind_others(const std::vector<std::int64_t>& arrivals,
                                        const std::vector<std::size_t>& late) {
  std::vector<std::int64_t> others, behind;
  for (std::size_t place = 0; place < arrivals.size(); ++place) {
    if (!std::binary_search(late.begin(), late.end(), place)) others.push_back(arrivals[place]);
  }
  const std::int64_t middle = median_of(std::move(others));
  for (const std::size_t place : late) behind.push_back(std::max<std::int64_t>(1, arrivals[place] - middle));
  return behind;
}

}  // namespace

bool is_back_to_back(const Decomposition& point, std::size_t iteration) {
  return text_attribute(point.times.header.attributes, "start") == "none" || iteration % point.times.operations != 0;
}

std::optional<ArrivalLateness> arrival_lateness(const Decomposition& point, std::size_t row, std::size_t place) {
  const std::size_t iteration = point.rows[row].iteration;
  if (row == 0 || point.rows[row - 1].iteration + 1 != iteration || !is_back_to_back(point, iteration))
    return std::nullopt;
  ArrivalLateness lateness;
  lateness.inherited = point.departures[point.at(row - 1, place)] - median_of(of_row(point, point.departures, row - 1));
  lateness.own =
      point.arrivals[point.at(row, place)] - median_of(of_row(point, point.arrivals, row)) - lateness.inherited;
  return lateness;
}

std::vector<std::size_t> rows_by_iteration(const Decomposition& point) {
  std::vector<std::size_t> rows(point.times.iterations, 0);
  for (std::size_t row = 0; row < point.rows.size(); ++row) rows[point.rows[row].iteration] = row;
  return rows;
}

bool has_several_nodes(const Decomposition& point) {
  const auto& nodes = point.times.nodes;
  return std::adjacent_find(nodes.begin(), nodes.end(), std::not_equal_to<>()) != nodes.end();
}

Moment moment_of(const Decomposition& point, std::size_t row) { return {row, point.rows[row].measured}; }

std::int64_t least_delay(const Decomposition& point) {
  return std::max(point.threshold.count(), point.usual.count() / 2);
}

// A rank may get its last message later than the others theirs by what messages take, and by what a cache line does.
std::int64_t least_leaving(const Decomposition& point) {
  constexpr std::int64_t kShortest = 1'000;  // ns
  return std::max({point.threshold.count(), 2 * point.usual.count(), kShortest});
}

std::vector<LateEvent> arrival_events(const Decomposition& point) {
  std::vector<LateEvent> events;
  for (std::size_t row = 0; row < point.rows.size(); ++row) {
    const SplitIteration& split = point.rows[row];
    if (!split.blamed || !split.material) continue;
    const std::vector<std::int64_t> arrivals = of_row(point, point.arrivals, row);
    const std::int64_t first = *std::min_element(arrivals.begin(), arrivals.end());
    std::vector<std::int64_t> after_first;
    for (const std::int64_t arrival : arrivals) after_first.push_back(arrival - first);
    LateEvent event{
        split.iteration, split.spread, late_places(after_first, point.threshold.count()), {}, moment_of(point, row)};
    event.behind = behind_others(arrivals, event.late);
    events.push_back(std::move(event));
  }
  return events;
}

DelayEvents delay_events(const Decomposition& point) {
  DelayEvents events;
  if (point.rows.empty()) return events;
  const std::vector<std::int64_t> usual = usual_transfers(point);
  const std::int64_t least = least_delay(point), least_alone = least_leaving(point);
  std::vector<std::int64_t> more(point.ranks());
  for (std::size_t row = 0; row < point.rows.size(); ++row) {
    if (point.rows[row].use != IterationUse::counts) continue;
    for (std::size_t place = 0; place < more.size(); ++place)
      more[place] = point.parts[point.at(row, place)].transfer - usual[place];
    const std::int64_t most = *std::max_element(more.begin(), more.end());
    if (most <= least) continue;
    LateEvent event{point.rows[row].iteration, most, late_places(more, least), {}, moment_of(point, row)};
    const bool alone = 2 * event.late.size() <= point.ranks();
    if (!alone && point.unloaded) event.size = *point.excess(row);
    if (event.size <= (alone ? least_alone : least)) continue;
    (alone ? events.leaving : events.inside).push_back(std::move(event));
  }
  return events;
}

}  // namespace syncbench::analysis
