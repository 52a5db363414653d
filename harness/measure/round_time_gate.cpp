#include "round_time_gate.hpp"

#include <algorithm>
#include <vector>

#include <sched.h>

#include <syncbench/mpi/check.hpp>
#include <syncbench/mpi/exchange.hpp>

namespace syncbench::measure {
namespace {

constexpr int kCalibrations = 31;
constexpr std::int64_t kBroadcastsAhead = 3;
constexpr std::int64_t kMostTimesFirst = 10;

}  // namespace

RoundTimeGate::RoundTimeGate(const mpi::Communicator& communicator, const mpi::ClockSync& clocks, bool yields)
    : communicator_(communicator), clocks_(clocks), barrier_(communicator), yields_(yields) {
  ahead_ = kBroadcastsAhead * calibrate();
  most_ahead_ = kMostTimesFirst * ahead_;
}

// How long a broadcast takes until the last rank has it: the median of some, each after a barrier.
Nanos RoundTimeGate::calibrate() {
  std::vector<std::int64_t> times;
  for (int i = 0; i < kCalibrations; ++i) {
    barrier_.wait();
    const std::int64_t sent =
        mpi::broadcast_number(communicator_, clocks_.model().global(clocks_.clock().now()).count(), Rank{0});
    times.push_back(clocks_.model().global(clocks_.clock().now()).count() - sent);
  }
  SYNCBENCH_MPI(MPI_Allreduce(MPI_IN_PLACE, times.data(), kCalibrations, MPI_INT64_T, MPI_MAX, communicator_.handle()));
  std::nth_element(times.begin(), times.begin() + kCalibrations / 2, times.end());
  return Nanos{std::max<std::int64_t>(1, times[kCalibrations / 2])};
}

Start RoundTimeGate::wait() {
  const Clock clock = clocks_.clock();
  barrier_.wait();
  std::int64_t deadline = communicator_.is_root() ? (clocks_.model().global(clock.now()) + ahead_).count() : 0;
  SYNCBENCH_MPI(MPI_Bcast(&deadline, 1, MPI_INT64_T, 0, communicator_.handle()));
  const Nanos target = clocks_.model().local(Nanos{deadline});
  const bool late = clock.now() > target;
  while (clock.now() < target) {
    if (yields_) sched_yield();
  }
  return {.target = target, .late = late};
}

void RoundTimeGate::adapt(std::size_t iterations, std::size_t late) {
  if (50 * late <= iterations) return;
  ahead_ = std::min(most_ahead_, ahead_ * 3 / 2);
}

}  // namespace syncbench::measure
