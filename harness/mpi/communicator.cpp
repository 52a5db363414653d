#include "harness/mpi/communicator.hpp"

#include <utility>

#include "harness/mpi/check.hpp"

namespace syncbench::mpi {

Communicator Communicator::world() {
  MPI_Comm copy = MPI_COMM_NULL;
  SYNCBENCH_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
  return Communicator(copy);
}

Communicator::Communicator(MPI_Comm handle) : handle_(handle) {
  SYNCBENCH_MPI(MPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN));
  SYNCBENCH_MPI(MPI_Comm_rank(handle_, &rank_.value));
  SYNCBENCH_MPI(MPI_Comm_size(handle_, &size_));
}

Communicator::Communicator(Communicator&& other) noexcept
    : handle_(std::exchange(other.handle_, MPI_COMM_NULL)), rank_(other.rank_), size_(other.size_) {}

Communicator& Communicator::operator=(Communicator&& other) noexcept {
  if (this == &other) return *this;
  free();
  handle_ = std::exchange(other.handle_, MPI_COMM_NULL);
  rank_ = other.rank_;
  size_ = other.size_;
  return *this;
}

Communicator::~Communicator() { free(); }

Communicator Communicator::duplicate() const {
  MPI_Comm copy = MPI_COMM_NULL;
  SYNCBENCH_MPI(MPI_Comm_dup(handle_, &copy));
  return Communicator(copy);
}

Communicator Communicator::split_by_node() const {
  MPI_Comm part = MPI_COMM_NULL;
  SYNCBENCH_MPI(MPI_Comm_split_type(handle_, MPI_COMM_TYPE_SHARED, rank_.value, MPI_INFO_NULL, &part));
  return Communicator(part);
}

std::optional<Communicator> Communicator::split(std::optional<int> part) const {
  MPI_Comm mine = MPI_COMM_NULL;
  SYNCBENCH_MPI(MPI_Comm_split(handle_, part.value_or(MPI_UNDEFINED), rank_.value, &mine));
  if (!part) return std::nullopt;
  return Communicator(mine);
}

void Communicator::free() noexcept {
  if (handle_ == MPI_COMM_NULL) return;
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized == 0) MPI_Comm_free(&handle_);
  handle_ = MPI_COMM_NULL;
}

}  // namespace syncbench::mpi
