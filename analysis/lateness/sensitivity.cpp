#include "analysis/lateness/sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>

#include "analysis/lateness/arrival_study.hpp"
#include "analysis/lateness/recurrence.hpp"
#include "analysis/run/late_events.hpp"
#include "harness/core/philox.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kDraws = 200, kMostMissed = 2;
constexpr std::uint32_t kSeed = 14;
constexpr std::size_t kMostSmall = 1'000;  // events far below the lateness: they only make tests more

// The lateness of a point, to which more of one rank is added.
class Trial {
 public:
  Trial(const Decomposition& point, double worth) : point_(point), worth_(worth), events_(arrival_events(point)) {
    for (std::size_t row = 0; row < point.rows.size(); ++row) {
      if (point.rows[row].use == IterationUse::counts) rows_.push_back(row);
    }
  }

  bool accuses(std::size_t count) const {
    const std::int64_t size = std::llround(worth_ / static_cast<double>(count));
    const std::vector<LateEvent> others = relevant(size);
    std::size_t missed = 0;
    for (std::size_t draw = 0; draw < kDraws && missed <= kMostMissed; ++draw) {
      const std::size_t place = draw % point_.ranks();
      const Judgement judgement = judge_events(added(others, draw, place, count, size), point_.ranks(), point_.extent(),
                                               point_.threshold.count());
      const bool found = std::any_of(judgement.accused.begin(), judgement.accused.end(), [&](const AccusedPlace& each) {
        return each.accusation.place == place && 2 * each.events.size() > count;
      });
      if (!found) ++missed;
    }
    return missed <= kMostMissed;
  }

 private:
  // Events of a similar size, and some of the many small ones.
  std::vector<LateEvent> relevant(std::int64_t size) const {
    const auto is_small = [&](const LateEvent& event) { return event.size < size / 4; };
    const auto small = static_cast<std::size_t>(std::count_if(events_.begin(), events_.end(), is_small));
    const std::size_t step = small / kMostSmall + 1;
    std::vector<LateEvent> kept;
    std::size_t number = 0;
    std::copy_if(events_.begin(), events_.end(), std::back_inserter(kept),
                 [&](const LateEvent& event) { return !is_small(event) || number++ % step == 0; });
    return kept;
  }

  // So many of the rows, ascending.
  std::set<std::size_t> drawn(std::size_t draw, std::size_t count) const {
    std::set<std::size_t> rows;
    for (std::uint32_t number = 0; rows.size() < count; ++number) {
      const auto random = philox4x32({number, static_cast<std::uint32_t>(draw), 0, 0}, {kSeed, 0});
      rows.insert(rows_[random[0] % rows_.size()]);
    }
    return rows;
  }

  std::vector<LateEvent> added(const std::vector<LateEvent>& others, std::size_t draw, std::size_t place,
                               std::size_t count, std::int64_t size) const {
    std::vector<LateEvent> all;
    all.reserve(others.size() + count);
    auto next = others.begin();
    for (const std::size_t row : drawn(draw, count)) {
      for (; next != others.end() && next->moment.row < row; ++next) all.push_back(*next);
      LateEvent late{point_.rows[row].iteration, size, {place}, {size}, moment_of(point_, row)};
      if (next != others.end() && next->moment.row == row) late = together(late, *next++);
      all.push_back(std::move(late));
    }
    all.insert(all.end(), next, others.end());
    return all;
  }

  // The one that comes far before the other is no longer late.
  static LateEvent together(const LateEvent& added, const LateEvent& other) {
    if (2 * other.size <= added.size) return added;
    if (2 * added.size <= other.size || other.has(added.late.front())) return other;
    LateEvent both = other;
    const auto at = std::lower_bound(both.late.begin(), both.late.end(), added.late.front());
    const auto index = at - both.late.begin();
    both.late.insert(at, added.late.front());
    if (!both.behind.empty()) both.behind.insert(both.behind.begin() + index, added.size);
    both.size = std::max(added.size, other.size);
    return both;
  }

  const Decomposition& point_;
  double worth_;
  std::vector<LateEvent> events_;
  std::vector<std::size_t> rows_;  // that count
};

// The fewest that are found, at most ten times what independence takes.
std::optional<std::size_t> fewest_found(const Decomposition& point, double worth, std::size_t n) {
  const std::size_t fewest = fewest_events(point.ranks());
  if (fewest > n) return std::nullopt;
  const Trial trial(point, worth);
  const std::size_t most = std::min(n / 2, 10 * fewest);
  for (std::size_t count = fewest; count <= most; count += std::max<std::size_t>(1, count / 10)) {
    if (trial.accuses(count)) return count;
  }
  return std::nullopt;
}

}  // namespace

std::size_t fewest_events(std::size_t ranks) {
  const double each = std::log(static_cast<double>(std::max<std::size_t>(2, ranks)));
  return std::max(kFewestClusters, static_cast<std::size_t>(std::floor(-std::log(kAccusationLevel) / each)) + 1);
}

Sensitivity sensitivity_of(const Decomposition& point, std::int64_t time) {
  const double worth = kLeastShare / (1 - kLeastShare) * static_cast<double>(time);
  std::int64_t least = 0;
  for (std::size_t place = 0; place < point.ranks(); ++place)
    least = std::max(least, least_typical_lateness(point, place));
  const auto threshold = static_cast<double>(least);
  const auto n = static_cast<std::size_t>(std::count_if(
      point.rows.begin(), point.rows.end(), [](const SplitIteration& row) { return row.use == IterationUse::counts; }));
  Sensitivity smallest;
  if (n == 0) return smallest;
  smallest.always_ns = std::max(threshold, worth / static_cast<double>(n));
  if (point.ranks() < 2) return smallest;
  const auto rare = fewest_found(point, worth, n);
  if (!rare) return smallest;
  smallest.rare = *rare;
  smallest.rare_ns = std::max(threshold, worth / static_cast<double>(*rare));
  return smallest;
}

}  // namespace syncbench::analysis
