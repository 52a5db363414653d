#include "analysis/statistics/periods.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include "harness/core/median_interval.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kMostPeriods = 3;  // that are told
constexpr std::size_t kMostFound = 6;
constexpr std::size_t kFewestEvents = 20;
constexpr std::size_t kNeighbours = 32;
constexpr std::size_t kMostBegun = 2'000;  // detours whose intervals are looked at: sorting them takes longest
constexpr std::size_t kCandidates = 16;
constexpr double kBinWidth = 0.01;    // of a period, in the histogram of intervals
constexpr long kPeakBins = 3;         // that a peak may be wide to each side
constexpr long kBinsAround = 10;      // to each side that it is compared with
constexpr double kTolerance = 0.02;   // of a period, at most
constexpr double kFewestJitters = 4;  // that a period has
constexpr double kSegmentPeriods = 64;
constexpr std::size_t kFewestInSegment = 4;
constexpr double kLeastOccupied = 0.5;
constexpr double kSignificant = 1e-3;
constexpr int kHalvings = 24;               // of the longest length, down to which detours are looked at apart
constexpr double kLeastGrowth = 1.5;        // of their number, for another look at them
constexpr double kClusterShare = 1.0 / 16;  // of a period: so near to each other, detours count as one event
constexpr int kShorter = 8;                 // than those of a period, and still of it
constexpr int kReach = 3;                   // periods from one that belongs to another one
constexpr int kMostParts = 12;              // that a period is looked at in
constexpr int kAlike = 4;                   // times as short, and still the same timer's
constexpr double kFullyOccupied = 0.75;

using Detours = std::vector<Detour>;

double start(const Detour& detour) { return static_cast<double>(detour.when.count()); }

Detours at_least(const Detours& all, double length) {
  Detours some;
  std::copy_if(all.begin(), all.end(), std::back_inserter(some),
               [&](const Detour& each) { return static_cast<double>(each.length.count()) >= length; });
  return some;
}

// Intervals to the next few, no longer than would be seen often enough, in order.
std::vector<std::int64_t> intervals_of(const Detours& detours) {
  const double most = (start(detours.back()) - start(detours.front())) / 8;
  std::vector<std::int64_t> intervals;
  for (std::size_t i = 0; i < std::min(kMostBegun, detours.size()); ++i) {
    for (std::size_t j = i + 1; j < detours.size() && j <= i + kNeighbours; ++j) {
      const std::int64_t interval = (detours[j].when - detours[i].when).count();
      if (static_cast<double>(interval) > most) break;
      if (interval > 0) intervals.push_back(interval);
    }
  }
  std::sort(intervals.begin(), intervals.end());
  return intervals;
}

// Middles of the bins that stand out most from those around them, by the Poisson distribution's measure. Bins are of
// equal width on a logarithmic scale.
std::vector<double> candidates(const std::vector<std::int64_t>& intervals) {
  std::map<long, double> bins;
  for (const std::int64_t each : intervals) ++bins[std::lround(std::log(static_cast<double>(each)) / kBinWidth)];
  std::vector<std::pair<double, double>> ranked;  // how much it stands out, period
  for (const auto& [bin, count] : bins) {
    double around = 0;
    for (long away = kPeakBins; away < kPeakBins + kBinsAround; ++away) {
      for (const long other : {bin - away, bin + away}) {
        const auto found = bins.find(other);
        if (found != bins.end()) around += found->second / (2 * static_cast<double>(kBinsAround));
      }
    }
    ranked.emplace_back((count - around) / std::sqrt(around + 1), std::exp(static_cast<double>(bin) * kBinWidth));
  }
  std::sort(ranked.rbegin(), ranked.rend());
  std::vector<double> periods;
  for (const auto& [height, period] : ranked) {
    if (periods.size() < kCandidates) periods.push_back(period);
  }
  return periods;
}

struct Train {
  double period = 0, tolerance = 0;
};

