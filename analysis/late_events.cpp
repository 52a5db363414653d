#include "late_events.hpp"

#include <algorithm>
#include <functional>

#include "attributes.hpp"
#include <syncbench/core/median_interval.hpp>

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

// A rank may get its last message later than the others theirs by what messages take, and by what a cache line does.
std::int64_t least_leaving_of(const Decomposition& point) {
  constexpr std::int64_t kShortest = 1'000;  // ns
  const auto& nodes = point.times.nodes;
  const bool several = std::adjacent_find(nodes.begin(), nodes.end(), std::not_equal_to<>()) != nodes.end();
  const std::int64_t own_way = (several ? 2 : 1) * point.unloaded.value_or(Nanos{0}).count();
  return std::max({point.threshold.count(), own_way, kShortest});
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

std::vector<LateEvent> arrival_events(const Decomposition& point) {
  std::vector<LateEvent> events;
  for (std::size_t row = 0; row < point.rows.size(); ++row) {
    const SplitIteration& split = point.rows[row];
    if (!split.blamed) continue;
    LateEvent event{split.iteration, split.spread, {}};
    const std::vector<std::int64_t> arrivals = of_row(point, point.arrivals, row);
    const std::int64_t first = *std::min_element(arrivals.begin(), arrivals.end());
    for (std::size_t place = 0; place < arrivals.size(); ++place) {
      const std::int64_t behind = arrivals[place] - first;
      if (behind > point.threshold.count() && 2 * behind > split.spread) event.late.push_back(place);
    }
    events.push_back(std::move(event));
  }
  return events;
}

DelayEvents delay_events(const Decomposition& point) {
  DelayEvents events;
  if (point.rows.empty()) return events;
  const std::vector<std::int64_t> usual = usual_transfers(point);
  std::vector<std::int64_t> more(point.ranks());
  const std::int64_t least_leaving = least_leaving_of(point);
  for (std::size_t row = 0; row < point.rows.size(); ++row) {
    for (std::size_t place = 0; place < more.size(); ++place)
      more[place] = point.parts[point.at(row, place)].transfer - usual[place];
    const std::int64_t most = *std::max_element(more.begin(), more.end());
    if (most <= point.threshold.count()) continue;
    LateEvent event{point.rows[row].iteration, most, {}};
    for (std::size_t place = 0; place < more.size(); ++place) {
      if (more[place] > point.threshold.count() && 2 * more[place] > most) event.late.push_back(place);
    }
    const bool alone = 2 * event.late.size() <= point.ranks();
    if (!alone && point.unloaded) event.size = *point.excess(row);
    if (event.size <= (alone ? least_leaving : point.threshold.count())) continue;
    (alone ? events.leaving : events.inside).push_back(std::move(event));
  }
  return events;
}

}  // namespace syncbench::analysis
