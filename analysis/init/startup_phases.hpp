#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "results/reader.hpp"

namespace syncbench::analysis {

/// A part of the way from a launch to its first result.
struct StartupPhase {
  std::string name;              ///< as in /run/startup, all "peer" of a rank as one; then "gate" and "first"
  bool own = false;              ///< syncbench's own doing, which no application has
  std::vector<std::int64_t> ns;  ///< by rank
};

/// The way of all ranks from the launch to the first result: phases follow each other without a gap on every rank.
struct StartupPhases {
  bool wrapper = false;  ///< time begins where SYNCBENCH_T0 says; else with the process, in ticks of 10 ms
  std::vector<StartupPhase> phases;
  std::vector<std::int64_t>
      total_ns;            ///< by rank: from where time begins to the end of the last phase; the phases' sum
  std::string first;       ///< "allreduce of 8 B on mpi": whose first result ends it; empty: it ends before
  std::string first_id;    ///< of that point
  std::int64_t peers = 0;  ///< that a rank exchanged first messages with, at most

  /// Without syncbench's own, by rank.
  std::int64_t foreign_ns(std::size_t rank) const;
  /// The rank that takes longest without syncbench's own; 0 of those that are alike.
  std::size_t slowest() const;
};

/// What /run/startup says, up to the first result if the file's first point is a measured one of suite init's first
/// operations. Nothing where the file does not say. Throws Error(data) as the reader does, and where ranks have
/// different phases.
std::optional<StartupPhases> startup_phases(const results::RunReader& reader);

/// "MPI_Init", "connecting to 7 peers": a phase as sentences have it.
std::string phase_text(const StartupPhases& startup, const StartupPhase& phase);

}  // namespace syncbench::analysis
