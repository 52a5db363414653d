#include "control.hpp"

#include <array>

#include <syncbench/mpi/check.hpp>

namespace syncbench::measure {

Control agree(const mpi::Communicator& communicator, const Control& mine) {
  std::array<std::int64_t, 4> words{mine.batch_time.count(), mine.signal, mine.corrupt, mine.late};
  SYNCBENCH_MPI(MPI_Allreduce(MPI_IN_PLACE, words.data(), static_cast<int>(words.size()), MPI_INT64_T, MPI_MAX,
                              communicator.handle()));
  return {.batch_time = Nanos{words[0]}, .signal = static_cast<int>(words[1]), .corrupt = words[2], .late = words[3]};
}

}  // namespace syncbench::measure
