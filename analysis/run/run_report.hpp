#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "analysis/run/point_statistics.hpp"
#include "analysis/run/regimes.hpp"
#include "analysis/run/selection.hpp"
#include "results/model.hpp"

namespace syncbench::analysis {

struct PointReport {
  results::PointHeader header;
  bool measured = false;
  std::string reason;  ///< why it was not measured
  PointStatistics statistics;
  std::vector<Regime> regimes;  ///< two and more where the level changed
};

/// What a command says about one file, ready to be rendered: no file is open any more.
struct RunReport {
  std::filesystem::path file;
  results::RunHeader header;
  bool complete = false;
  std::string exit_reason;
  std::vector<results::LogRow> log;
  std::vector<PointReport> points;  ///< the selected ones, in the order of the plan
};

struct Request {
  std::vector<std::string> files;
  Selection selection;
  Subject subject = Subject::point;
  std::vector<Quantile> quantiles;
  bool subtract_overhead = false;  ///< the timer's, from every time
};

/// Reads and reduces all files, or throws: Error(usage) where the selection does not fit them, Error(io) and
/// Error(data) as the reader does. All or nothing, so that no table stands above an error message.
std::vector<RunReport> run_reports(const Request& request);

}  // namespace syncbench::analysis
