#include "lateness.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attributes.hpp"
#include "late_events.hpp"
#include "off_cpu.hpp"
#include "recurrence.hpp"
#include <syncbench/core/binomial_tail.hpp>

namespace syncbench::analysis {
namespace {

constexpr double kOften = 0.2;      // of iterations, for lateness that no rank stands out in
constexpr double kMostBelow = 0.5;  // smaller events in two bands below, per event of the band

// What a late place of an event is late by: against the median of those that are not late.
std::int64_t behind_others(const Decomposition& point, std::size_t row, std::size_t place, const LateEvent& event) {
  std::vector<std::int64_t> others;
  for (std::size_t other = 0; other < point.ranks(); ++other) {
    if (!std::binary_search(event.late.begin(), event.late.end(), other))
      others.push_back(point.arrivals[point.at(row, other)]);
  }
  return point.arrivals[point.at(row, place)] - median_of(std::move(others));
}

std::vector<std::int64_t> sizes_of(const std::vector<LateEvent>& events) {
  std::vector<std::int64_t> sizes;
  for (const LateEvent& event : events) sizes.push_back(event.size);
  return sizes;
}

class Study {
 public:
  explicit Study(const Decomposition& point) : point_(point), row_of_(rows_by_iteration(point)) {
    for (const SplitIteration& row : point.rows) result_.time += row.whole;
    result_.iterations = point.rows.size();
  }

  Lateness run() {
    if (point_.rows.empty()) return result_;
    std::vector<LateEvent> arrivals = arrival_events(point_);
    DelayEvents delays = delay_events(point_);
    result_.off_cpu = off_cpu_ranks(point_, result_.time, arrivals, delays);
    study_arrivals(arrivals);
    study_delays(delays);
    return result_;
  }

 private:
  bool matters(const std::vector<std::int64_t>& costs) const { return costs_enough(costs, result_.time); }

  std::vector<std::int64_t> blames_of(const std::vector<LateEvent>& events, std::size_t place) const {
    std::vector<std::int64_t> blames;
    for (const LateEvent& event : events) blames.push_back(point_.blame[point_.at(row_of_[event.iteration], place)]);
    return blames;
  }

  std::int64_t saving_of(const std::vector<LateEvent>& events, std::size_t place) const {
    std::int64_t sum = 0;
    for (const LateEvent& event : events) {
      const SplitIteration& row = point_.rows[row_of_[event.iteration]];
      if (row.latest == place) sum += row.saving;
    }
    return sum;
  }

  Recurrence arriving_at(const Accusation& accusation, const std::vector<LateEvent>& events, std::int64_t cost) const {
    return recurrence_at(accusation, events, cost, [&](const LateEvent& event) {
      return behind_others(point_, row_of_[event.iteration], accusation.place, event);
    });
  }

  // What costs has to be what recurs: many small events and a few long ones are no cause.
  bool recurs(const Accusation& accusation, const std::vector<LateEvent>& events) const {
    return arriving_at(accusation, events, 0).occurrences >= kFewestEvents;
  }

  void study_arrivals(const std::vector<LateEvent>& events) {
    for (const AccusedKind& kind : accused_kinds(events, point_.ranks())) {
      for (const Accusation& each : kind.accusations) {
        const std::vector<std::int64_t> blames = blames_of(kind.events, each.place);
        if (!matters(blames)) continue;
        const std::int64_t cost = sum_of(blames);
        if (each.stands && recurs(each, kind.events)) {
          add_arriving(each, kind.events, cost);
        } else if (!result_.suspected && each.missing > 0 && each.events >= 5 && each.events == each.of) {
          result_.suspected = arriving_at(each, kind.events, cost);
        }
      }
    }
    if (!result_.arriving.empty()) result_.suspected.reset();
    if (result_.arriving.empty()) study_crowd(events);
    std::stable_sort(result_.arriving.begin(), result_.arriving.end(),
                     [](const Recurrence& a, const Recurrence& b) { return a.cost > b.cost; });
  }

  void add_arriving(const Accusation& accusation, const std::vector<LateEvent>& events, std::int64_t cost) {
    const std::size_t place = accusation.place;
    Recurrence found = arriving_at(accusation, events, cost);
    found.saving = saving_of(events, place);
    found.inherited = is_inherited(events, place, found.size.median);
    // Several ranks that are late together and alike are one cause.
    for (Recurrence& other : result_.arriving) {
      const double ratio = static_cast<double>(found.size.median) / static_cast<double>(other.size.median);
      if (ratio < 0.8 || ratio > 1.25 || 4 * late_together(events, place, other.places.front()) < 3 * found.occurrences)
        continue;
      other.places.push_back(place);
      other.cost += cost;
      return;
    }
    result_.arriving.push_back(std::move(found));
  }

  static std::size_t late_together(const std::vector<LateEvent>& events, std::size_t a, std::size_t b) {
    return static_cast<std::size_t>(std::count_if(events.begin(), events.end(), [&](const LateEvent& event) {
      return std::binary_search(event.late.begin(), event.late.end(), a) &&
             std::binary_search(event.late.begin(), event.late.end(), b);
    }));
  }

  bool is_inherited(const std::vector<LateEvent>& events, std::size_t place, std::int64_t size) const {
    std::vector<std::int64_t> inherited;
    for (const LateEvent& event : events) {
      if (!std::binary_search(event.late.begin(), event.late.end(), place)) continue;
      if (const auto each = arrival_lateness(point_, row_of_[event.iteration], place))
        inherited.push_back(each->inherited);
    }
    return !inherited.empty() && 2 * median_of(std::move(inherited)) > size;
  }

