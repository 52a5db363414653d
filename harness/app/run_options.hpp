#pragma once

#include <string>
#include <vector>

#include <syncbench/core/treatment.hpp>
#include <syncbench/suite/option_set.hpp>

namespace syncbench::app {

/// The options that do not belong to a suite.
struct RunOptions {
  std::vector<std::string> suites{"smallpkt"};
  suite::Profile profile = suite::Profile::quick;
  std::vector<std::string> backends{"mpi"};
  Treatment treatment;      ///< `iterations`, `warmup` and the time replace a suite's own only where they were set
  std::size_t time_ms = 0;  ///< the treatment's time cap
  std::size_t seed = 0;     ///< of the order of alternating blocks; 0: drawn anew for each run
  std::string out;          ///< file, or folder if it ends in '/'; empty: a name of our own in the working folder
  std::string label;        ///< key=value,key=value
  bool force = false;
  bool quiet = false;
};

/// Declares them, with the profile's defaults.
void declare(suite::OptionSet& set, RunOptions& options);

}  // namespace syncbench::app
