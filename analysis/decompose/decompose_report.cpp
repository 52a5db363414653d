#include "analysis/decompose/decompose_report.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "analysis/run/attributes.hpp"
#include "analysis/run/late_events.hpp"
#include "harness/core/error.hpp"
#include "harness/core/median_interval.hpp"
#include "harness/core/shown_text.hpp"

namespace syncbench::analysis {
namespace {

// The median of one number of every row, 0 for none.
template <class Number>
std::int64_t median_over(const std::vector<SplitIteration>& rows, Number number) {
  std::vector<std::int64_t> values;
  for (const SplitIteration& row : rows) values.push_back(number(row));
  return values.empty() ? 0 : median_of(std::move(values));
}

// Medians and sums over the rows of those places.
PartShare part_of(const Decomposition& point, const std::vector<std::size_t>& places) {
  PartShare share;
  std::vector<std::int64_t> waits, algorithm_waits, transfers;
  for (std::size_t row = 0; row < point.rows.size(); ++row) {
    for (const std::size_t place : places) {
      const TimeParts& parts = point.parts[point.at(row, place)];
      waits.push_back(parts.wait);
      algorithm_waits.push_back(parts.algorithm_wait);
      transfers.push_back(parts.transfer);
      share.wait += parts.wait;
      share.algorithm_wait += parts.algorithm_wait;
      share.transfer += parts.transfer;
      share.blame += point.blame[point.at(row, place)];
      if (point.rows[row].latest != place) continue;
      if (point.rows[row].material) ++share.latest;
      if (point.rows[row].blamed) share.saving += point.rows[row].saving;
    }
  }
  if (waits.empty()) return share;
  share.wait_p50 = median_of(std::move(waits));
  share.algorithm_wait_p50 = median_of(std::move(algorithm_waits));
  share.transfer_p50 = median_of(std::move(transfers));
  return share;
}

// What each rank brought along from the iteration before, and what it added.
void add_inheritance(const Decomposition& point, PointShares& shares) {
  for (std::size_t row = 1; row < point.rows.size(); ++row) {
    for (std::size_t place = 0; place < point.ranks(); ++place) {
      const auto lateness = arrival_lateness(point, row, place);
      if (!lateness) continue;
      shares.ranks[place].inherited += std::max<std::int64_t>(0, lateness->inherited);
      shares.ranks[place].own += std::max<std::int64_t>(0, lateness->own);
    }
  }
}

std::vector<PartShare> nodes_of(const Decomposition& point) {
  std::vector<PartShare> nodes;
  const std::set<NodeIndex> distinct(point.times.nodes.begin(), point.times.nodes.end());
  for (const NodeIndex node : distinct) {
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < point.ranks(); ++place) {
      if (point.times.nodes[place] == node) places.push_back(place);
    }
    nodes.push_back(part_of(point, places));
    nodes.back().rank = static_cast<std::int64_t>(places.size());
    nodes.back().node = node.value;
    nodes.back().host = point.times.hosts[places.front()];
  }
  return nodes;
}

// A lateness within what starts differ by anyway was not injected, and divides by next to nothing.
std::optional<double> hidden_share(const Decomposition& point) {
  if (!point.unloaded || point.unloaded->count() <= 0 || !has_injected_lateness(point.times.header))
    return std::nullopt;
  const std::int64_t least = std::max(2 * point.times.epsilon.count(), 3 * point.start_spread.count());
  std::vector<double> shares;
  for (std::size_t row = 0; row < point.rows.size(); ++row) {
    const std::int64_t lateness = point.rows[row].spread;
    if (point.rows[row].use != IterationUse::counts || lateness <= least) continue;
    shares.push_back(-static_cast<double>(*point.excess(row)) /
                     static_cast<double>(std::min(lateness, point.unloaded->count())));
  }
  if (shares.empty()) return std::nullopt;
  const auto middle = shares.begin() + static_cast<std::ptrdiff_t>((shares.size() - 1) / 2);
  std::nth_element(shares.begin(), middle, shares.end());
  return *middle;
}

}  // namespace

PointShares shares_of(const Decomposition& point) {
  PointShares shares;
  shares.header = point.times.header;
  shares.n = point.rows.size();
  shares.by_operations = point.times.operations > 1;
  shares.epsilon_ns = point.times.epsilon.count();
  shares.threshold_ns = point.threshold.count();
  shares.spread_p50 = median_over(point.rows, [](const SplitIteration& row) { return row.spread; });
  shares.after_last_p50 = median_over(point.rows, [](const SplitIteration& row) { return row.after_last; });
  shares.whole_p50 = median_over(point.rows, [](const SplitIteration& row) { return row.whole; });
  if (point.unloaded) {
    shares.unloaded_ns = point.unloaded->count();
    if (shares.n > 0) shares.excess_p50 = shares.after_last_p50 - *shares.unloaded_ns;
  }
  for (const SplitIteration& row : point.rows) {
    shares.whole += row.whole;
    if (row.use == IterationUse::late) ++shares.late;
    if (row.material) ++shares.material;
  }
  for (std::size_t place = 0; place < point.ranks(); ++place) {
    shares.ranks.push_back(part_of(point, {place}));
    shares.ranks.back().rank = point.times.ranks[place].value;
    shares.ranks.back().node = point.times.nodes[place].value;
    shares.ranks.back().host = point.times.hosts[place];
    shares.blame += shares.ranks.back().blame;
  }
  add_inheritance(point, shares);
  shares.nodes = nodes_of(point);
  shares.hidden = hidden_share(point);
  return shares;
}

void for_each_selected(const std::filesystem::path& file, const Selection& selection,
                       const std::function<void(const Decomposition&)>& take, bool by_operations) {
  const results::RunReader reader(file);
  std::vector<results::PointHeader> headers;
  for (const results::IndexRow& row : reader.index()) headers.push_back(reader.point(row.id));
  selection.require_a_match(headers);
  bool any = false;
  for_each_decomposition(
      reader, [&](const results::PointHeader& header) { return selection.matches(header); },
      [&](const Decomposition& point) {
        any = true;
        take(point);
      },
      by_operations);
  if (!any && by_operations)
    throw Error(
        ExitCode::data,
        fmt::format("{}: no selected point is a serial storm whose operations' ends were stored; measure it with "
                    "--smallpkt.marks",
                    file.string()));
  if (!any)
    throw Error(ExitCode::data,
                fmt::format("{}: no selected point was measured with all samples (not --record summary) "
                            "and is a collective that can be taken apart; syncbench-analyze summary {} "
                            "lists what there is",
                            file.string(), shell_path(file.string())));
}

DecomposeReport decompose_report(const std::filesystem::path& file, const Selection& selection, bool samples,
                                 bool by_operations) {
  DecomposeReport report{file, {}};
  const auto take = [&](const Decomposition& point) {
    report.points.push_back(shares_of(point));
    if (samples) report.points.back().samples = point;
  };
  for_each_selected(file, selection, take, by_operations);
  // In the order of the plan: ids count up, and a longer one is later.
  std::stable_sort(report.points.begin(), report.points.end(), [](const PointShares& a, const PointShares& b) {
    return std::pair(a.header.id.size(), a.header.id) < std::pair(b.header.id.size(), b.header.id);
  });
  return report;
}

}  // namespace syncbench::analysis
