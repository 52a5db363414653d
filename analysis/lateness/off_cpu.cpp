#include "analysis/lateness/off_cpu.hpp"

#include <algorithm>
#include <set>

#include "analysis/lateness/recurrence.hpp"
#include "analysis/run/attributes.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kLeastOfAll = 0.1;         // of the time, where no test against chance is possible
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

// Time off the processor of one kind: beyond the others', or all of it.
struct Off {
  const std::vector<std::int64_t>& before;
  const std::vector<std::int64_t>& inside;
};

class Study {
 public:
  Study(const Decomposition& point, Off off, std::int64_t wall, std::int64_t time)
      : point_(point), off_(off), wall_(wall), time_(time) {}

  std::int64_t least() const { return std::max(point_.threshold.count(), kLeastOff); }

  std::vector<LateEvent> events() const {
    std::vector<LateEvent> events;
    for (std::size_t row = 0; row < point_.rows.size(); ++row) {
      LateEvent event{point_.rows[row].iteration, 0, {}, {}, moment_of(point_, row)};
      for (std::size_t place = 0; place < point_.ranks(); ++place) event.size = std::max(event.size, both(row, place));
      if (event.size <= least()) continue;
      for (std::size_t place = 0; place < point_.ranks(); ++place) {
        if (both(row, place) <= least() || 2 * both(row, place) <= event.size) continue;
        event.late.push_back(place);
        event.behind.push_back(both(row, place));
      }
      events.push_back(std::move(event));
    }
    return events;
  }

  // What the events of one place cost; nothing if that is little.
  std::optional<OffCpu> judged(const AccusedPlace& accused, const std::vector<LateEvent>& arrivals,
                               const DelayEvents& delays) const {
    const std::size_t place = accused.accusation.place;
    OffCpu result = costs_of({place}, arrivals, delays);
    result.found = recurrence_at(point_, accused, result.before + result.inside);
    std::vector<std::int64_t> aways;
    for (const LateEvent& event : accused.events) aways.push_back(both(event.moment.row, place));
    if (!is_costly(result.found.cost, time_) && !costs_enough(aways, wall_)) return std::nullopt;
    return result;
  }

  // All places that lose their processor at least a fifth as often as an even share, if they are several.
  std::optional<OffCpu> of_all(const std::vector<LateEvent>& events, const std::vector<LateEvent>& arrivals,
                               const DelayEvents& delays) const {
    const std::vector<Moment> moments = moments_of(events);
    const double clusters = static_cast<double>(events.size()) / events_per_cluster(moments, point_.extent());
    if (clusters < 2 * static_cast<double>(kFewestClusters) || windows_with(moments, point_.extent()) < kFewestWindows)
      return std::nullopt;
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < point_.ranks(); ++place) {
      const auto times = static_cast<std::size_t>(
          std::count_if(events.begin(), events.end(), [&](const LateEvent& event) { return event.has(place); }));
      if (5 * point_.ranks() * times >= events.size()) places.push_back(place);
    }
    if (places.size() < 2) return std::nullopt;
    OffCpu result = costs_of(places, arrivals, delays);
    result.share =
        static_cast<double>(sum_of(sizes_of(events))) / static_cast<double>(std::max<std::int64_t>(wall_, 1));
    if (!costs_enough(explained_sizes(places, arrivals, delays), time_, kLeastOfAll) &&
        !costs_enough(sizes_of(events), wall_, kLeastOfAll))
      return std::nullopt;
    result.found = recurrence_of(point_, events, sizes_of(events), result.before + result.inside);
    result.found.places = places;
    result.found.accusation.events = result.found.accusation.of = events.size();
    return result;
  }

  bool explains_arrival(const std::vector<std::size_t>& places, const LateEvent& event) const {
    return explains(off_.before, places, event);
  }

  bool explains_delay(const std::vector<std::size_t>& places, const LateEvent& event) const {
    return explains(off_.inside, places, event);
  }

 private:
  // Half of it at least, by places that were late: where ranks wait for each other, their times add up.
  bool explains(const std::vector<std::int64_t>& times, const std::vector<std::size_t>& places,
                const LateEvent& event) const {
    std::int64_t sum = 0;
    for (const std::size_t place : places) {
      if (event.has(place)) sum += times[point_.at(event.moment.row, place)];
    }
    return 2 * sum >= event.size;
  }

  std::vector<std::int64_t> explained_sizes(const std::vector<std::size_t>& places,
                                            const std::vector<LateEvent>& arrivals, const DelayEvents& delays) const {
    std::vector<std::int64_t> sizes;
    for (const LateEvent& event : arrivals) {
      if (explains_arrival(places, event)) sizes.push_back(event.size);
    }
    for (const auto* kind : {&delays.leaving, &delays.inside}) {
      for (const LateEvent& event : *kind) {
        if (explains_delay(places, event)) sizes.push_back(event.size);
      }
    }
    return sizes;
  }

  OffCpu costs_of(const std::vector<std::size_t>& places, const std::vector<LateEvent>& arrivals,
                  const DelayEvents& delays) const {
    OffCpu result;
    for (const LateEvent& event : arrivals) {
      for (const std::size_t place : places) {
        if (explains_arrival({place}, event)) result.before += point_.blame[point_.at(event.moment.row, place)];
      }
    }
    for (const auto* kind : {&delays.leaving, &delays.inside}) {
      for (const LateEvent& event : *kind) {
        if (explains_delay(places, event)) result.inside += event.size;
      }
    }
    std::int64_t all = 0;
    for (std::size_t row = 0; row < point_.rows.size(); ++row) {
      for (const std::size_t place : places) all += both(row, place);
    }
    result.share = static_cast<double>(all) /
                   static_cast<double>(std::max<std::int64_t>(wall_, 1) * static_cast<std::int64_t>(places.size()));
    return result;
  }

  std::int64_t both(std::size_t row, std::size_t place) const {
    return off_.before[point_.at(row, place)] + off_.inside[point_.at(row, place)];
  }

  const Decomposition& point_;
  Off off_;
  std::int64_t wall_, time_;
};

