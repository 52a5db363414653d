#include "analysis/run/decomposition.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "analysis/run/attributes.hpp"
#include "analysis/run/clocks.hpp"
#include "harness/core/blame.hpp"
#include "harness/core/error.hpp"
#include "harness/core/median_interval.hpp"
#include "harness/core/names.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kFewestEligible = 30;
constexpr std::int64_t kTogether = 20;    // an arrival spread of 1/20 of the median time after the last one is none
constexpr std::int64_t kTimesSpread = 3;  // of the start mode itself

std::optional<Nanos> own_unloaded(const Decomposition& point, Nanos after_last) {
  // A bound on the spread alone: one that looks at the same iteration's time prefers long iterations.
  const std::int64_t most = std::max(2 * point.times.epsilon.count(), after_last.count() / kTogether);
  std::vector<std::int64_t> eligible;
  for (const SplitIteration& row : point.rows) {
    if (row.use == IterationUse::counts && row.spread <= most) eligible.push_back(row.after_last);
  }
  if (eligible.size() < kFewestEligible) return std::nullopt;
  return Nanos{median_of(std::move(eligible))};
}

Nanos median_after_last(const Decomposition& point) {
  std::vector<std::int64_t> all;
  for (const SplitIteration& row : point.rows) {
    if (row.use == IterationUse::counts) all.push_back(row.after_last);
  }
  return Nanos{all.empty() ? 0 : median_of(std::move(all))};
}

void split_iterations(Decomposition& point, const TimeSplitter& splitter) {
  IterationSplit split;
  for (std::size_t i = 0; i < point.times.iterations; ++i) {
    if (point.times.use[i] == IterationUse::left_out) continue;
    splitter(point.times.enters(i), point.times.leaves(i), split);
    SplitIteration row;
    row.iteration = i;
    row.use = point.times.use[i];
    row.latest = split.latest;
    row.spread = split.spread();
    row.after_last = split.after_last();
    row.whole = split.whole();
    row.saving = saving_of_last(split.enter);
    row.since = split.first_enter;
    point.rows.push_back(row);
    point.arrivals.insert(point.arrivals.end(), split.enter.begin(), split.enter.end());
    point.departures.insert(point.departures.end(), split.leave.begin(), split.leave.end());
    point.parts.insert(point.parts.end(), split.parts.begin(), split.parts.end());
  }
}

// What ranks wait, need and are blamed for are parts of the iterations, so no sum of it overflows where this one, of
// all ranks' iterations, does not come near to it. A damaged file's times can be anything.
void require_countable(const Decomposition& point) {
  constexpr double kMost = 0x1p61;  // 73 years of one rank
  double all = 0;
  for (const SplitIteration& row : point.rows) all += static_cast<double>(row.whole);
  if (all * static_cast<double>(point.ranks()) < kMost) return;
  throw Error(ExitCode::data, fmt::format("point {}: its iterations take longer than any run", point.times.header.id));
}

// The first enter of the first iteration that anybody entered: warm-up included.
std::int64_t begin_of(const Decomposition& point, const std::vector<const ClockModel*>& clocks) {
  const PointTimes& times = point.times;
  for (std::size_t i = 0; i < times.iterations; ++i) {
    const auto enters = times.enters(i);
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (std::size_t place = 0; place < enters.size(); ++place) {
      if (enters[place] != kAbsent) first = std::min(first, clocks[place]->global(Nanos{enters[place]}).count());
    }
    if (first != std::numeric_limits<std::int64_t>::max()) return first;
  }
  return 0;
}

// `since` holds the first enter until here.
void place_in_time(Decomposition& point, std::int64_t begin) {
  for (std::size_t r = 0; r < point.rows.size(); ++r) {
    SplitIteration& row = point.rows[r];
    row.since -= begin;
    if (r == 0) continue;
    const SplitIteration& before = point.rows[r - 1];
    const bool same_block = point.times.blocks[row.iteration] == point.times.blocks[before.iteration];
    row.measured = before.measured + (same_block ? row.since - before.since : before.whole);
  }
}