  // Lateness that costs, and no rank to accuse of it.
  void study_crowd(const std::vector<LateEvent>& events) {
    std::vector<std::int64_t> sizes = sizes_of(events);
    const std::size_t apart_count = apart(events).size();
    if (apart_count < kFewestEvents || !matters(sizes)) return;
    Recurrence found;
    found.cost = sum_of(sizes);
    found.occurrences = events.size();
    found.accusation.of = apart_count;
    found.size = *median_interval(std::move(sizes));
    found.period = period_of(events);
    if (const auto p = p_of_turns(events)) {
      found.accusation.p = *p;
      found.accusation.events = events.size();
      result_.by_turns = std::move(found);
    } else if (static_cast<double>(events.size()) >= kOften * static_cast<double>(result_.iterations) &&
               text_attribute(point_.times.header.attributes, "waiting") != "yield") {
      result_.at_random = std::move(found);
    }
  }

  // Does the latest rank follow from the number of the iteration, or the next latest one from the one before? Asked of
  // the events that cost most, so that small ones between them do not break the order.
  std::optional<double> p_of_turns(const std::vector<LateEvent>& all) const {
    const std::vector<LateEvent> events = costliest(all);
    if (events.size() < kFewestEvents) return std::nullopt;
    const std::size_t ranks = point_.ranks();
    std::vector<std::size_t> by_iteration(ranks, 0), step(ranks, 0), times_latest(ranks, 0);
    std::size_t before = 0;
    for (std::size_t k = 0; k < events.size(); ++k) {
      const std::size_t latest = point_.rows[row_of_[events[k].iteration]].latest;
      ++by_iteration[(latest + ranks - events[k].iteration % ranks) % ranks];
      ++times_latest[latest];
      if (k > 0) ++step[(latest + ranks - before) % ranks];
      before = latest;
    }
    const double even = 1 / static_cast<double>(ranks);
    const std::size_t in_time = *std::max_element(by_iteration.begin(), by_iteration.end());
    double p = 1;
    if (2 * in_time >= events.size()) p = binomial_tail(in_time, events.size(), even);
    for (std::size_t s = 1; s < ranks; ++s) {
      if (2 * step[s] < events.size()) continue;
      p = std::min(p, binomial_tail(step[s], events.size() - 1, std::max(even, chance_of_step(times_latest, s))));
    }
    // Two patterns, each with as many beginnings or steps as ranks, were looked for.
    p = std::min(1.0, 2 * static_cast<double>(ranks) * p);
    return p < kAccusationLevel ? std::optional(p) : std::nullopt;
  }

  // Of ranks that are late as often as these, in no order.
  static double chance_of_step(const std::vector<std::size_t>& times_latest, std::size_t step) {
    double sum = 0, pairs = 0;
    for (std::size_t place = 0; place < times_latest.size(); ++place) {
      sum += static_cast<double>(times_latest[place]);
      pairs += static_cast<double>(times_latest[place]) *
               static_cast<double>(times_latest[(place + step) % times_latest.size()]);
    }
    return pairs / (sum * sum);
  }

  void study_delays(const DelayEvents& delays) {
    for (const AccusedKind& kind : accused_kinds(delays.leaving, point_.ranks())) {
      for (const Accusation& each : kind.accusations) {
        const std::vector<std::int64_t> sizes = sizes_at(kind.events, each.place);
        if (!each.stands || !matters(sizes)) continue;
        Recurrence found =
            recurrence_at(each, kind.events, sum_of(sizes), [](const LateEvent& event) { return event.size; });
        if (found.occurrences >= kFewestEvents) result_.leaving.push_back(std::move(found));
      }
    }
    for (const std::vector<LateEvent>& band : bands_of(delays.inside)) study_inside(band, delays.inside);
  }

  static std::vector<std::int64_t> sizes_at(const std::vector<LateEvent>& events, std::size_t place) {
    std::vector<std::int64_t> sizes;
    for (const LateEvent& event : events) {
      if (std::binary_search(event.late.begin(), event.late.end(), place)) sizes.push_back(event.size);
    }
    return sizes;
  }

  // Without a rank there is no test against chance: what recurs has to be a kind of its own, apart from the tail.
  void study_inside(const std::vector<LateEvent>& band, const std::vector<LateEvent>& all) {
    if (apart(band).size() < kFewestEvents) return;
    std::vector<std::int64_t> sizes = sizes_of(band);
    const std::int64_t cost = sum_of(sizes);
    const std::int64_t least = *std::min_element(sizes.begin(), sizes.end());
    const auto period = period_of(band);
    if (!matters(sizes) || (!period && !stands_apart(band.size(), static_cast<double>(least), all))) return;
    Recurrence found;
    found.accusation.events = found.accusation.of = apart(band).size();
    found.size = *median_interval(std::move(sizes));
    found.occurrences = band.size();
    found.period = period;
    found.cost = cost;
    if (!result_.inside || result_.inside->cost < cost) result_.inside = std::move(found);
  }

  // A tail has more events the smaller they are. What lies below has to be in sight: events begin at the threshold.
  bool stands_apart(std::size_t count, double least, const std::vector<LateEvent>& all) const {
    const double below = least / (kBandWidth * kBandWidth);
    if (below < static_cast<double>(point_.threshold.count())) return false;
    const auto smaller = std::count_if(all.begin(), all.end(), [&](const LateEvent& event) {
      return static_cast<double>(event.size) >= below && static_cast<double>(event.size) < least;
    });
    return static_cast<double>(smaller) <= kMostBelow * static_cast<double>(count);
  }

  const Decomposition& point_;
  std::vector<std::size_t> row_of_;
  Lateness result_;
};

}  // namespace

Lateness lateness_of(const Decomposition& point) { return Study(point).run(); }

}  // namespace syncbench::analysis
