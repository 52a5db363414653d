#pragma once

#include <mpi.h>

#include "harness/core/clock.hpp"
#include "harness/core/lateness.hpp"
#include "harness/core/program.hpp"
#include "harness/measure/gate.hpp"
#include "harness/measure/surroundings.hpp"

namespace syncbench::measure {

/// Makes this rank enter as late as it is to be. Goes behind a gate: the gate's deadline (with gates that know none,
/// the moment at which it let the rank through) plus δ is the target, and every rank waits for its own, those with δ =
/// 0 too, so that all do the same.
class Latecomer final : public Pause {
 public:
  /// `scale`: the lateness in nanoseconds, the same on all ranks. Surroundings outlive it. Collective where the late
  /// ranks are a node's. Throws Error(internal).
  Latecomer(const Lateness& lateness, Nanos scale, const Surroundings& surroundings);

  /// Waits until this rank's own target. `late`, as in a gate, when the rank came to know its target only after it: one
  /// that is late on purpose may learn of the deadline late and still be in time.
  Start hold(Start start, Iteration iteration) const;

  /// Waits inside an iteration, from now on. For LatenessPlace::between.
  void wait(Iteration iteration) const override;

  /// L, and where it strikes.
  Nanos scale() const noexcept { return resolved_.scale(); }
  LatenessPlace place() const noexcept { return lateness_.place; }

 private:
  void wait_until(Nanos local) const;

  Lateness lateness_;
  ResolvedLateness resolved_;
  Clock clock_;
  const mpi::ClockSync& clocks_;
  Rank rank_;
  MPI_Comm communicator_;
  bool yields_;
};

}  // namespace syncbench::measure
