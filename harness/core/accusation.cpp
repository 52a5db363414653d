#include "harness/core/accusation.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "harness/core/binomial_tail.hpp"
#include "harness/core/median_interval.hpp"
#include "harness/core/size_range.hpp"

namespace syncbench {
namespace {

constexpr std::size_t kMostRounds = 1'000;

// The events of one level as the tests see them.
struct Level {
  std::int64_t least = 0;           // size
  std::vector<std::size_t> counts;  // by place, in how many events it was late by at least that
  std::size_t events = 0;           // in which any was
  double chance = 0;                // of a place to be among the late ones
};

Level level_of(std::span<const LateEvent> events, std::size_t places, std::int64_t least) {
  Level level{least, std::vector<std::size_t>(places, 0), 0, 0};
  std::size_t sum = 0;
  for (const LateEvent& event : events) {
    const std::size_t before = sum;
    for (std::size_t k = 0; k < event.late.size(); ++k) {
      if (event.behind_of(k) < least) continue;
      ++level.counts[event.late[k]];
      ++sum;
    }
    if (sum > before) ++level.events;
  }
  if (level.events > 0) level.chance = static_cast<double>(sum) / static_cast<double>(level.events * places);
  return level;
}

// From the largest sizes down by halves; levels that add no event to the one before are left out.
std::vector<Level> levels_of(std::span<const LateEvent> events, std::size_t places) {
  std::int64_t most = 0;
  for (const LateEvent& event : events) {
    for (std::size_t k = 0; k < event.late.size(); ++k) most = std::max(most, event.behind_of(k));
  }
  std::vector<Level> levels;
  for (std::int64_t least = (most + 1) / 2; least > 0; least /= 2) {
    Level level = level_of(events, places, least);
    if (level.events < kFewestClusters || (!levels.empty() && levels.back().events == level.events)) continue;
    levels.push_back(std::move(level));
  }
  return levels;
}

// Who stands out at a level, and by how many standard deviations the foremost does.
struct Standing {
  std::int64_t least = 0;
  double farthest = 0;
  std::vector<Accusation> places;
};

class Judge {
 public:
  Judge(std::vector<LateEvent> events, std::size_t places, Extent extent, std::int64_t floor)
      : events_(std::move(events)), places_(places), extent_(extent), floor_(floor) {}

  Judgement run() {
    Judgement judgement;
    for (std::size_t round = 0; round < kMostRounds && !events_.empty(); ++round) {
      std::vector<AccusedPlace> found = accused_in(levels_of(events_, places_));
      if (found.empty()) break;
      for (AccusedPlace& each : found) {
        take_out(each);
        judgement.accused.push_back(std::move(each));
      }
    }
    judgement.suspicions = suspicions();
    judgement.rest = std::move(events_);
    return judgement;
  }

 private:
  double level_of_p(std::size_t tests) const {
    return kAccusationLevel * std::min(1.0, 2.0 / static_cast<double>(places_)) / static_cast<double>(tests);
  }

  // The moments of events in which a place was late, or (`late` false) in which only others were.
  std::vector<Moment> moments_with(std::size_t place, std::int64_t least, bool late) const {
    std::vector<Moment> moments;
    for (const LateEvent& event : events_) {
      std::size_t index = 0;
      const bool is_late = event.has(place, &index) && event.behind_of(index) >= least;
      if (is_late == late && (late || event.size >= least)) moments.push_back(event.moment);
    }
    return moments;
  }

  Accusation tested(const Level& level, std::size_t place, std::size_t tests) const {
    Accusation found;
    found.place = place;
    found.events = level.counts[place];
    found.of = level.events;
    const std::vector<Moment> own = moments_with(place, level.least, true);
    const double own_size = events_per_cluster(own, extent_);
    const double others_size = events_per_cluster(moments_with(place, level.least, false), extent_);
    // A hair more, so that 14 / 1 is not 13.
    found.clusters = static_cast<std::size_t>(static_cast<double>(found.events) / own_size + 1e-6);
    const auto others = std::ceil(static_cast<double>(found.of - found.events) / others_size - 1e-6);
    found.of_clusters = found.clusters + static_cast<std::size_t>(others);
    const double factor = static_cast<double>(tests);
    found.p = std::min(1.0, factor * binomial_tail(found.clusters, found.of_clusters, level.chance));
    const std::size_t by_number = kFewestClusters - std::min(kFewestClusters, found.clusters);
    found.missing =
        std::max(by_number, missing_successes(found.clusters, found.of_clusters, level.chance, level_of_p(tests)));
    found.stands = found.missing == 0 && windows_with(own, extent_) >= kFewestWindows;
    return found;
  }

  // By how many standard deviations more clusters are this place's than chance gives.
  static double distance(const Accusation& found, double chance) {
    const auto of = static_cast<double>(found.of_clusters);
    return (static_cast<double>(found.clusters) - of * chance) / std::sqrt(std::max(of * chance * (1 - chance), 1e-9));
  }