// Of several causes that accuse a place, the one that takes most of its time is told.
std::vector<AccusedPlace> largest_of_each(std::vector<AccusedPlace> accused) {
  std::vector<AccusedPlace> largest;
  for (AccusedPlace& each : accused) {
    const auto same = std::find_if(largest.begin(), largest.end(), [&](const AccusedPlace& other) {
      return other.accusation.place == each.accusation.place;
    });
    if (same == largest.end()) {
      largest.push_back(std::move(each));
    } else if (sum_of(sizes_of(each.events)) > sum_of(sizes_of(same->events))) {
      *same = std::move(each);
    }
  }
  return largest;
}

// The events in which none of the ranks was found to lose its processor by itself.
std::vector<LateEvent> without(std::vector<LateEvent> events, const std::vector<OffCpu>& ranks) {
  std::set<std::size_t> iterations;
  for (const OffCpu& rank : ranks) iterations.insert(rank.found.iterations.begin(), rank.found.iterations.end());
  std::erase_if(events, [&](const LateEvent& event) { return iterations.contains(event.iteration); });
  return events;
}

void take_out(const Study& study, const std::vector<std::size_t>& places, std::vector<LateEvent>& arrivals,
              DelayEvents& delays) {
  const auto explained = [&](const LateEvent& event) { return study.explains_delay(places, event); };
  std::erase_if(arrivals, [&](const LateEvent& event) { return study.explains_arrival(places, event); });
  std::erase_if(delays.leaving, explained);
  std::erase_if(delays.inside, explained);
}

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
  off.all_before = off.all_inside = off.before;
  for (std::size_t row = 0; row < point.rows.size(); ++row) {
    const std::size_t iteration = point.rows[row].iteration, first = point.at(row, 0);
    const bool goes_on = reading.goes_on(iteration);
    for (std::size_t place = 0; place < ranks; ++place) {
      const TimeParts& parts = point.parts[first + place];
      off.inside[first + place] =
          std::max<std::int64_t>(0, reading.off_inside(iteration, place) - parts.wait - parts.algorithm_wait);
      if (goes_on) off.before[first + place] = reading.off_before(iteration, place);
    }
    for (std::size_t at = first; at < first + ranks; ++at) {
      off.all_before[at] = off.before[at];
      off.all_inside[at] = off.inside[at];
    }
    to_excess(std::span(off.before).subspan(first, ranks));
    to_excess(std::span(off.inside).subspan(first, ranks));
    const std::size_t at = iteration * ranks;
    off.wall += times.leave[at] - (goes_on ? times.leave[at - ranks] : times.enter[at]);
  }
  return off;
}

OffCpuFindings off_cpu_ranks(const Decomposition& point, std::int64_t time, std::vector<LateEvent>& arrivals,
                             DelayEvents& delays) {
  OffCpuFindings found;
  const auto off = off_cpu_times(point);
  if (!off) return found;
  const Study beyond_others(point, {off->before, off->inside}, off->wall, time);
  Judgement judgement = judge_events(beyond_others.events(), point.ranks(), point.extent(), beyond_others.least());
  for (const AccusedPlace& each : largest_of_each(std::move(judgement.accused))) {
    if (auto rank = beyond_others.judged(each, arrivals, delays)) found.ranks.push_back(std::move(*rank));
  }
  for (const OffCpu& rank : found.ranks) take_out(beyond_others, rank.found.places, arrivals, delays);
  std::stable_sort(found.ranks.begin(), found.ranks.end(),
                   [](const OffCpu& a, const OffCpu& b) { return a.found.cost > b.found.cost; });
  const Study any(point, {off->all_before, off->all_inside}, off->wall, time);
  found.all = any.of_all(without(any.events(), found.ranks), arrivals, delays);
  if (found.all) take_out(any, found.all->found.places, arrivals, delays);
  return found;
}

}  // namespace syncbench::analysis
