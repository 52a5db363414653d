#include "harness/mpi/barrier.hpp"

#include "harness/mpi/check.hpp"

namespace syncbench::mpi {

DisseminationBarrier::DisseminationBarrier(const Communicator& communicator) {
  const int rank = communicator.rank().value;
  const int size = communicator.size();
  for (int distance = 1; distance < size; distance *= 2) {
    MPI_Request send = MPI_REQUEST_NULL;
    MPI_Request receive = MPI_REQUEST_NULL;
    const int above = (rank + distance) % size;
    const int below = (rank + size - distance) % size;
    SYNCBENCH_MPI(MPI_Send_init(nullptr, 0, MPI_BYTE, above, 0, communicator.handle(), &send));
    requests_.push_back(send);
    SYNCBENCH_MPI(MPI_Recv_init(nullptr, 0, MPI_BYTE, below, 0, communicator.handle(), &receive));
    requests_.push_back(receive);
  }
}

DisseminationBarrier::~DisseminationBarrier() { free(); }

void DisseminationBarrier::wait() {
  for (std::size_t round = 0; round < requests_.size(); round += 2) {
    SYNCBENCH_MPI(MPI_Startall(2, &requests_[round]));
    SYNCBENCH_MPI(MPI_Waitall(2, &requests_[round], MPI_STATUSES_IGNORE));
  }
}

void DisseminationBarrier::free() noexcept {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized != 0) return;
  for (MPI_Request& request : requests_) MPI_Request_free(&request);
}

}  // namespace syncbench::mpi
