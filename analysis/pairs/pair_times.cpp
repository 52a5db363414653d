#include "analysis/pairs/pair_times.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/run/attributes.hpp"
#include "analysis/run/rank_samples.hpp"
#include "analysis/run/timer_view.hpp"
#include "harness/core/error.hpp"
#include "harness/core/iteration_maxima.hpp"
#include "harness/core/median_interval.hpp"
#include "harness/core/nanos.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

using Pair = std::pair<Rank, Rank>;

constexpr std::size_t kRepeats = 5;
constexpr std::size_t kFewestInStretch = 2;

class PointPairs {
 public:
  PointPairs(const results::RunReader& reader, const results::PointHeader& point) : reader_(reader), point_(point) {}

  /// "0-3,1-2", with ":N" behind each if `values` is to hold them.
  std::vector<Pair> parsed(std::string_view attribute, std::vector<std::int64_t>* values) const {
    std::vector<Pair> pairs;
    for (const std::string& item : split(text_attribute(point_.attributes, attribute), ',')) {
      const auto parts = split(item, ':');
      const auto pair = parts.empty() ? std::nullopt : pair_of(parts.front());
      if (!pair || parts.size() != (values == nullptr ? 1U : 2U)) refuse(item, attribute);
      pairs.push_back(*pair);
      if (values == nullptr) continue;
      const auto value = parse_whole(parts.back());
      if (!value) refuse(item, attribute);
      values->push_back(*value);
    }
    return pairs;
  }

  PairPart part() const {
    const auto part = value_named<PairPart>(text_attribute(point_.attributes, "part"));
    if (!part) damaged("does not say whether it is of latency or bandwidth");
    return *part;
  }

  bool is_forward() const { return text_attribute(point_.attributes, "direction") != "backward"; }

  /// Each pair's times, in order; nothing of a pair that has none.
  std::vector<std::optional<DirectedTime>> times(const std::vector<Pair>& pairs) const {
    return reader_.is_summary(point_.id) ? from_sketch(pairs) : from_samples(pairs);
  }

 private:
  [[noreturn]] void refuse(std::string_view item, std::string_view attribute) const {
    damaged(fmt::format("'{}' in its attribute {} is not what stands there for a pair of ranks", item, attribute));
  }

  // "0-3", the lower rank first.
  std::optional<Pair> pair_of(std::string_view text) const {
    const auto ranks = split(text, '-');
    if (ranks.size() != 2) return std::nullopt;
    const auto a = parse_whole(ranks.front()), b = parse_whole(ranks.back());
    if (!a || !b || *a < 0 || *a >= *b || *b >= reader_.header().ranks) return std::nullopt;
    return Pair{Rank{static_cast<int>(*a)}, Rank{static_cast<int>(*b)}};
  }

  [[noreturn]] void damaged(const std::string& what) const {
    throw Error(ExitCode::data, fmt::format("{}: point {}: {}", reader_.file().string(), point_.id, what));
  }

  // Who begins a round trip also ends it; what goes one way is timed where it arrives.
  Rank timed(const Pair& pair) const {
    return is_forward() == (part() == PairPart::latency) ? pair.first : pair.second;
  }

  double operations() const { return static_cast<double>(operations_of(point_.attributes)); }

  // Of the clock, ns, as a mean of several operations sees it.
  double resolution() const {
    return static_cast<double>(timer_view(point_.attributes, {}, false).floor.resolution.count()) / operations();
  }

  std::size_t warmup() const {
    const auto warmup = whole_attribute(point_.attributes, "warmup_iterations");
    if (!warmup || *warmup < 0) damaged("does not say how many of its iterations are warm-up");
    return static_cast<std::size_t>(*warmup);
  }

