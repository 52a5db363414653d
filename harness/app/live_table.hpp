#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "harness/core/quantile_estimate.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::app {

/// What the table shows of a finished point, and, but for its numbers, of one that is to come.
struct FinishedPoint {
  std::string backend, operation, type, policy;
  std::int64_t bytes = 0, pieces = 1;
  std::size_t n = 0;
  std::vector<QuantileEstimate> quantiles;  ///< p50, p99
  Nanos longest{kAbsent};
  std::string note;  ///< "corrupt", "no time left", or why it was not measured; empty if all is well
};

/// The table that grows by a line as each point is finished, for people at terminals and readers of job logs.
class LiveTable {
 public:
  /// Prints nothing at all if `quiet`.
  LiveTable(std::FILE* out, bool quiet) : out_(out), quiet_(quiet) {}

  /// The header above these points' lines, its columns as wide as their labels need. Where each of them is of one piece
  /// or none, no column says so.
  void begin(std::span<const FinishedPoint> expected);
  /// A line below the table that the next line replaces: for terminals only.
  void show_progress(const std::string& text);
  void hide_progress();
  void add(const FinishedPoint& point);
  /// Says, below the table, what its dashes and brackets mean, if there were any, and of what its quantiles are.
  void end();

 private:
  std::FILE* out_;
  bool quiet_;
  bool progress_shown_ = false;
  bool has_pieces_ = true;
  std::vector<Column> columns_;
  std::size_t needed_ = 0;  ///< iterations that the most demanding missing quantile takes; 0: none are known to do
  bool refused_ = false, brackets_ = false, described_ = false, limits_ = false;  ///< what the lines so far have
};

}  // namespace syncbench::app