// The median of the intervals near the candidate, and how far they scatter.
std::optional<Train> refined(const std::vector<std::int64_t>& intervals, double candidate, double jitter) {
  if (candidate < kFewestJitters * jitter) return std::nullopt;
  const double window = std::max(kTolerance * candidate, jitter);
  const auto first = std::lower_bound(intervals.begin(), intervals.end(), std::llround(candidate - window));
  const auto last = std::upper_bound(first, intervals.end(), std::llround(candidate + window));
  if (last - first < static_cast<std::ptrdiff_t>(kFewestEvents / 2)) return std::nullopt;
  const std::int64_t period = *(first + (last - first - 1) / 2);
  std::vector<std::int64_t> apart;
  for (auto each = first; each != last; ++each) apart.push_back(std::abs(*each - period));
  const double scatter = 4 * static_cast<double>(median_of(std::move(apart)));
  return Train{static_cast<double>(period), std::max({std::min(scatter, window), jitter, 1e-3 * candidate})};
}

// By how much more than single events clusters of them scatter: the mean number that an event's cluster has.
double clustering(const Detours& detours, double period) {
  double squares = 0;
  for (std::size_t i = 0, next = 0; i < detours.size(); i = next) {
    while (next < detours.size() && start(detours[next]) - start(detours[i]) < kClusterShare * period) ++next;
    squares += static_cast<double>((next - i) * (next - i));
  }
  return squares / static_cast<double>(detours.size());
}

// log of the probability that starts at random phases lie together at least so well; an upper bound.
double log_chance(const Detours& detours, double period) {
  double sum = 0;
  std::size_t segments = 0;
  for (std::size_t i = 0; i < detours.size();) {
    const double begin = start(detours[i]);
    double cosine = 0, sine = 0;
    std::size_t count = 0;
    for (; i < detours.size() && start(detours[i]) - begin < kSegmentPeriods * period; ++i, ++count) {
      const double phase = 2 * std::numbers::pi * (start(detours[i]) - begin) / period;
      cosine += std::cos(phase);
      sine += std::sin(phase);
    }
    if (count < kFewestInSegment) continue;
    sum += (cosine * cosine + sine * sine) / static_cast<double>(count);
    ++segments;
  }
  sum /= clustering(detours, period);
  const auto expected = static_cast<double>(segments);
  if (segments == 0 || sum <= expected) return 0;
  return -(sum - expected - expected * std::log(sum / expected));
}

// Which detours have another one a period before or after them.
std::vector<bool> members(const Detours& detours, Train train) {
  std::vector<bool> belongs(detours.size(), false);
  std::size_t j = 0;
  for (std::size_t i = 0; i < detours.size(); ++i) {
    const double due = start(detours[i]) + train.period;
    while (j < detours.size() && start(detours[j]) < due - train.tolerance) ++j;
    for (std::size_t k = j; k < detours.size() && start(detours[k]) <= due + train.tolerance; ++k)
      belongs[i] = belongs[k] = true;
  }
  return belongs;
}

struct Found {
  Train train;
  Detours belonging;
  double log_p = 0;
};

// Moments at which one was due and one was there, however many were.
std::size_t occupied(const Detours& belonging, double period) {
  std::size_t count = 0;
  double last = -period;
  for (const Detour& each : belonging) {
    if (count > 0 && start(each) - last < period / 2) continue;
    last = start(each);
    ++count;
  }
  return count;
}

// The cheaper condition first: most candidates fail it.
std::optional<Found> judged(const Detours& detours, Train train, double least_occupied = kLeastOccupied) {
  Found found{train, {}, 0};
  const std::vector<bool> belongs = members(detours, train);
  for (std::size_t i = 0; i < detours.size(); ++i) {
    if (belongs[i]) found.belonging.push_back(detours[i]);
  }
  const auto there = static_cast<double>(occupied(found.belonging, train.period));
  const double due = (start(detours.back()) - start(detours.front())) / train.period;
  if (there < kFewestEvents / 2.0 || there < least_occupied * due) return std::nullopt;
  found.log_p = log_chance(detours, train.period) + std::log(kCandidates * kHalvings * kMostFound);
  if (found.log_p > std::log(kSignificant)) return std::nullopt;
  return found;
}

// Of many detours a stretch from the middle tells candidates apart as well as all do.
Detours stretch_of(const Detours& detours) {
  if (detours.size() < 4 * kMostBegun) return detours;
  const auto first = detours.begin() + static_cast<std::ptrdiff_t>((detours.size() - kMostBegun) / 2);
  return {first, first + static_cast<std::ptrdiff_t>(kMostBegun)};
}

