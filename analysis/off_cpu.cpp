#include "off_cpu.hpp"

#include <algorithm>

#include "attributes.hpp"
#include "recurrence.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::int64_t kLeastOff = 10'000;  // ns; a kernel thread's visit is shorter

// Each place's value minus the median of the others', from 0 up.
void to_excess(std::span<std::int64_t> row) {
  const std::vector<std::int64_t> values(row.begin(), row.end());
  std::vector<std::int64_t> others;
  for (std::size_t place = 0; place < row.size(); ++place) {
    others.clear();
    for (std::size_t other = 0; other < row.size(); ++other) {
      if (other != place) others.push_back(values[other]);
    }
    row[place] = std::max<std::int64_t>(0, values[place] - median_of(others));
  }
}

class Reading {
 public:
  explicit Reading(const Decomposition& point) : point_(point), times_(point.times), ranks_(point.ranks()) {}

  // Between enter and leave, whatever it waited for.
  std::int64_t off_inside(std::size_t iteration, std::size_t place) const {
    const std::size_t at = iteration * ranks_ + place;
    return std::max<std::int64_t>(
        0, times_.leave[at] - times_.enter[at] - (times_.processor_leave[at] - times_.processor_enter[at]));
  }

  bool goes_on(std::size_t iteration) const {
    if (iteration == 0 || times_.blocks[iteration] != times_.blocks[iteration - 1]) return false;
    const auto present = [](std::int64_t time) { return time != kAbsent; };
    const auto enters = times_.enters(iteration - 1), leaves = times_.leaves(iteration - 1);
    return std::all_of(enters.begin(), enters.end(), present) && std::all_of(leaves.begin(), leaves.end(), present);
  }

  std::int64_t off_before(std::size_t iteration, std::size_t place) const {
    const std::size_t at = iteration * ranks_ + place, last = at - ranks_;
    return std::max<std::int64_t>(
        0, times_.enter[at] - times_.leave[last] - (times_.processor_enter[at] - times_.processor_leave[last]));
  }

  // Ranks that sleep while they wait say nothing by being off their processors.
  bool sleeps() const {
    std::vector<std::int64_t> off, all;
    for (const SplitIteration& row : point_.rows) {
      for (std::size_t place = 0; place < ranks_; ++place) {
        off.push_back(off_inside(row.iteration, place));
        all.push_back(times_.leave[row.iteration * ranks_ + place] - times_.enter[row.iteration * ranks_ + place]);
      }
    }
    return 4 * median_of(std::move(off)) > median_of(std::move(all));
  }

 private:
  const Decomposition& point_;
  const PointTimes& times_;
  std::size_t ranks_;
};

class Study {
 public:
  Study(const Decomposition& point, const OffCpuTimes& off)
      : point_(point), off_(off), row_of_(rows_by_iteration(point)) {}

  std::vector<LateEvent> events() const {
    const std::int64_t least = std::max(point_.threshold.count(), kLeastOff);
    std::vector<LateEvent> events;
    for (std::size_t row = 0; row < point_.rows.size(); ++row) {
      LateEvent event{point_.rows[row].iteration, 0, {}};
      for (std::size_t place = 0; place < point_.ranks(); ++place) event.size = std::max(event.size, both(row, place));
      if (event.size <= least) continue;
      for (std::size_t place = 0; place < point_.ranks(); ++place) {
        if (both(row, place) > least && 2 * both(row, place) > event.size) event.late.push_back(place);
      }
      events.push_back(std::move(event));
    }
    return events;
  }

  std::int64_t away(std::size_t place, const std::vector<LateEvent>& events) const {
    std::int64_t sum = 0;
    for (const LateEvent& event : events) sum += both(row(event), place);
    return sum;
  }

  // What a rank that is accused costs; null if that is little.
  std::optional<OffCpu> judged(const Accusation& accusation, const std::vector<LateEvent>& events, std::int64_t time,
                               const std::vector<LateEvent>& arrivals, const DelayEvents& delays) const {
    const std::size_t place = accusation.place;
    OffCpu result;
    std::vector<std::int64_t> costs, aways;
    for (const LateEvent& event : arrivals) {
      if (explains_arrival(place, event)) costs.push_back(point_.blame[point_.at(row(event), place)]);
    }
    result.before = sum_of(costs);
    for (const auto* kind : {&delays.leaving, &delays.inside}) {
      for (const LateEvent& event : *kind) {
        if (explains_delay(place, event)) costs.push_back(event.size);
      }
    }
    result.inside = sum_of(costs) - result.before;
    std::int64_t all = 0;
    for (std::size_t each = 0; each < point_.rows.size(); ++each) all += both(each, place);
    result.share = static_cast<double>(all) / static_cast<double>(std::max<std::int64_t>(off_.wall, 1));
    for (const LateEvent& event : events) aways.push_back(both(row(event), place));
    if (!costs_enough(costs, time) && !costs_enough(aways, off_.wall)) return std::nullopt;
    result.found = recurrence_at(accusation, events, sum_of(costs),
                                 [&](const LateEvent& event) { return both(row(event), place); });
    if (result.found.occurrences < kFewestEvents) return std::nullopt;
    return result;
  }

