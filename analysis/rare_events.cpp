#include "rare_events.hpp"

#include <algorithm>

#include "late_events.hpp"
#include "recurrence.hpp"
#include <syncbench/core/binomial_tail.hpp>
#include <syncbench/core/size_range.hpp>

namespace syncbench::analysis {
namespace {

constexpr double kLeastNoted = 0.01;  // of the time
constexpr std::size_t kSeveral = 3;
constexpr std::int64_t kLong = 10;  // times what an iteration usually takes

class Study {
 public:
  Study(const Decomposition& point, const std::set<std::size_t>& explained, std::int64_t time)
      : point_(point), explained_(explained), time_(time) {}

  std::optional<RareEvents> run() {
    std::vector<LateEvent> events = long_iterations();
    if (events.empty()) return std::nullopt;
    const std::vector<std::int64_t> sizes = sizes_of(events);
    const SizeRange range = range_of_cause(sizes, costliest_median(sizes), floor());
    std::erase_if(events, [&](const LateEvent& event) { return !range.contains(event.size); });
    const std::int64_t cost = sum_of(sizes_of(events));
    RareEvents rare;
    rare.found = recurrence_of(point_, events, sizes_of(events), cost);
    rare.found.when = when_of(point_, events, false);
    rare.one_episode = events.size() > 1 && rare.found.when.episodes == 1 && !is_spread_out(rare.found.when);
    if (!are_rare(events) || (!rare.one_episode && !stands_apart(sizes, range, events.size()))) return std::nullopt;
    find_last(events, rare);
    return is_told(rare) ? std::optional(std::move(rare)) : std::nullopt;
  }

 private:
  std::int64_t floor() const { return std::max(point_.threshold.count(), usual_); }

  std::vector<LateEvent> long_iterations() {
    std::vector<std::int64_t> wholes;
    for (const SplitIteration& row : point_.rows) {
      if (row.use == IterationUse::counts) wholes.push_back(row.whole);
    }
    if (wholes.empty()) return {};
    usual_ = median_of(std::move(wholes));
    std::vector<LateEvent> events;
    for (std::size_t row = 0; row < point_.rows.size(); ++row) {
      const SplitIteration& each = point_.rows[row];
      const std::int64_t longer = each.whole - usual_;
      if (each.use != IterationUse::counts || longer <= floor() || explained_.contains(each.iteration)) continue;
      events.push_back({each.iteration, longer, {each.latest}, {}, moment_of(point_, row)});
    }
    return events;
  }

  // The two octaves below have at most a quarter as many: the few largest of a tail have far more below them.
  bool stands_apart(const std::vector<std::int64_t>& sizes, const SizeRange& range, std::size_t events) const {
    const auto below = static_cast<std::size_t>(std::count_if(
        sizes.begin(), sizes.end(), [&](std::int64_t size) { return size < range.least && size >= range.least / 4; }));
    return range.least / 4 >= usual_ && 4 * below <= events;
  }

  bool is_spread_out(const When& when) const { return 2 * (when.last - when.first) > point_.times.iterations; }

  bool is_told(const RareEvents& rare) const {
    const Recurrence& found = rare.found;
    if (is_costly(found.cost, time_)) return true;
    return found.occurrences >= kSeveral && rare.last == found.occurrences && found.size.median >= kLong * usual_ &&
           static_cast<double>(found.cost) >= kLeastNoted * static_cast<double>(time_);
  }

  bool are_rare(const std::vector<LateEvent>& events) const {
    const std::vector<Moment> moments = moments_of(events);
    clusters_ = static_cast<double>(events.size()) / events_per_cluster(moments, point_.extent());
    return clusters_ < static_cast<double>(kFewestClusters) ||
           windows_with(moments, point_.extent()) < kFewestWindows || events.size() < 2 * kFewestClusters;
  }

  // Who left last, if it was alone by half of what the iteration took longer.
  std::optional<std::size_t> left_last(const LateEvent& event) const {
    std::vector<std::pair<std::int64_t, std::size_t>> leaves;
    for (std::size_t place = 0; place < point_.ranks(); ++place)
      leaves.emplace_back(point_.departures[point_.at(event.moment.row, place)], place);
    std::sort(leaves.rbegin(), leaves.rend());
    if (2 * (leaves[0].first - leaves[1].first) < event.size) return std::nullopt;
    return leaves[0].second;
  }

  void find_last(const std::vector<LateEvent>& events, RareEvents& rare) const {
    std::vector<std::size_t> arrived(point_.ranks(), 0), left(point_.ranks(), 0);
    for (const LateEvent& event : events) {
      if (2 * point_.rows[event.moment.row].spread >= event.size) {
        ++rare.arrived;
        ++arrived[event.late.front()];
      } else if (const auto place = left_last(event)) {
        ++rare.left;
        ++left[*place];
      }
    }
    const std::vector<std::size_t>& decisive = rare.arrived >= rare.left ? arrived : left;
    const auto most = std::max_element(decisive.begin(), decisive.end());
    rare.last = *most;
    if (rare.last == 0) return;
    rare.found.places = {static_cast<std::size_t>(most - decisive.begin())};
    if (rare.last < events.size() || events.size() < kSeveral) return;
    const auto clusters = static_cast<std::size_t>(clusters_ + 1e-6);
    const double even = 1 / static_cast<double>(point_.ranks());
    rare.missing = std::max(kFewestClusters - std::min(kFewestClusters, clusters),
                            missing_successes(clusters, clusters, even, kAccusationLevel));
  }

  const Decomposition& point_;
  const std::set<std::size_t>& explained_;
  std::int64_t time_;
  std::int64_t usual_ = 0;
  mutable double clusters_ = 0;
};

}  // namespace

std::optional<RareEvents> rare_events(const Decomposition& point, const std::set<std::size_t>& explained,
                                      std::int64_t time) {
  if (point.ranks() < 2) return std::nullopt;
  return Study(point, explained, time).run();
}

}  // namespace syncbench::analysis
