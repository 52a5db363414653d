#include "harness/mpi/shared_tsc.hpp"

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/mpi/check.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::mpi {
namespace {

// A scale of 0 says that the calibration failed.
TscScale calibrated(std::string& refusal) {
  try {
    return calibrate_tsc();
  } catch (const Error& error) {
    refusal = error.what();
    return {};
  }
}

}  // namespace

SharedTsc share_tsc(const Communicator& node) {
  SharedTsc shared;
  const bool mine = has_invariant_tsc();
  if (!mine) shared.refusal = "the CPU has no invariant time stamp counter";
  if (range_over_ranks(node, mine ? 1 : 0).lowest == 0) return shared;
  if (node.is_root()) shared.scale = calibrated(shared.refusal);
  SYNCBENCH_MPI(MPI_Bcast(&shared.scale, sizeof shared.scale, MPI_BYTE, 0, node.handle()));
  if (shared.scale.multiplier == 0) return shared;
  const Nanos off = tsc_disagreement(shared.scale);
  if (off > kMostTscDisagreement) {
    shared.refusal = fmt::format(
        "the time stamp counter is {} ns off that of its node's first rank: its processors do not count together",
        off.count());
  }
  return shared;
}

}  // namespace syncbench::mpi
