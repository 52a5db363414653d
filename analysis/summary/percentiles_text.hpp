#pragma once

#include <string>
#include <vector>

#include "analysis/run/run_report.hpp"

namespace syncbench::analysis {

/// One file for people: a small table for each point, with the limits and the effective n below each line of quantiles.
/// Expects reports whose quantiles are those of percentiles_quantiles().
std::string percentiles_text(const RunReport& run, Subject subject);

/// p50 p90 p95 p99 p99.9
std::vector<Quantile> percentiles_quantiles();

}  // namespace syncbench::analysis
