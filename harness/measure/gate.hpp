#pragma once

#include <functional>
#include <memory>

#include "harness/core/nanos.hpp"
#include "harness/core/treatment.hpp"
#include "harness/mpi/clock_sync.hpp"
#include "harness/mpi/communicator.hpp"

namespace syncbench::measure {

/// When an iteration was to start.
struct Start {
  Nanos target{kAbsent};  ///< on the rank's local clock; absent where the gate knows no such moment
  bool late = false;      ///< this rank came to know the moment only after it
  bool curable = false;   ///< late by so little that a gate which adapts may be in time for it
};

/// How ranks come to start an iteration together.
class StartGate {
 public:
  virtual ~StartGate() = default;

  /// Before the first iteration that counts: calls `iterate`, an iteration that is not recorded, a few times, and
  /// learns from it what this gate has to know. Collective; blocks. Throws what `iterate` throws and Error(internal)
  /// when MPI fails.
  virtual void settle(const std::function<void()>& iterate);

  /// Blocks until this rank may start. Throws Error(internal) when MPI fails.
  virtual Start wait() = 0;

  /// Told to all ranks alike, between batches: how many iterations there were since the last time, and in how many of
  /// them a rank started late by so little that it is curable. For gates that can do something about it.
  virtual void adapt(std::size_t iterations, std::size_t late);

 protected:
  StartGate() = default;
  StartGate(const StartGate&) = default;
  StartGate& operator=(const StartGate&) = default;
};

/// Unrecorded iterations before a point's first: peers, sizes and buffers have then been touched.
inline constexpr int kSettlingIterations = 9;

/// The gate for a start mode. Collective. Communicator and clocks outlive the gate. `yields`: ranks share processors,
/// so whoever waits must let others run.
std::unique_ptr<StartGate> make_gate(StartMode mode, const mpi::Communicator& communicator,
                                     const mpi::ClockSync& clocks, bool yields);

}  // namespace syncbench::measure
