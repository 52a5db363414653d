#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/clock.hpp"
#include "harness/core/names.hpp"
#include "harness/core/treatment.hpp"
#include "harness/mpi/runtime.hpp"
#include "kernels/buffer_plan.hpp"
#include "suites/suite/option_set.hpp"

namespace syncbench::app {

/// When the time left is shown below the table.
enum class ProgressMode { automatic, bar, off };

/// What of a point goes into the result.
enum class RecordMode {
  samples,  ///< every rank's every iteration
  summary,  ///< every iteration's slowest time, and every rank's quantiles
};

/// The options that do not belong to a suite.
struct RunOptions {
  std::vector<std::string> suites{"smallpkt"};
  suite::Profile profile = suite::Profile::quick;
  std::vector<std::string> backends{"mpi"};
  mpi::ThreadLevel mpi_threads = mpi::ThreadLevel::single;  ///< that MPI is asked for
  std::string modules;     ///< folder of backend modules; empty: where they are built or installed
  std::string gloo_iface;  ///< empty: the host's address
  std::vector<std::string> gloo_algorithms{"auto"};  ///< each makes points of its own
  StartMode start = StartMode::round_time;
  kernels::BufferUse buffers = kernels::BufferUse::hot;
  ClockSource clock = ClockSource::raw;
  VerifyMode verify = VerifyMode::batch;
  Evidence evidence = Evidence::off;
  RecordMode record = RecordMode::samples;
  std::optional<std::size_t> iterations;  ///< exactly so many; nothing: what the profile's promise takes
  std::optional<std::size_t> warmup;      ///< exactly so many; nothing: found when a point is over
  double precision = 0.01;                ///< of the median, at which a point has been measured enough
  std::size_t time_ms = 0;                ///< that a point may take
  std::size_t timeout_s = 60;             ///< without progress of a rank before it counts as hung
  std::size_t io_timeout_s = 600;         ///< the same while results are stored
  std::size_t seed = 0;                   ///< of the order of alternating blocks; 0: drawn anew for each run
  std::string out;    ///< file, or folder if it ends in '/'; empty: a name of our own in the working folder
  std::string label;  ///< key=value,key=value
  bool force = false;
  bool quiet = false;
  ProgressMode progress = ProgressMode::automatic;
};

/// Declares them, with the profile's defaults.
void declare(suite::OptionSet& set, RunOptions& options);

}  // namespace syncbench::app

template <>
struct syncbench::Names<syncbench::app::ProgressMode> {
  static constexpr std::array<std::pair<app::ProgressMode, std::string_view>, 3> table{{
      {app::ProgressMode::automatic, "auto"},
      {app::ProgressMode::bar, "bar"},
      {app::ProgressMode::off, "off"},
  }};
};

template <>
struct syncbench::Names<syncbench::app::RecordMode> {
  static constexpr std::array<std::pair<app::RecordMode, std::string_view>, 2> table{{
      {app::RecordMode::samples, "samples"},
      {app::RecordMode::summary, "summary"},
  }};
};
