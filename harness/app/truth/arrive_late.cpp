// A library to preload: one rank is busy between the gate and the moment it enters, every N-th iteration.
//
// The gate's end is seen from outside. With round-time two readings of the clock follow the broadcast of a deadline:
// was it heard in time, and the first of those that wait for it; here the second lasts until the delay after the
// deadline, so that the rank enters then, whatever its clock's offset. With the barriers the reading after the last
// wait for them is the one that enters.
#include <algorithm>
#include <cstring>

#include "harness/app/truth/truth.hpp"

namespace {

constexpr std::int64_t kNear = 20'000;  // ns

enum class Gate { round_time, barrier };
enum class State { idle, heard_deadline, waits_for_deadline, enters_next };

struct Seen {
  Gate gate = Gate::round_time;
  State state = State::idle;
  std::int64_t deadline = 0;
  bool due = false;
  truth::Victim victim;

  Seen() {
    const char* start = std::getenv("SYNCBENCH_TRUTH_START");
    if (start != nullptr && std::strstr(start, "barrier") != nullptr) gate = Gate::barrier;
  }
};

Seen& seen() {
  static Seen all;
  return all;
}

}  // namespace

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm communicator) {
  const int result = PMPI_Bcast(buffer, count, type, root, communicator);
  if (seen().gate == Gate::round_time && type == MPI_INT64_T && count == 1) {
    std::memcpy(&seen().deadline, buffer, sizeof seen().deadline);
    seen().state = State::heard_deadline;
    seen().due = seen().victim.is_due();  // counted here, where all ranks take part
  }
  return result;
}

extern "C" int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  const int result = PMPI_Waitall(count, requests, statuses);
  if (seen().gate == Gate::barrier && statuses == MPI_STATUSES_IGNORE) seen().state = State::enters_next;
  return result;
}

extern "C" int MPI_Barrier(MPI_Comm communicator) {
  const int result = PMPI_Barrier(communicator);
  if (seen().gate == Gate::barrier) seen().state = State::enters_next;
  return result;
}

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  using Real = int (*)(clockid_t, timespec*);
  static const auto real = reinterpret_cast<Real>(dlsym(RTLD_NEXT, "clock_gettime"));
  if (clock != CLOCK_MONOTONIC_RAW) return real(clock, time);
  Seen& all = seen();
  if (all.state == State::heard_deadline) {
    all.state = State::waits_for_deadline;
  } else if (all.state == State::waits_for_deadline && truth::now() >= all.deadline - kNear) {
    all.state = State::idle;
    if (all.due) truth::busy(std::max<std::int64_t>(0, all.deadline - truth::now()) + all.victim.nanos());
  } else if (all.state == State::enters_next) {
    all.state = State::idle;
    if (all.victim.is_due()) truth::busy(all.victim.nanos());
  }
  return real(clock, time);
}
