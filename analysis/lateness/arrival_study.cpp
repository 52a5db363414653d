#include "analysis/lateness/arrival_study.hpp"

#include <algorithm>

#include "analysis/lateness/rare_events.hpp"
#include "analysis/lateness/recurrence.hpp"
#include "analysis/lateness/turns.hpp"
#include "analysis/run/attributes.hpp"
#include "analysis/run/late_events.hpp"
#include "harness/core/binomial_tail.hpp"
#include "harness/core/size_range.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kOften = 0.2;   // of iterations, for lateness that no rank stands out in,
constexpr double kCostly = 0.1;  // or of the time
// Of a distance to lie within a tenth of the median one, where events come by chance: at most a fifth where one in two
// iterations has one, a tenth where few do.
constexpr double kRegularByChance = 0.25;
constexpr std::int64_t kFarBeyond = 8;       // times what the harness makes
constexpr std::int64_t kLeastApart = 1'000;  // ns, for the same

class Study {
 public:
  Study(const Decomposition& point, std::int64_t time) : point_(point), time_(time) {}

  ArrivalStudy run(const std::vector<LateEvent>& events) {
    Judgement judgement = judge_events(events, point_.ranks(), point_.extent(), point_.threshold.count());
    for (const std::vector<AccusedPlace>& group : groups_of(beyond_harness(events, std::move(judgement.accused))))
      add_arriving(group);
    if (result_.arriving.empty()) study_crowd(judgement);
    std::stable_sort(result_.arriving.begin(), result_.arriving.end(),
                     [](const Recurrence& a, const Recurrence& b) { return a.cost > b.cost; });
    return std::move(result_);
  }

 private:
  // Places that are late together are one cause.
  static std::vector<std::vector<AccusedPlace>> groups_of(std::vector<AccusedPlace> accused) {
    std::vector<std::vector<AccusedPlace>> groups;
    for (AccusedPlace& each : accused) {
      const auto group = std::find_if(groups.begin(), groups.end(), [&](const std::vector<AccusedPlace>& other) {
        return are_together(other.front(), each);
      });
      if (group == groups.end()) {
        groups.push_back({std::move(each)});
      } else {
        group->push_back(std::move(each));
      }
    }
    return groups;
  }

  static bool are_together(const AccusedPlace& a, const AccusedPlace& b) {
    if (a.accusation.place == b.accusation.place) return false;
    std::size_t together = 0;
    auto other = b.events.begin();
    for (const LateEvent& event : a.events) {
      while (other != b.events.end() && other->iteration < event.iteration) ++other;
      if (other != b.events.end() && other->iteration == event.iteration) ++together;
    }
    return 4 * together >= 3 * std::max(a.events.size(), b.events.size());
  }

  std::int64_t blame_of(const AccusedPlace& accused) const {
    std::int64_t sum = 0;
    for (const LateEvent& event : accused.events)
      sum += point_.blame[point_.at(event.moment.row, accused.accusation.place)];
    return sum;
  }

  std::int64_t saving_of(const AccusedPlace& accused) const {
    std::int64_t sum = 0;
    for (const LateEvent& event : accused.events) {
      const SplitIteration& row = point_.rows[event.moment.row];
      if (row.latest == accused.accusation.place) sum += row.saving;
    }
    return sum;
  }

  void add_arriving(const std::vector<AccusedPlace>& group) {
    std::int64_t cost = 0;
    for (const AccusedPlace& each : group) cost += blame_of(each);
    if (!is_costly(cost, time_)) return;
    std::optional<Recurrence> found;
    for (const AccusedPlace& each : group) {
      Recurrence one = recurrence_at(point_, each, cost);
      if (one.size.median <= least_typical_lateness(point_, each.accusation.place)) continue;
      if (found) {
        found->places.push_back(each.accusation.place);
        continue;
      }
      one.saving = saving_of(each);
      one.inherited = is_inherited(each, one.size.median);
      found = std::move(one);
    }
    if (!found || are_others_stopped(*found)) return;
    std::sort(found->places.begin(), found->places.end());
    result_.arriving.push_back(std::move(*found));
  }

  // A rank that stops for milliseconds now and then may as well miss a deadline, which is no arrival: rank 0 sets them
  // and misses none. So where others miss them for as long, nobody is accused of arriving late: all of them stop.
  bool are_others_stopped(const Recurrence& found) const {
    if (!is_far_out(found.size.median, point_.usual.count()) || !is_rare(found.occurrences, point_.rows.size()))
      return false;
    const auto missed = std::count_if(point_.rows.begin(), point_.rows.end(), [&](const SplitIteration& row) {
      return row.use == IterationUse::late && 2 * row.spread >= found.size.median &&
             std::find(found.places.begin(), found.places.end(), row.latest) == found.places.end();
    });
    return 4 * static_cast<std::size_t>(missed) >= found.occurrences;
  }

  // So many events may be as small as what the harness makes that they hide a cause that costs: where they are accused,
  // the large ones are judged without them.
  std::vector<AccusedPlace> beyond_harness(const std::vector<LateEvent>& events,
                                           std::vector<AccusedPlace> accused) const {
    const auto is_harness = [&](const AccusedPlace& each) {
      return recurrence_at(point_, each, 0).size.median <= least_typical_lateness(point_, each.accusation.place);
    };
    if (std::erase_if(accused, is_harness) == 0 || !accused.empty()) return accused;
    std::vector<LateEvent> large = events;
    std::erase_if(large, [&](const LateEvent& event) { return event.size <= kFarBeyond * least_of_all(); });
    accused = judge_events(std::move(large), point_.ranks(), point_.extent(), point_.threshold.count()).accused;
    std::erase_if(accused, is_harness);
    return accused;
  }