  std::vector<std::optional<DirectedTime>> from_samples(const std::vector<Pair>& pairs) const {
    const results::SampleShape shape = reader_.shape(point_.id);
    std::map<Rank, std::size_t> pair_of;
    for (std::size_t i = 0; i < pairs.size(); ++i) pair_of[pairs[i].first] = pair_of[pairs[i].second] = i;
    if (pair_of.size() != 2 * pairs.size() ||
        (!pair_of.empty() && pair_of.rbegin()->first.value >= static_cast<int>(shape.ranks)))
      damaged("a rank is in two of its pairs, or has no samples");
    // The time is that of one rank, but either one spoils an iteration.
    std::vector<IterationMaxima> times(pairs.size(), IterationMaxima(shape.iterations)), both = times;
    for_each_rank(reader_, point_.id, Rank{0}, shape.ranks, [&](Rank rank, const RankSamples& samples) {
      const auto found = pair_of.find(rank);
      if (found == pair_of.end()) return;
      both[found->second].add(0, samples);
      if (rank == timed(pairs[found->second])) times[found->second].add(0, samples);
    });
    const std::vector<std::uint16_t> blocks = reader_.blocks(point_.id);
    std::vector<std::optional<DirectedTime>> all;
    for (std::size_t i = 0; i < pairs.size(); ++i) all.push_back(reduced(times[i], both[i], blocks));
    return all;
  }

  std::optional<DirectedTime> reduced(const IterationMaxima& times, const IterationMaxima& both,
                                      const std::vector<std::uint16_t>& block_of) const {
    std::vector<std::int64_t> all;
    std::map<std::uint16_t, std::vector<std::int64_t>> by_block;
    for (const Iteration iteration : both.eligible(warmup())) {
      const std::int64_t time = times.maximum(iteration);
      if (time == kAbsent) continue;
      all.push_back(time);
      by_block[block_of.at(iteration.value)].push_back(time);
    }
    if (all.empty()) return std::nullopt;
    DirectedTime result;
    result.id = point_.id;
    result.n = all.size();
    result.median_ns = static_cast<double>(median_of(all)) / operations();
    if (result.median_ns <= 0) return std::nullopt;
    std::vector<double> logs;
    for (auto& [block, own] : by_block) {
      const double median = static_cast<double>(median_of(std::move(own))) / operations();
      result.blocks[block] = median;
      logs.push_back(std::log(median));
    }
    if (logs.size() < kRepeats && all.size() >= kRepeats * kFewestInStretch) logs = stretches(all);
    result.blocks.unsteady = is_unsteady(point_.attributes);
    result.blocks.resolution = resolution();
    const auto interval = result.blocks.unsteady ? std::nullopt : mean_interval(logs);
    if (!interval || !std::isfinite(interval->mean)) return result;
    const MeanInterval wide = at_least_as_wide(*interval, std::log1p(result.blocks.resolution / 2 / result.median_ns));
    result.interval = MeanInterval{std::exp(wide.mean), std::exp(wide.lower), std::exp(wide.upper)};
    return result;
  }

  // Logarithms of the medians of as many stretches of iterations, one after the other.
  std::vector<double> stretches(const std::vector<std::int64_t>& times) const {
    std::vector<double> logs;
    for (std::size_t i = 0; i < kRepeats; ++i) {
      const auto begin = times.begin() + static_cast<std::ptrdiff_t>(i * times.size() / kRepeats);
      const auto end = times.begin() + static_cast<std::ptrdiff_t>((i + 1) * times.size() / kRepeats);
      logs.push_back(std::log(static_cast<double>(median_of({begin, end})) / operations()));
    }
    return logs;
  }

  std::vector<std::optional<DirectedTime>> from_sketch(const std::vector<Pair>& pairs) const {
    constexpr double kMiddle = 0.5;
    const results::PointSummary summary = reader_.summary(point_.id);
    const auto level = std::find(summary.levels.begin(), summary.levels.end(), kMiddle);
    std::vector<std::optional<DirectedTime>> all(pairs.size());
    if (level == summary.levels.end()) return all;
    const std::size_t place = static_cast<std::size_t>(level - summary.levels.begin());
    const std::size_t ranks = summary.sketch.size() / summary.levels.size();
    IterationMaxima maxima(summary.slowest.size());
    maxima.add_slowest(summary.slowest, summary.status);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto rank = static_cast<std::size_t>(timed(pairs[i]).value);
      if (rank >= ranks) damaged("a rank of its pairs has no samples");
      const std::int64_t median = summary.sketch[rank * summary.levels.size() + place];
      if (median == kAbsent || median <= 0) continue;
      all[i].emplace();
      all[i]->id = point_.id;
      all[i]->n = maxima.eligible(warmup()).size();
      all[i]->median_ns = static_cast<double>(median) / operations();
    }
    return all;
  }

  const results::RunReader& reader_;
  const results::PointHeader& point_;
};

