#pragma once

#include <string>
#include <vector>

#include "harness/app/launcher.hpp"
#include "harness/core/nanos.hpp"
#include "harness/machine/process_start.hpp"
#include "harness/mpi/communicator.hpp"
#include "results/model.hpp"

namespace syncbench::app {

/// The moments of this rank's way from its launch to the first point, read from CLOCK_MONOTONIC_RAW: whatever lies
/// between two of them is a phase, so that phases add up to the whole by construction.
class Startup {
 public:
  /// Begins with two moments: where this launch's time begins, and `main`, the one that is passed. It begins where
  /// SYNCBENCH_T0 says ("wrapper": nanoseconds of CLOCK_REALTIME as in `SYNCBENCH_T0=$(date +%s%N)`, brought to the raw
  /// clock by what both clocks read at `main`), else with the process ("process": `started`, in ticks of 10 ms), else
  /// with main itself; so too where SYNCBENCH_T0 is ahead, for another host's clock may be. Throws Error(usage) for a
  /// SYNCBENCH_T0 that is more than an hour away, or no number.
  Startup(const Environment& environment, machine::TwoClocks main, std::optional<Nanos> started);

  /// The phase that ends now; with whom, if it was about one rank.
  void stamp(std::string phase, std::int64_t peer = -1);

  /// So far, in order; `rank` is still 0.
  const std::vector<results::StartupRow>& rows() const noexcept { return rows_; }

 private:
  std::vector<results::StartupRow> rows_;
};

/// All ranks' moments on rank 0, sorted by rank; empty elsewhere. Collective.
std::vector<results::StartupRow> gather_startup(const mpi::Communicator& world, const Startup& startup);

}  // namespace syncbench::app
