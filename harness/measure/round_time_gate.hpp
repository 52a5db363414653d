#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/measure/gate.hpp"
#include "harness/mpi/barrier.hpp"
#include "harness/mpi/clock_sync.hpp"

namespace syncbench::measure {

/// Whether a start that was late by so much would be in time with the deadline as far ahead as it may ever be.
constexpr bool may_cure(Nanos late, Nanos ahead, Nanos most_ahead) noexcept { return late <= most_ahead - ahead; }

/// Starts by the clock: rank 0 broadcasts a deadline far enough ahead for everybody to have it in time, and each rank
/// spins to it on the global clock (round-time scheme: Hunold & Carpen-Amarie, arXiv 1505.07734). How far ahead is
/// three times the broadcast's own calibrated time. It is calibrated between iterations of the very point: after an
/// operation that went through megabytes a broadcast takes ten times as long as one after another, for its code and
/// data have left the caches, and a deadline by the latter has always passed.
///
/// A barrier goes before the broadcast: ranks leave large operations far apart, and a deadline that rank 0 set while
/// others are still inside would have passed when they come to read it. So only a rank that loses its processor is
/// late.
class RoundTimeGate final : public StartGate {
 public:
  /// Collective. Communicator and clocks outlive the gate. `yields`: give the processor away while waiting, for ranks
  /// that share one.
  RoundTimeGate(const mpi::Communicator& communicator, const mpi::ClockSync& clocks, bool yields);

  /// Calibrates the broadcast.
  void settle(const std::function<void()>& iterate) override;

  Start wait() override;

  /// Gives the broadcast half as much time again, up to ten times the first, if more than 2 % of the iterations since
  /// the last call were late by what that may cure. A longer way to the deadline does not help against a rank that
  /// loses its processor for longer; it only lets more interruptions fall between deadline and enter. All ranks pass
  /// the same numbers.
  void adapt(std::size_t iterations, std::size_t late) override;

 private:
  std::int64_t time_broadcast();

  const mpi::Communicator& communicator_;
  const mpi::ClockSync& clocks_;
  mpi::DisseminationBarrier barrier_;
  bool yields_;
  Nanos ahead_{0};
  Nanos most_ahead_{0};
};

}  // namespace syncbench::measure
