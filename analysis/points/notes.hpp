#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/run/run_report.hpp"
#include "harness/core/quantile_estimate.hpp"

namespace syncbench::analysis {

/// Collects what has to stand below a table about the quantiles in it.
class Notes {
 public:
  /// Those of one subject of a point.
  void add(const std::vector<QuantileEstimate>& estimates);
  /// Whether the point was steady.
  void add_state(const PointReport& point);

  /// One paragraph each, only those that are needed: why quantiles are refused, and how many iterations would do; what
  /// a bracket is; what unsteady means; and, where any limits stand, of what they are.
  std::string text() const;

 private:
  std::map<Refusal, std::map<Quantile, std::size_t>> refused_;  ///< the most iterations that any point needs
  bool limits_ = false, brackets_ = false, described_ = false, unsteady_ = false;
};

/// Whether the file says that the point found no steady state, or its level changed.
bool is_unsteady(const PointReport& point);

/// Below every table with limits: of what they are. Medians of quiet launches differ by 8 to 14 %.
inline constexpr const char* kScopeLine = "95 %, this launch: another launch may lie outside\n";

/// "!" before the quantiles of an unsteady point, so that digits stay below each other; else nothing.
std::string mark_of(const PointReport& point);

}  // namespace syncbench::analysis
