#include "harness/measure/control.hpp"

#include <array>
#include <ctime>

#include "harness/mpi/check.hpp"

namespace syncbench::measure {

namespace {

constexpr timespec kNap{.tv_sec = 0, .tv_nsec = 500'000};

void wait_asleep(MPI_Request& request) {
  for (int done = 0; done == 0;) {
    SYNCBENCH_MPI(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
    if (done == 0) nanosleep(&kNap, nullptr);
  }
}

}  // namespace

Control agree(const mpi::Communicator& communicator, const Control& mine, Waiting waiting) {
  std::array<std::int64_t, 4> words{mine.batch_time.count(), mine.signal, mine.corrupt, mine.curable};
  const auto count = static_cast<int>(words.size());
  if (waiting == Waiting::busy) {
    SYNCBENCH_MPI(MPI_Allreduce(MPI_IN_PLACE, words.data(), count, MPI_INT64_T, MPI_MAX, communicator.handle()));
  } else {
    MPI_Request request = MPI_REQUEST_NULL;
    SYNCBENCH_MPI(
        MPI_Iallreduce(MPI_IN_PLACE, words.data(), count, MPI_INT64_T, MPI_MAX, communicator.handle(), &request));
    if (waiting == Waiting::asleep) wait_asleep(request);
    SYNCBENCH_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  }
  return {
      .batch_time = Nanos{words[0]}, .signal = static_cast<int>(words[1]), .corrupt = words[2], .curable = words[3]};
}

}  // namespace syncbench::measure
