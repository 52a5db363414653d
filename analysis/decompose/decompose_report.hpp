#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "analysis/run/decomposition.hpp"
#include "analysis/run/point_statistics.hpp"
#include "analysis/run/selection.hpp"

namespace syncbench::analysis {

/// One rank's, or one node's, part of a point. Sums are over the iterations that are not left out, ns.
struct PartShare {
  std::int64_t rank = 0;  ///< of nodes: how many ranks they have
  std::int64_t node = 0;
  std::string host;
  std::int64_t wait_p50 = 0, algorithm_wait_p50 = 0, transfer_p50 = 0;  ///< of a node: of all its ranks' together
  std::int64_t wait = 0, algorithm_wait = 0, transfer = 0, blame = 0, saving = 0;  ///< sums
  std::int64_t inherited = 0, own = 0;  ///< lateness of arrival, where back to back: sums of what is above 0
  std::size_t latest = 0;               ///< material iterations in which it came last
};

/// A point that was taken apart, reduced.
struct PointShares {
  results::PointHeader header;
  std::size_t n = 0, late = 0, material = 0;  ///< iterations, or operations
  bool by_operations = false;
  std::optional<std::int64_t> unloaded_ns, excess_p50;
  std::int64_t epsilon_ns = 0, threshold_ns = 0;
  std::int64_t spread_p50 = 0, after_last_p50 = 0, whole_p50 = 0;
  std::int64_t whole = 0, blame = 0;  ///< sums
  std::optional<double> hidden;       ///< share of the lateness, or of T0 where that is less
  std::vector<PartShare> ranks, nodes;
  std::optional<Decomposition> samples;  ///< only if asked for
};

struct DecomposeReport {
  std::filesystem::path file;
  std::vector<PointShares> points;  ///< in the order of the plan
};

/// `samples`: keep every iteration too. `by_operations`: serial storms alone, operation by operation. Throws as
/// run_reports() does, and Error(data) where no selected point can be taken apart.
DecomposeReport decompose_report(const std::filesystem::path& file, const Selection& selection, bool samples,
                                 bool by_operations = false);

/// Takes the selected points of a file apart, in the order of for_each_decomposition(). Throws as above.
void for_each_selected(const std::filesystem::path& file, const Selection& selection,
                       const std::function<void(const Decomposition&)>& take, bool by_operations = false);

/// One point's.
PointShares shares_of(const Decomposition& point);

}  // namespace syncbench::analysis
