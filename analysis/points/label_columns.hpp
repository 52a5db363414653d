#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analysis/render/wide_table.hpp"
#include "analysis/run/run_report.hpp"

namespace syncbench::analysis {

/// All points of a run, suite by suite in the order in which these first appear: what tells points of one suite apart
/// means nothing to another one's.
std::vector<std::pair<std::string, std::vector<const PointReport*>>> points_by_suite(const RunReport& run);

/// What the points are about, one row a point: suite, operation, backend, bytes, pieces and policy, and every further
/// factor in which points differ that are alike in those.
std::vector<WideColumn> label_columns(const std::vector<const PointReport*>& points);

/// The same for one of these points in words: "suite smallpkt, operation allreduce, …".
std::string label_of(const std::vector<WideColumn>& labels, std::size_t row);

/// What several of these points have in common, in such words.
std::string label_of(const std::vector<WideColumn>& labels, const std::vector<std::size_t>& rows);

}  // namespace syncbench::analysis
