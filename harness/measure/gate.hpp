#pragma once

#include <memory>

#include <syncbench/core/nanos.hpp>
#include <syncbench/core/treatment.hpp>
#include <syncbench/mpi/communicator.hpp>

namespace syncbench::measure {

/// How ranks come to start an iteration together.
class StartGate {
 public:
  virtual ~StartGate() = default;

  /// Blocks until this rank may start. Returns the moment at which it was to start, on the rank's local clock, or
  /// Nanos{kAbsent} where the gate knows no such moment. Throws Error(internal) when MPI fails.
  virtual Nanos wait() = 0;

 protected:
  StartGate() = default;
  StartGate(const StartGate&) = default;
  StartGate& operator=(const StartGate&) = default;
};

/// The gate for a start mode. Collective. The communicator must outlive the gate.
std::unique_ptr<StartGate> make_gate(StartMode mode, const mpi::Communicator& communicator);

}  // namespace syncbench::measure