std::optional<Found> clearest(const Detours& detours, double jitter) {
  std::optional<Found> best;
  if (detours.size() < kFewestEvents) return best;
  const auto intervals = intervals_of(detours);
  const Detours stretch = stretch_of(detours);
  for (const double candidate : candidates(intervals)) {
    const auto train = refined(intervals, candidate, jitter);
    auto found = train ? judged(stretch, *train) : std::nullopt;
    if (found && (!best || found->log_p < best->log_p)) best = std::move(found);
  }
  if (!best || stretch.size() == detours.size()) return best;
  return judged(detours, best->train);
}

double median_length(const Detours& detours) {
  std::vector<std::int64_t> lengths;
  for (const Detour& each : detours) lengths.push_back(each.length.count());
  return static_cast<double>(median_of(std::move(lengths)));
}

// A timer whose every fourth interruption takes longer, since another one's falls together with it, is seen by those
// first: its period is the part of theirs at which there are others like them.
Found in_parts(Found found, const Detours& all) {
  const Detours alike = at_least(all, median_length(found.belonging) / kAlike);
  for (int parts = kMostParts; parts > 1; --parts) {
    const Train train{found.train.period / parts,
                      std::min(found.train.tolerance, kTolerance * found.train.period / parts)};
    if (auto finer = judged(alike, train, kFullyOccupied)) return std::move(*finer);
  }
  return found;
}

// What was too short to be looked at, and comes at the same moments.
Detours with_shorter(const Found& found, const Detours& all) {
  const double least = median_length(found.belonging) / kShorter;
  const auto& known = found.belonging;
  const auto is_near_one = [&](double when) {
    const auto after = std::lower_bound(known.begin(), known.end(), when - found.train.tolerance,
                                        [](const Detour& each, double time) { return start(each) < time; });
    return after != known.end() && start(*after) <= when + found.train.tolerance;
  };
  Detours together;
  for (const Detour& each : all) {
    if (static_cast<double>(each.length.count()) < least) continue;
    bool belongs = false;
    for (int away = -kReach; away <= kReach && !belongs; ++away)
      belongs = is_near_one(start(each) + away * found.train.period);
    if (belongs) together.push_back(each);
  }
  return together;
}

Period period_of(const Found& found) {
  Period period{.nanos = found.train.period,
                .length_ns = median_length(found.belonging),
                .events = found.belonging.size(),
                .lost_ns = 0,
                .p = std::exp(found.log_p)};
  for (const Detour& each : found.belonging) period.lost_ns += static_cast<double>(each.length.count());
  return period;
}

// Both are sorted by time.
void take_out(Detours& from, const Detours& what) {
  std::size_t next = 0;
  std::erase_if(from, [&](const Detour& each) {
    while (next < what.size() && what[next].when < each.when) ++next;
    return next < what.size() && what[next].when == each.when;
  });
}

}  // namespace

// Long ones first, which are rare among short ones: of these the longest are no timer by themselves.
std::vector<Period> find_periods(std::span<const Detour> detours, Nanos jitter) {
  Detours left(detours.begin(), detours.end());
  std::vector<Period> periods;
  std::size_t looked_at = 0;
  double length = 0;
  for (const Detour& each : left) length = std::max(length, static_cast<double>(each.length.count()));
  for (int halving = 1; halving <= kHalvings && periods.size() < kMostFound;) {
    const Detours some = at_least(left, halving == kHalvings ? 0 : std::ldexp(length, -halving));
    const double enough = halving == kHalvings ? 1.0 : kLeastGrowth;  // the last look is at all
    const bool grown = static_cast<double>(some.size()) >= enough * static_cast<double>(looked_at);
    auto found = grown ? clearest(some, static_cast<double>(jitter.count())) : std::nullopt;
    if (!found) {
      if (grown) looked_at = some.size();
      ++halving;
      continue;
    }
    found = in_parts(std::move(*found), left);
    found->belonging = with_shorter(*found, left);
    periods.push_back(period_of(*found));
    take_out(left, found->belonging);
    looked_at = 0;
  }
  std::sort(periods.begin(), periods.end(), [](const Period& a, const Period& b) { return a.lost_ns > b.lost_ns; });
  if (periods.size() > kMostPeriods) periods.resize(kMostPeriods);
  return periods;
}

}  // namespace syncbench::analysis
