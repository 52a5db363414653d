#include "decomposition.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "attributes.hpp"
#include "clocks.hpp"
#include <syncbench/core/blame.hpp>
#include <syncbench/core/error.hpp>
#include <syncbench/core/median_interval.hpp>
#include <syncbench/core/names.hpp>

namespace syncbench::analysis {
namespace {

constexpr std::size_t kFewestEligible = 30;
constexpr std::int64_t kTogether = 20;    // an arrival spread of 1/20 of the time after the last one is none
constexpr std::int64_t kTimesSpread = 3;  // of the start mode itself

// The file says that arrivals of this point can be compared at all.
bool is_eligible(const SplitIteration& row, Nanos epsilon) {
  return row.use == IterationUse::counts && row.spread <= std::max(2 * epsilon.count(), row.after_last / kTogether);
}

std::optional<Nanos> own_unloaded(const Decomposition& point) {
  std::vector<std::int64_t> eligible;
  for (const SplitIteration& row : point.rows) {
    if (is_eligible(row, point.times.epsilon)) eligible.push_back(row.after_last);
  }
  if (eligible.size() < kFewestEligible) return std::nullopt;
  return Nanos{median_of(std::move(eligible))};
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
    point.rows.push_back(row);
    point.arrivals.insert(point.arrivals.end(), split.enter.begin(), split.enter.end());
    point.departures.insert(point.departures.end(), split.leave.begin(), split.leave.end());
    point.parts.insert(point.parts.end(), split.parts.begin(), split.parts.end());
  }
}

void judge_iterations(Decomposition& point) {
  const std::size_t ranks = point.ranks();
  const std::int64_t least_transfer = -2 * point.times.epsilon.count();
  const std::int64_t usual = point.unloaded.value_or(Nanos{0}).count();
  std::vector<std::size_t> order;
  point.blame.assign(point.parts.size(), 0);
  for (std::size_t r = 0; r < point.rows.size(); ++r) {
    SplitIteration& row = point.rows[r];
    row.material = row.spread > point.threshold.count();
    std::int64_t longest_wait = 0;
    for (std::size_t place = 0; place < ranks; ++place) {
      const TimeParts& parts = point.parts[point.at(r, place)];
      // A rank that left before the last one came may have spent all its algorithm wait on its own work, up to T0.
      longest_wait = std::max({longest_wait, parts.wait, parts.wait + parts.algorithm_wait - usual});
      point.broken_clock = point.broken_clock || parts.transfer < least_transfer;
    }
    row.blamed = longest_wait > point.threshold.count();
    if (row.blamed)
      share_blame(std::span(point.arrivals).subspan(point.at(r, 0), ranks), order,
                  std::span(point.blame).subspan(point.at(r, 0), ranks));
  }
}

Nanos start_spread_of(const results::RunReader& reader, const results::PointHeader& header) {
  const auto found = reader.header().start_spread_ns.find(text_attribute(header.attributes, "start"));
  if (found == reader.header().start_spread_ns.end() || found->second < 0) return Nanos{0};
  return Nanos{found->second};
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
  split_iterations(point, TimeSplitter(meaning.collective, meaning.root, point.times.ranks, std::move(by_place)));
  const auto lent = unloaded.find(unloaded_key(point.times.header));
  if (has_injected_lateness(point.times.header) && lent != unloaded.end()) {
    point.unloaded = lent->second;
  } else {
    point.unloaded = own_unloaded(point);
  }
  // ε holds how far the contradicting synchronisation was off, but between it and the one before nobody knows more.
  const bool contradicted = whole_attribute(point.times.header.attributes, "clock_contradicted").value_or(0) != 0;
  point.threshold = std::max({(contradicted ? 4 : 2) * point.times.epsilon, point.unloaded.value_or(Nanos{0}) / 2,
                              kTimesSpread * start_spread});
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
  for (results::PointHeader& header : headers) {
    const bool lends = !has_injected_lateness(header) && borrowers.contains(unloaded_key(header));
    if (!lends && !wanted(header)) continue;
    const Meaning meaning = *meaning_of(header);
    const Nanos start_spread = start_spread_of(reader, header);
    const std::string key = unloaded_key(header);
    const bool is_wanted = wanted(header);
    const Decomposition point = decompose(read_times(reader, std::move(header), clocks, by_operations), meaning, clocks,
                                          start_spread, unloaded);
    if (lends && point.unloaded) unloaded[key] = *point.unloaded;
    if (is_wanted) take(point);
  }
}

}  // namespace syncbench::analysis