void judge_iterations(Decomposition& point) {
  const std::size_t ranks = point.ranks();
  const std::int64_t least_transfer = -2 * point.times.epsilon.count();
  const std::int64_t usual = point.usual.count();
  std::vector<std::size_t> order;
  point.blame.assign(point.parts.size(), 0);
  for (std::size_t r = 0; r < point.rows.size(); ++r) {
    SplitIteration& row = point.rows[r];
    // Where a gate failed, ranks came as the deadline reached them.
    const bool gated = row.use == IterationUse::counts;
    row.material = gated && row.spread > point.threshold.count();
    std::int64_t longest_wait = 0;
    for (std::size_t place = 0; place < ranks; ++place) {
      const TimeParts& parts = point.parts[point.at(r, place)];
      // A rank that left before the last one came may have spent all its algorithm wait on its own work, up to T0.
      longest_wait = std::max({longest_wait, parts.wait, parts.wait + parts.algorithm_wait - usual});
      point.broken_clock = point.broken_clock || parts.transfer < least_transfer;
    }
    row.blamed = gated && longest_wait > point.threshold.count();
    if (row.blamed)
      share_blame(std::span(point.arrivals).subspan(point.at(r, 0), ranks), order,
                  std::span(point.blame).subspan(point.at(r, 0), ranks));
  }
}

std::string evidence_of(const results::PointHeader& header) {
  const std::string evidence = text_attribute(header.attributes, "evidence");
  return evidence.empty() ? "off" : evidence;
}

// Reading evidence lies between the gate and entering, so it has a spread of its own.
Nanos start_spread_of(const results::RunReader& reader, const results::PointHeader& header, const char* which) {
  const auto& known = reader.header().start_spread_ns;
  const std::string mode = text_attribute(header.attributes, "start"), evidence = evidence_of(header);
  auto found = known.end();
  if (evidence != "off") found = known.find(mode + "_" + evidence + which);
  if (found == known.end()) found = known.find(mode + which);
  return Nanos{found == known.end() ? 0 : std::max<std::int64_t>(0, found->second)};
}

bool is_of_harness(const results::PointHeader& header) {
  return text_attribute(header.attributes, "backend") == "null" && !has_injected_lateness(header);
}

// What a point of the null backend shares with those whose starts it describes.
std::string harness_key(const results::PointHeader& header) {
  return text_attribute(header.attributes, "start") + "/" + evidence_of(header);
}

// How late each rank enters after the first, in all but one of twenty iterations.
std::map<Rank, std::int64_t> order_of(const Decomposition& point) {
  std::map<Rank, std::int64_t> order;
  for (std::size_t place = 0; place < point.ranks() && point.rows.size() >= kFewestEligible; ++place) {
    std::vector<std::int64_t> behind;
    for (std::size_t row = 0; row < point.rows.size(); ++row) {
      if (point.rows[row].use != IterationUse::counts) continue;
      const auto arrivals = std::span(point.arrivals).subspan(point.at(row, 0), point.ranks());
      behind.push_back(arrivals[place] - *std::min_element(arrivals.begin(), arrivals.end()));
    }
    if (behind.empty()) return {};
    const auto high = behind.begin() + static_cast<std::ptrdiff_t>(behind.size() * 19 / 20);
    std::nth_element(behind.begin(), high, behind.end());
    order[point.times.ranks[place]] = *high;
  }
  return order;
}

// By harness_key().
using HarnessOrders = std::map<std::string, std::map<Rank, std::int64_t>>;

void set_harness_order(Decomposition& point, const HarnessOrders& orders) {
  const auto found = orders.find(harness_key(point.times.header));
  if (found == orders.end()) return;
  for (const Rank rank : point.times.ranks) {
    const auto known = found->second.find(rank);
    if (known == found->second.end()) {
      point.harness_order.clear();
      return;
    }
    point.harness_order.push_back(known->second);
  }
}

}  // namespace

std::optional<Meaning> meaning_of(const results::PointHeader& header) {
  const auto collective = value_named<Collective>(text_attribute(header.attributes, "operation"));
  if (!collective || text_attribute(header.attributes, "suite") == "pairs") return std::nullopt;
  return Meaning{*collective, Rank{static_cast<int>(whole_attribute(header.attributes, "root").value_or(0))}};
}

bool has_injected_lateness(const results::PointHeader& header) {
  const std::string lateness = text_attribute(header.attributes, "lateness");
  return !lateness.empty() && lateness != "0";
}

std::string unloaded_key(const results::PointHeader& header) {
  return factors_without(header.attributes,
                         {"lateness", "lateness_ns", "shape", "late_ranks", "skew_seed", "injection"});
}

