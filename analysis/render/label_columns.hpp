#pragma once

#include <string>
#include <vector>

#include "wide_table.hpp"
#include <syncbench/analysis/run_report.hpp>

namespace syncbench::analysis {

/// What the points are about, one row a point: suite, operation, backend, bytes, pieces and policy, and every further
/// factor in which points differ that are alike in those.
std::vector<WideColumn> label_columns(const std::vector<const PointReport*>& points);

/// The same for one of these points in words: "suite smallpkt, operation allreduce, …".
std::string label_of(const std::vector<WideColumn>& labels, std::size_t row);

}  // namespace syncbench::analysis
