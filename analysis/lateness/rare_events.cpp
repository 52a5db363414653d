#include "analysis/lateness/rare_events.hpp"

#include <algorithm>

#include "analysis/lateness/recurrence.hpp"
#include "analysis/run/late_events.hpp"
#include "harness/core/binomial_tail.hpp"
#include "harness/core/size_range.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kLeastNoted = 0.01;  // of the time
constexpr std::size_t kSeveral = 3;
constexpr std::int64_t kOfOneSize = 2;     // the smallest of them, as a part of the one in the middle
constexpr std::int64_t kLong = 10;         // times what an iteration usually takes
constexpr double kMostOfStretch = 0.6;     // of the cost that an episode among strays holds
constexpr std::size_t kShortStretch = 20;  // it takes at most one in so many iterations
constexpr std::size_t kStillNear = 20;     // usual distances between its events

class Study {
 public:
  Study(const Decomposition& point, const std::set<std::size_t>& explained, std::int64_t time)
      : point_(point), explained_(explained), time_(time) {}

  std::optional<RareEvents> run() {
    const std::vector<LateEvent> events = long_iterations();
    if (events.empty()) return std::nullopt;
    const std::vector<std::int64_t> sizes = sizes_of(events);
    const SizeRange cause = range_of_cause(sizes, costliest_median(sizes), floor());
    if (auto found = of_range(events, cause)) return found;
    const SizeRange range = far_out(sizes);
    return range.most > 0 ? of_range(events, range) : std::nullopt;
  }

 private:
  std::int64_t floor() const { return std::max(point_.threshold.count(), usual_); }

  std::optional<RareEvents> of_range(std::vector<LateEvent> events, const SizeRange& range) {
    const std::vector<std::int64_t> sizes = sizes_of(events);
    std::erase_if(events, [&](const LateEvent& event) { return !range.contains(event.size); });
    keep_stretch(events, main_stretch(events));
    const std::int64_t cost = sum_of(sizes_of(events));
    RareEvents rare;
    rare.found = recurrence_of(point_, events, sizes_of(events), cost);
    rare.found.when = when_of(point_, events, false);
    rare.one_episode = events.size() > 1 && rare.found.when.episodes == 1 && !is_spread_out(rare.found.when);
    if (!(are_rare(events) || (is_far_out(range.least, usual_) && is_rare(events.size(), point_.rows.size()))) ||
        !(rare.one_episode || is_far_out(range.least, usual_) || stands_apart(sizes, range, events.size())))
      return std::nullopt;
    find_last(events, range, rare);
    return is_told(rare) ? std::optional(std::move(rare)) : std::nullopt;
  }

  // Those that no tail of an operation reaches, of about one size.
  SizeRange far_out(std::vector<std::int64_t> sizes) const {
    std::erase_if(sizes, [&](std::int64_t size) { return !is_far_out(size, usual_); });
    if (sizes.empty()) return {};
    const std::int64_t most = *std::max_element(sizes.begin(), sizes.end());
    const std::int64_t least = costliest_median(sizes) / kOfOneSize;
    std::erase_if(sizes, [&](std::int64_t size) { return size < least; });
    return {*std::min_element(sizes.begin(), sizes.end()), most, false};
  }

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

  // The shortest stretch of events that holds most of their cost: [first, last].
  static std::pair<std::size_t, std::size_t> main_stretch(const std::vector<LateEvent>& events) {
    std::pair<std::size_t, std::size_t> shortest{0, events.size() - 1};
    const auto rows = [&](std::size_t first, std::size_t last) {
      return events[last].moment.row - events[first].moment.row;
    };
    const double most = kMostOfStretch * static_cast<double>(sum_of(sizes_of(events)));
    double sum = 0;
    std::size_t first = 0;
    for (std::size_t last = 0; last < events.size(); ++last) {
      sum += static_cast<double>(events[last].size);
      while (sum - static_cast<double>(events[first].size) >= most) sum -= static_cast<double>(events[first++].size);
      if (sum >= most && rows(first, last) < rows(shortest.first, shortest.second)) shortest = {first, last};
    }
    return shortest;
  }

  // Every machine has long iterations now and then. Where an episode holds most of the cost, those far from it are no
  // part of it: only they would make it seem to last from the first of them to the last.
  void keep_stretch(std::vector<LateEvent>& events, std::pair<std::size_t, std::size_t> stretch) const {
    auto [first, last] = stretch;
    if (last - first + 1 < kFewestClusters) return;
    const auto length = static_cast<std::size_t>(events[last].moment.row - events[first].moment.row);
    if (kShortStretch * length > point_.rows.size()) return;
    const std::size_t near = kStillNear * std::max<std::size_t>(1, length / (last - first));
    while (first > 0 && events[first].moment.row - events[first - 1].moment.row <= near) --first;
    while (last + 1 < events.size() && events[last + 1].moment.row - events[last].moment.row <= near) ++last;
    events.erase(events.begin() + static_cast<std::ptrdiff_t>(last) + 1, events.end());
    events.erase(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(first));
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
    return found.occurrences >= kSeveral && rare.last == rare.telling() &&
           rare.arrived + rare.left == found.occurrences && found.size.median >= kLong * usual_ &&
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

  // An iteration of about the cause's size in which a gate failed tells as much of who it was as one in which a rank is
  // late; an episode has those that lie in it.
  std::size_t missed_deadlines(const SizeRange& range, const RareEvents& rare, std::vector<std::size_t>& last) const {
    std::size_t missed = 0;
    for (const SplitIteration& row : point_.rows) {
      const bool outside = row.iteration < rare.found.when.first || row.iteration > rare.found.when.last;
      if (row.use != IterationUse::late || 2 * row.spread < range.least || (rare.one_episode && outside)) continue;
      ++missed;
      ++last[row.latest];
    }
    return missed;
  }

  void find_last(const std::vector<LateEvent>& events, const SizeRange& range, RareEvents& rare) const {
    std::vector<std::size_t> last(point_.ranks(), 0);
    for (const LateEvent& event : events) {
      if (2 * point_.rows[event.moment.row].spread >= event.size) {
        ++rare.arrived;
        ++last[event.late.front()];
      } else if (const auto place = left_last(event)) {
        ++rare.left;
        ++last[*place];
      }
    }
    rare.missed = missed_deadlines(range, rare, last);
    const auto most = std::max_element(last.begin(), last.end());
    rare.last = *most;
    if (rare.last == 0) return;
    rare.found.places = {static_cast<std::size_t>(most - last.begin())};
    if (rare.last < rare.telling() || rare.last < kSeveral) return;
    const std::size_t clusters = std::min(static_cast<std::size_t>(clusters_ + 1e-6), rare.last);
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

bool is_far_out(std::int64_t size, std::int64_t usual) {
  constexpr std::int64_t kLeast = 1'000'000, kTimes = 100;
  return size >= kLeast && size >= kTimes * usual;
}

bool is_rare(std::size_t events, std::size_t iterations) { return 1'000 * events <= iterations; }

std::optional<RareEvents> rare_events(const Decomposition& point, const std::set<std::size_t>& explained,
                                      std::int64_t time) {
  if (point.ranks() < 2) return std::nullopt;
  return Study(point, explained, time).run();
}

}  // namespace syncbench::analysis