std::optional<std::int64_t> Decomposition::excess(std::size_t row) const {
  if (!unloaded) return std::nullopt;
  return rows[row].after_last - unloaded->count();
}

Extent Decomposition::extent() const {
  if (rows.empty()) return {};
  return {rows.size(), rows.back().measured + rows.back().whole};
}

Decomposition decompose(PointTimes times, const Meaning& meaning, const std::vector<ClockModel>& clocks,
                        Nanos start_spread, const UnloadedTimes& unloaded) {
  Decomposition point;
  point.times = std::move(times);
  point.start_spread = start_spread;
  if (point.times.ranks.size() < 2) return point;
  const auto& ranks = point.times.ranks;
  if (has_root(meaning.collective) && std::find(ranks.begin(), ranks.end(), meaning.root) == ranks.end())
    throw Error(ExitCode::data,
                fmt::format("point {}: its root, rank {}, took no part", point.times.header.id, meaning.root.value));
  std::vector<const ClockModel*> by_place;
  for (const Rank rank : point.times.ranks) by_place.push_back(&clocks.at(static_cast<std::size_t>(rank.value)));
  split_iterations(point, TimeSplitter(meaning.collective, meaning.root, point.times.ranks, by_place));
  require_countable(point);
  place_in_time(point, begin_of(point, by_place));
  const Nanos after_last = median_after_last(point);
  const auto lent = unloaded.find(unloaded_key(point.times.header));
  if (has_injected_lateness(point.times.header) && lent != unloaded.end()) {
    point.unloaded = lent->second;
  } else {
    point.unloaded = own_unloaded(point, after_last);
  }
  point.usual = point.unloaded.value_or(after_last);
  // ε holds how far the contradicting synchronisation was off, but between it and the one before nobody knows more.
  const bool contradicted = whole_attribute(point.times.header.attributes, "clock_contradicted").value_or(0) != 0;
  point.threshold = std::max((contradicted ? 4 : 2) * point.times.epsilon, kTimesSpread * start_spread);
  judge_iterations(point);
  return point;
}

void for_each_decomposition(const results::RunReader& reader,
                            const std::function<bool(const results::PointHeader&)>& wanted,
                            const std::function<void(const Decomposition&)>& take, bool by_operations) {
  const std::vector<ClockModel> clocks = clocks_of(reader);
  UnloadedTimes unloaded;
  std::vector<results::PointHeader> headers;
  std::set<std::string> borrowers;
  for (const results::IndexRow& row : reader.index()) {
    results::PointHeader header = reader.point(row.id);
    if (text_attribute(header.attributes, "status") != "measured" || !meaning_of(header)) continue;
    if (reader.is_summary(row.id)) continue;  // nobody's single samples are left
    if (by_operations && !has_operation_marks(header)) continue;
    if (has_injected_lateness(header) && wanted(header)) borrowers.insert(unloaded_key(header));
    headers.push_back(std::move(header));
  }
  std::stable_partition(headers.begin(), headers.end(),
                        [](const results::PointHeader& header) { return !has_injected_lateness(header); });
  const auto taken_apart = [&](results::PointHeader header, const UnloadedTimes& lent) {
    const Meaning meaning = *meaning_of(header);
    const Nanos start_spread = start_spread_of(reader, header, ""), rare = start_spread_of(reader, header, "_p99");
    Decomposition point =
        decompose(read_times(reader, std::move(header), clocks, by_operations), meaning, clocks, start_spread, lent);
    point.rare_start_spread = rare;
    return point;
  };
  HarnessOrders orders;
  for (const results::PointHeader& header : headers) {
    if (!is_of_harness(header) || orders.contains(harness_key(header))) continue;
    orders[harness_key(header)] = order_of(taken_apart(header, {}));
  }
  for (results::PointHeader& header : headers) {
    const bool lends = !has_injected_lateness(header) && borrowers.contains(unloaded_key(header));
    if (!lends && !wanted(header)) continue;
    const std::string key = unloaded_key(header);
    const bool is_wanted = wanted(header);
    Decomposition point = taken_apart(std::move(header), unloaded);
    set_harness_order(point, orders);
    if (lends && point.unloaded) unloaded[key] = *point.unloaded;
    if (is_wanted) take(point);
  }
}

}  // namespace syncbench::analysis