  bool is_inherited(const AccusedPlace& accused, std::int64_t size) const {
    std::vector<std::int64_t> inherited;
    for (const LateEvent& event : accused.events) {
      if (const auto each = arrival_lateness(point_, event.moment.row, accused.accusation.place))
        inherited.push_back(each->inherited);
    }
    return !inherited.empty() && 2 * median_of(std::move(inherited)) > size;
  }

  // Places of which each is late at regular distances of its own. With two such ranks neither is late much more often
  // than the other, and the distances alone tell that it is not chance.
  std::vector<AccusedPlace> regular_places(const std::vector<LateEvent>& rest) const {
    std::vector<AccusedPlace> found;
    for (std::size_t place = 0; place < point_.ranks(); ++place) {
      AccusedPlace each = own_events(rest, place);
      const auto period = period_of(each.events, point_.rows.size());
      if (!period || *period < 2) continue;
      Accusation& accusation = each.accusation;
      accusation.place = place;
      accusation.events = each.events.size();
      accusation.of = rest.size();
      accusation.clusters = accusation.of_clusters = each.events.size();
      const std::size_t distances = each.events.size() - 1;
      accusation.p = binomial_tail((3 * distances + 3) / 4, distances, kRegularByChance);
      accusation.stands = accusation.p * static_cast<double>(point_.ranks()) < kAccusationLevel;
      if (accusation.stands) found.push_back(std::move(each));
    }
    return found;
  }

  // The events of a place whose sizes are those of its costliest cause.
  AccusedPlace own_events(const std::vector<LateEvent>& events, std::size_t place) const {
    AccusedPlace own;
    std::vector<std::int64_t> sizes;
    std::size_t index = 0;
    for (const LateEvent& event : events) {
      if (!event.has(place, &index)) continue;
      own.events.push_back(event);
      sizes.push_back(event.behind_of(index));
    }
    if (sizes.empty()) return own;
    const SizeRange range = range_of_cause(sizes, costliest_median(sizes), point_.threshold.count());
    std::erase_if(own.events, [&](const LateEvent& event) {
      std::size_t at = 0;
      return event.has(place, &at) && !range.contains(event.behind_of(at));
    });
    return own;
  }

  // Lateness that costs, and no rank to accuse of it.
  void study_crowd(const Judgement& judgement) {
    if (auto turns = turns_of(judgement.rest)) {
      const std::int64_t cost = sum_of(sizes_of(turns->events));
      if (is_costly(cost, time_)) {
        result_.by_turns = recurrence_of(point_, turns->events, sizes_of(turns->events), cost);
        result_.by_turns->accusation.p = turns->p;
        return;
      }
    }
    for (const AccusedPlace& each : regular_places(judgement.rest)) add_arriving({each});
    if (!result_.arriving.empty()) return;
    // What is small against the operation, or what the harness itself does, is how ranks happen to arrive.
    std::vector<LateEvent> large = judgement.rest;
    const std::int64_t least = std::max(least_of_all(), point_.usual.count() / 2);
    std::erase_if(large, [&](const LateEvent& event) { return event.size <= least; });
    if (large.empty()) return;
    // Few large events among many small ones are not often.
    const SizeRange range = range_of_cause(sizes_of(large), costliest_median(sizes_of(large)), least);
    std::erase_if(large, [&](const LateEvent& event) { return !range.contains(event.size); });
    const std::vector<std::int64_t> sizes = sizes_of(large);
    const std::int64_t cost = sum_of(sizes);
    const bool often = static_cast<double>(large.size()) >= kOften * static_cast<double>(point_.rows.size());
    if (!costs_enough(sizes, time_) || !recurs(large) || stands_out(judgement.suspicions) ||
        !(often || static_cast<double>(cost) >= kCostly * static_cast<double>(time_)))
      return;
    if (text_attribute(point_.times.header.attributes, "waiting") == "yield") return;
    result_.at_random = recurrence_of(point_, large, sizes, cost);
  }

  std::int64_t least_of_all() const {
    std::int64_t least = kLeastApart;
    for (std::size_t place = 0; place < point_.ranks(); ++place)
      least = std::max(least, least_typical_lateness(point_, place));
    return least;
  }

  // Too little for an accusation, too much to say that no rank stands out.
  bool stands_out(const std::vector<Accusation>& suspicions) const {
    constexpr double kSuspicious = 0.01;
    return std::any_of(suspicions.begin(), suspicions.end(), [&](const Accusation& each) {
      return each.p * static_cast<double>(point_.ranks()) < kSuspicious;
    });
  }

  bool recurs(const std::vector<LateEvent>& events) const {
    const std::vector<Moment> moments = moments_of(events);
    if (events.empty()) return false;
    const double clusters = static_cast<double>(events.size()) / events_per_cluster(moments, point_.extent());
    return clusters >= static_cast<double>(kFewestClusters) && windows_with(moments, point_.extent()) >= kFewestWindows;
  }

  const Decomposition& point_;
  std::int64_t time_;
  ArrivalStudy result_;
};

}  // namespace

std::int64_t least_typical_lateness(const Decomposition& point, std::size_t place) {
  constexpr std::int64_t kShortest = 200;  // ns
  const std::int64_t spread = point.start_spread.count();
  const std::int64_t harness =
      point.harness_order.empty() ? 5 * spread : std::max(3 * spread, 2 * point.harness_order[place]);
  return std::max({point.threshold.count(), harness, point.rare_start_spread.count() * 3 / 2, kShortest});
}

ArrivalStudy study_arrivals(const Decomposition& point, const std::vector<LateEvent>& events, std::int64_t time) {
  return Study(point, time).run(events);
}

}  // namespace syncbench::analysis
