#include "harness/measure/round_time_gate.hpp"

#include <algorithm>
#include <vector>

#include <sched.h>

#include "harness/core/median_interval.hpp"
#include "harness/mpi/check.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::measure {
namespace {

constexpr std::int64_t kBroadcastsAhead = 3;
constexpr std::int64_t kMostTimesFirst = 10;

}  // namespace

RoundTimeGate::RoundTimeGate(const mpi::Communicator& communicator, const mpi::ClockSync& clocks, bool yields)
    : communicator_(communicator), clocks_(clocks), barrier_(communicator), yields_(yields) {}

// The median over the iterations of how long a broadcast takes until the last rank has it.
void RoundTimeGate::settle(const std::function<void()>& iterate) {
  std::vector<std::int64_t> times(kSettlingIterations);
  for (std::int64_t& time : times) {
    iterate();
    time = time_broadcast();
  }
  const std::int64_t median = median_of(mpi::highest_over_ranks(communicator_, std::move(times)));
  ahead_ = Nanos{kBroadcastsAhead * std::max<std::int64_t>(1, median)};
  most_ahead_ = kMostTimesFirst * ahead_;
}

std::int64_t RoundTimeGate::time_broadcast() {
  const auto now = [this] { return clocks_.model().global(clocks_.clock().now()).count(); };
  barrier_.wait();
  const std::int64_t sent = mpi::broadcast_number(communicator_, now(), Rank{0});
  return now() - sent;
}

Start RoundTimeGate::wait() {
  const Clock clock = clocks_.clock();
  barrier_.wait();
  std::int64_t deadline = communicator_.is_root() ? (clocks_.model().global(clock.now()) + ahead_).count() : 0;
  SYNCBENCH_MPI(MPI_Bcast(&deadline, 1, MPI_INT64_T, 0, communicator_.handle()));
  const Nanos target = clocks_.model().local(Nanos{deadline});
  const Nanos received = clock.now();
  const bool late = received > target;
  while (clock.now() < target) {
    if (yields_) sched_yield();
  }
  return {.target = target, .late = late, .curable = late && may_cure(received - target, ahead_, most_ahead_)};
}

void RoundTimeGate::adapt(std::size_t iterations, std::size_t late) {
  if (50 * late <= iterations) return;
  ahead_ = std::min(most_ahead_, ahead_ * 3 / 2);
}

}  // namespace syncbench::measure