  // Those that stand at the level at which one of them stands out most. If that level holds several kinds of sizes that
  // lie far apart, none of them may have enough events near the level's median; then the next best level is taken.
  std::vector<AccusedPlace> accused_in(const std::vector<Level>& levels) const {
    std::vector<Standing> all;
    for (const Level& level : levels) {
      Standing standing = standing_at(level, levels.size());
      if (!standing.places.empty()) all.push_back(std::move(standing));
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Standing& a, const Standing& b) { return a.farthest > b.farthest; });
    for (const Standing& each : all) {
      std::vector<AccusedPlace> places;
      for (const Accusation& accusation : each.places) {
        AccusedPlace found = of_cause(accusation, each.least);
        if (found.events.size() >= kFewestClusters) places.push_back(std::move(found));
      }
      if (!places.empty()) return places;
    }
    return {};
  }

  Standing standing_at(const Level& level, std::size_t tests) const {
    Standing standing{level.least, 0, {}};
    for (std::size_t place = 0; place < places_; ++place) {
      // Clustering only takes away from what single events say.
      if (level.counts[place] < kFewestClusters || level.chance >= 1 ||
          binomial_tail(level.counts[place], level.events, level.chance) >= level_of_p(tests))
        continue;
      const Accusation found = tested(level, place, tests);
      if (!found.stands) continue;
      standing.farthest = std::max(standing.farthest, distance(found, level.chance));
      standing.places.push_back(found);
    }
    return standing;
  }

  // All of the place's events whose size belongs to the cause that was found at that level.
  AccusedPlace of_cause(const Accusation& accusation, std::int64_t least) const {
    std::vector<std::int64_t> sizes, large;
    for_each_of(accusation.place, [&](const LateEvent&, std::int64_t behind) {
      sizes.push_back(behind);
      if (behind >= least) large.push_back(behind);
    });
    const std::int64_t middle = median_of(std::move(large));
    SizeRange range = range_of_cause(sizes, middle, floor_);
    range.least = least_beyond_others(accusation.place, sizes, range.least, middle);
    AccusedPlace found{accusation, {}};
    for_each_of(accusation.place, [&](const LateEvent& event, std::int64_t behind) {
      if (range.contains(behind)) found.events.push_back(event);
    });
    return found;
  }

  // Sizes that other places have as often, in events of their own, are not the cause's.
  std::int64_t least_beyond_others(std::size_t place, const std::vector<std::int64_t>& own, std::int64_t least,
                                   std::int64_t middle) const {
    std::vector<std::int64_t> others;
    for (const LateEvent& event : events_) {
      if (!event.has(place)) others.push_back(event.size);
    }
    const auto count_in = [](const std::vector<std::int64_t>& sizes, std::int64_t from) {
      return static_cast<std::size_t>(std::count_if(
          sizes.begin(), sizes.end(), [&](std::int64_t size) { return size >= from && size < 2 * from; }));
    };
    while (2 * least <= middle && count_in(own, least) * (places_ - 1) < 2 * count_in(others, least)) least *= 2;
    return least;
  }

  template <class Take>
  void for_each_of(std::size_t place, const Take& take) const {
    for (const LateEvent& event : events_) {
      std::size_t index = 0;
      if (event.has(place, &index)) take(event, event.behind_of(index));
    }
  }

  // The place is no longer late in its own events; an event without a late place is none.
  void take_out(const AccusedPlace& accused) {
    std::size_t next = 0;
    for (LateEvent& event : events_) {
      while (next < accused.events.size() && accused.events[next].iteration < event.iteration) ++next;
      if (next == accused.events.size()) break;
      std::size_t index = 0;
      if (accused.events[next].iteration != event.iteration || !event.has(accused.accusation.place, &index)) continue;
      event.late.erase(event.late.begin() + static_cast<std::ptrdiff_t>(index));
      if (!event.behind.empty()) event.behind.erase(event.behind.begin() + static_cast<std::ptrdiff_t>(index));
    }
    std::erase_if(events_, [](const LateEvent& event) { return event.late.empty(); });
  }

  std::vector<Accusation> suspicions() const {
    const Level all = level_of(events_, places_, 1);
    std::vector<Accusation> found;
    for (std::size_t place = 0; place < places_ && all.events > 0 && all.chance < 1; ++place) {
      if (2 * all.counts[place] > all.events) found.push_back(tested(all, place, 1));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Accusation& a, const Accusation& b) { return a.events > b.events; });
    return found;
  }

  std::vector<LateEvent> events_;
  std::size_t places_;
  Extent extent_;
  std::int64_t floor_;
};

}  // namespace

bool LateEvent::has(std::size_t place, std::size_t* index) const {
  const auto found = std::lower_bound(late.begin(), late.end(), place);
  if (index != nullptr) *index = static_cast<std::size_t>(found - late.begin());
  return found != late.end() && *found == place;
}

Judgement judge_events(std::vector<LateEvent> events, std::size_t places, Extent extent, std::int64_t floor) {
  return Judge(std::move(events), places, extent, floor).run();
}

std::vector<Moment> moments_of(std::span<const LateEvent> events) {
  std::vector<Moment> moments;
  moments.reserve(events.size());
  for (const LateEvent& event : events) moments.push_back(event.moment);
  return moments;
}

}  // namespace syncbench