  bool explains_arrival(std::size_t place, const LateEvent& event) const {
    return is_late(place, event) && 2 * off_.before[point_.at(row(event), place)] >= event.size;
  }

  bool explains_delay(std::size_t place, const LateEvent& event) const {
    return is_late(place, event) && 2 * off_.inside[point_.at(row(event), place)] >= event.size;
  }

 private:
  static bool is_late(std::size_t place, const LateEvent& event) {
    return std::binary_search(event.late.begin(), event.late.end(), place);
  }

  std::size_t row(const LateEvent& event) const { return row_of_[event.iteration]; }
  std::int64_t both(std::size_t row, std::size_t place) const {
    return off_.before[point_.at(row, place)] + off_.inside[point_.at(row, place)];
  }

  const Decomposition& point_;
  const OffCpuTimes& off_;
  std::vector<std::size_t> row_of_;
};

}  // namespace

std::optional<OffCpuTimes> off_cpu_times(const Decomposition& point) {
  const PointTimes& times = point.times;
  if (times.processor_enter.empty() || point.rows.empty() || point.ranks() < 2) return std::nullopt;
  if (text_attribute(times.header.attributes, "waiting") == "yield") return std::nullopt;
  const Reading reading(point);
  if (reading.sleeps()) return std::nullopt;
  OffCpuTimes off;
  const std::size_t ranks = point.ranks();
  off.before.assign(point.parts.size(), 0);
  off.inside.assign(point.parts.size(), 0);
  for (std::size_t row = 0; row < point.rows.size(); ++row) {
    const std::size_t iteration = point.rows[row].iteration, first = point.at(row, 0);
    const bool goes_on = reading.goes_on(iteration);
    for (std::size_t place = 0; place < ranks; ++place) {
      const TimeParts& parts = point.parts[first + place];
      off.inside[first + place] =
          std::max<std::int64_t>(0, reading.off_inside(iteration, place) - parts.wait - parts.algorithm_wait);
      if (goes_on) off.before[first + place] = reading.off_before(iteration, place);
    }
    to_excess(std::span(off.before).subspan(first, ranks));
    to_excess(std::span(off.inside).subspan(first, ranks));
    const std::size_t at = iteration * ranks;
    off.wall += times.leave[at] - (goes_on ? times.leave[at - ranks] : times.enter[at]);
  }
  return off;
}

std::vector<OffCpu> off_cpu_ranks(const Decomposition& point, std::int64_t time, std::vector<LateEvent>& arrivals,
                                  DelayEvents& delays) {
  std::vector<OffCpu> ranks;
  const auto off = off_cpu_times(point);
  if (!off) return ranks;
  const Study study(point, *off);
  const std::vector<AccusedKind> kinds = accused_kinds(study.events(), point.ranks());
  for (std::size_t place = 0; place < point.ranks(); ++place) {
    // Of several kinds that accuse it, the one that takes most of its time is told.
    const AccusedKind* largest = nullptr;
    const Accusation* accusation = nullptr;
    for (const AccusedKind& kind : kinds) {
      for (const Accusation& each : kind.accusations) {
        if (!each.stands || each.place != place) continue;
        if (largest != nullptr && study.away(place, kind.events) <= study.away(place, largest->events)) continue;
        largest = &kind;
        accusation = &each;
      }
    }
    if (largest == nullptr) continue;
    if (auto judged = study.judged(*accusation, largest->events, time, arrivals, delays))
      ranks.push_back(std::move(*judged));
  }
  for (const OffCpu& rank : ranks) {
    const std::size_t place = rank.found.places.front();
    const auto explained = [&](const LateEvent& event) { return study.explains_delay(place, event); };
    std::erase_if(arrivals, [&](const LateEvent& event) { return study.explains_arrival(place, event); });
    std::erase_if(delays.leaving, explained);
    std::erase_if(delays.inside, explained);
  }
  std::stable_sort(ranks.begin(), ranks.end(),
                   [](const OffCpu& a, const OffCpu& b) { return a.found.cost > b.found.cost; });
  return ranks;
}

}  // namespace syncbench::analysis