PairTimes& kind_of(const results::PointHeader& point, PairPart part, std::vector<PairTimes>& all) {
  const std::string backend = text_attribute(point.attributes, "backend");
  const std::int64_t bytes = whole_attribute(point.attributes, "bytes_send").value_or(0);
  for (PairTimes& each : all) {
    if (each.part == part && each.backend == backend && each.bytes == bytes) return each;
  }
  all.push_back({.part = part, .backend = backend, .bytes = bytes, .yields = false, .summary = false, .pairs = {}});
  return all.back();
}

RankPair& line_of(const Pair& pair, std::vector<RankPair>& lines) {
  const auto before = [](const RankPair& line, const Pair& ranks) { return Pair{line.a, line.b} < ranks; };
  const auto place = std::lower_bound(lines.begin(), lines.end(), pair, before);
  if (place != lines.end() && Pair{place->a, place->b} == pair) return *place;
  return *lines.insert(place, {pair.first, pair.second, {}, {}});
}

void add_times(const results::RunReader& reader, const results::PointHeader& point, MeasuredPairs& measured) {
  const PointPairs own(reader, point);
  PairTimes& kind = kind_of(point, own.part(), measured.times);
  kind.yields = kind.yields || text_attribute(point.attributes, "waiting") == "yield";
  kind.summary = kind.summary || reader.is_summary(point.id);
  const std::vector<Pair> pairs = own.parsed("pairs", nullptr);
  auto times = own.times(pairs);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    RankPair& line = line_of(pairs[i], kind.pairs);
    (own.is_forward() ? line.forward : line.backward) = std::move(times[i]);
  }
}

void add_datagrams(const results::RunReader& reader, const results::PointHeader& point, MeasuredPairs& measured) {
  const auto sent = whole_attribute(point.attributes, "udp_sent");
  if (!sent || *sent <= 0) return;
  const PointPairs own(reader, point);
  for (const bool forward : {true, false}) {
    const std::string way = forward ? "forward" : "backward";
    std::vector<std::int64_t> mtus, received;
    const auto pairs = own.parsed("udp_mtu_" + way, &mtus);
    if (own.parsed("udp_received_" + way, &received) != pairs) continue;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [a, b] = pairs[i];
      measured.datagrams.push_back({forward ? a : b, forward ? b : a, point.id, mtus[i], *sent, received[i]});
    }
  }
}

// All points of a round say the same.
void keep_one_of_a_round(std::vector<DatagramPath>& paths) {
  const auto ends = [](const DatagramPath& path) { return Pair{path.from, path.to}; };
  std::stable_sort(paths.begin(), paths.end(), [&](const auto& x, const auto& y) { return ends(x) < ends(y); });
  const auto rest =
      std::unique(paths.begin(), paths.end(), [&](const auto& x, const auto& y) { return ends(x) == ends(y); });
  paths.erase(rest, paths.end());
}

}  // namespace

MeasuredPairs read_pairs(const results::RunReader& reader, const Selection& selection) {
  MeasuredPairs measured;
  for (const results::IndexRow& row : reader.index()) {
    if (row.suite != "pairs") continue;
    const results::PointHeader point = reader.point(row.id);
    if (!selection.matches(point)) continue;
    ++measured.points;
    if (text_attribute(point.attributes, "status") == "measured") {
      ++measured.measured_points;
      if (is_unsteady(point.attributes)) measured.unsteady.push_back(row.id);
      add_times(reader, point, measured);
      add_datagrams(reader, point, measured);
    } else if (point.attributes.contains("unreachable") && measured.unreachable.empty()) {
      measured.unreachable = PointPairs(reader, point).parsed("unreachable", nullptr);
      measured.unreachable_id = point.id;
    }
  }
  keep_one_of_a_round(measured.datagrams);
  return measured;
}

}  // namespace syncbench::analysis
