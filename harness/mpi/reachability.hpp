#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/core/nanos.hpp"
#include "harness/core/units.hpp"

namespace syncbench::mpi {

/// Who could reach whom.
struct Reachability {
  bool everyone = true;  ///< every rank heard from every other one; the same on all ranks that still hear from rank 0
  std::vector<std::pair<Rank, Rank>> unreachable;  ///< on rank 0: the lower rank first, sorted; others may be unknown
                                                   ///< beside a rank that rank 0 did not hear from
  std::vector<std::string> texts;  ///< on rank 0: what each rank says of itself; empty of one that was not heard from
};

/// Sends an empty message from every rank to every other one and waits until all have come, or the deadline has passed:
/// so connections are made before anything is timed, and a pair that cannot talk is known instead of waited for. Uses
/// point-to-point messages of MPI_COMM_WORLD alone, for a collective would hang; what is known is brought together by
/// rank 0. To be called right after MPI_Init, by all ranks. Takes at most three times the deadline. Throws
/// Error(internal).
///
/// Messages that never arrived stay behind: after `everyone` = false the process can only report and end.
Reachability reach_everyone(const std::string& mine, Nanos deadline);

}  // namespace syncbench::mpi
