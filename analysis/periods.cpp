#include "periods.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include <syncbench/core/median_interval.hpp>

namespace syncbench::analysis {
namespace {

constexpr std::size_t kMostPeriods = 3;
constexpr std::size_t kFewestEvents = 20;
constexpr std::size_t kNeighbours = 32;
constexpr std::size_t kCandidates = 16;
constexpr double kBinWidth = 0.01;   // of a period, in the histogram of intervals
constexpr long kPeakBins = 3;        // that a peak may be wide to each side
constexpr long kBinsAround = 10;     // to each side that it is compared with
constexpr double kTolerance = 0.02;  // of a period, at most
constexpr double kSegmentPeriods = 64;
constexpr std::size_t kFewestInSegment = 4;
constexpr double kLeastOccupied = 0.5;
constexpr double kSignificant = 1e-3;
constexpr std::array kLongest{1.0, 0.25, 0.05,
                              0.01};  // shares that are looked at apart: rare and long among short ones

using Detours = std::vector<Detour>;

double start(const Detour& detour) { return static_cast<double>(detour.when.count()); }

// The longest so many, in the order of time.
Detours longest(const Detours& all, double share) {
  if (share >= 1) return all;
  const auto count = static_cast<std::size_t>(share * static_cast<double>(all.size()));
  if (count == 0) return {};
  std::vector<Nanos> lengths;
  for (const Detour& each : all) lengths.push_back(each.length);
  std::nth_element(lengths.begin(), lengths.begin() + static_cast<std::ptrdiff_t>(count - 1), lengths.end(),
                   std::greater<>());
  Detours some;
  std::copy_if(all.begin(), all.end(), std::back_inserter(some),
               [&](const Detour& each) { return each.length >= lengths[count - 1]; });
  return some;
}

// All intervals to the next few, and no longer than would be seen often enough.
template <class Take>
void for_each_interval(const Detours& detours, Take take) {
  const double most = (start(detours.back()) - start(detours.front())) / 8;
  for (std::size_t i = 0; i < detours.size(); ++i) {
    for (std::size_t j = i + 1; j < detours.size() && j <= i + kNeighbours; ++j) {
      const double interval = start(detours[j]) - start(detours[i]);
      if (interval > most) break;
      if (interval > 0) take(interval);
    }
  }
}

// Middles of the bins that stand out most from those around them, by the Poisson distribution's measure. Bins are of
// equal width on a logarithmic scale.
std::vector<double> candidates(const Detours& detours) {
  std::map<long, double> bins;
  for_each_interval(detours, [&](double interval) { ++bins[std::lround(std::log(interval) / kBinWidth)]; });
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
std::optional<Train> refined(const Detours& detours, double candidate, double jitter) {
  std::vector<std::int64_t> near, apart;
  const double window = std::max(kTolerance * candidate, jitter);
  for_each_interval(detours, [&](double interval) {
    if (std::abs(interval - candidate) <= window) near.push_back(std::llround(interval));
  });
  if (near.size() < kFewestEvents / 2) return std::nullopt;
  const std::int64_t period = median_of(near);
  for (const std::int64_t each : near) apart.push_back(std::abs(each - period));
  const double scatter = 4 * static_cast<double>(median_of(apart));
  return Train{static_cast<double>(period), std::max({std::min(scatter, window), jitter, 1e-3 * candidate})};
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
  Period period;
  Detours belonging;
  double log_p = 0;
};

std::optional<Found> judged(const Detours& detours, double candidate, double jitter) {
  const auto train = refined(detours, candidate, jitter);
  if (!train) return std::nullopt;
  Found found;
  found.log_p =
      log_chance(detours, train->period) + std::log(static_cast<double>(kCandidates * kLongest.size() * kMostPeriods));
  if (found.log_p > std::log(kSignificant)) return std::nullopt;
  const std::vector<bool> belongs = members(detours, *train);
  std::vector<std::int64_t> lengths;
  for (std::size_t i = 0; i < detours.size(); ++i) {
    if (!belongs[i]) continue;
    found.belonging.push_back(detours[i]);
    lengths.push_back(detours[i].length.count());
    found.period.lost_ns += static_cast<double>(detours[i].length.count());
  }
  const double due = (start(detours.back()) - start(detours.front())) / train->period;
  if (lengths.size() < kFewestEvents / 2 || static_cast<double>(lengths.size()) < kLeastOccupied * due)
    return std::nullopt;
  found.period.nanos = train->period;
  found.period.events = lengths.size();
  found.period.length_ns = static_cast<double>(median_of(std::move(lengths)));
  found.period.p = std::exp(found.log_p);
  return found;
}

std::optional<Found> clearest(const Detours& left, double jitter) {
  std::optional<Found> best;
  for (const double share : kLongest) {
    const Detours some = longest(left, share);
    if (some.size() < kFewestEvents) break;
    for (const double candidate : candidates(some)) {
      auto found = judged(some, candidate, jitter);
      if (found && (!best || found->log_p < best->log_p)) best = std::move(found);
    }
  }
  return best;
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

std::vector<Period> find_periods(std::span<const Detour> detours, Nanos jitter) {
  Detours left(detours.begin(), detours.end());
  std::vector<Period> periods;
  while (periods.size() < kMostPeriods && left.size() >= kFewestEvents) {
    const auto found = clearest(left, static_cast<double>(jitter.count()));
    if (!found) break;
    periods.push_back(found->period);
    take_out(left, found->belonging);
  }
  return periods;
}

}  // namespace syncbench::analysis
