#include "harness/measure/latecomer.hpp"

#include <cerrno>
#include <ctime>

#include <sched.h>

#include "harness/mpi/check.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::measure {
namespace {

std::vector<NodeIndex> nodes_where_they_matter(const Lateness& lateness, const mpi::Communicator& communicator) {
  if (lateness.victims.kind != Victims::Kind::node) return {};
  return mpi::node_of_each_rank(communicator);
}

void sleep_for(Nanos time) noexcept {
  if (time <= Nanos{0}) return;
  constexpr std::int64_t kSecond = 1'000'000'000;
  timespec left{.tv_sec = time.count() / kSecond, .tv_nsec = time.count() % kSecond};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

}  // namespace

Latecomer::Latecomer(const Lateness& lateness, Nanos scale, const Surroundings& surroundings)
    : lateness_(lateness),
      resolved_(lateness, scale, surroundings.communicator.size(),
                nodes_where_they_matter(lateness, surroundings.communicator)),
      clock_(surroundings.clock()),
      clocks_(surroundings.clocks),
      rank_(surroundings.communicator.rank()),
      communicator_(surroundings.communicator.handle()),
      yields_(surroundings.yields) {}

Start Latecomer::hold(Start start, Iteration iteration) const {
  const Nanos deadline = start.target.count() == kAbsent ? clock_.now() : start.target;
  const bool is_late = lateness_.place == LatenessPlace::before;
  const Nanos delay = is_late ? resolved_.delay(rank_, iteration, clocks_.model().global(deadline)) : Nanos{0};
  const Nanos target = deadline + delay;
  const bool late = start.late && clock_.now() > target;
  wait_until(target);
  return {.target = target, .late = late, .curable = late && start.curable};
}

void Latecomer::wait(Iteration iteration) const {
  const Nanos now = clock_.now();
  wait_until(now + resolved_.delay(rank_, iteration, clocks_.model().global(now)));
}

void Latecomer::wait_until(Nanos local) const {
  if (lateness_.injection == Injection::sleep) sleep_for(local - clock_.now());
  while (clock_.now() < local) {
    int ready = 0;
    if (lateness_.progress)
      SYNCBENCH_MPI(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, communicator_, &ready, MPI_STATUS_IGNORE));
    if (yields_) sched_yield();
  }
}

}  // namespace syncbench::measure
