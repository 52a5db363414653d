#pragma once

#include <vector>

#include "harness/mpi/communicator.hpp"

namespace syncbench::mpi {

/// A barrier of our own, so that start gates do not depend on how good the library's is: in round k of ⌈log2 n⌉ each
/// rank sends an empty message to the rank 2^k above it and waits for the one from 2^k below.
/// Source: Hensgen, Finkel & Manber, "Two algorithms for barrier synchronization", IJPP 17(1), 1988.
class DisseminationBarrier {
 public:
  /// Collective. The communicator must outlive the barrier; its tag 0 belongs to it. Throws Error(internal).
  explicit DisseminationBarrier(const Communicator& communicator);
  ~DisseminationBarrier();
  DisseminationBarrier(const DisseminationBarrier&) = delete;
  DisseminationBarrier& operator=(const DisseminationBarrier&) = delete;

  /// Blocks until every rank has entered. Throws Error(internal).
  void wait();

 private:
  void free() noexcept;
  std::vector<MPI_Request> requests_;  ///< persistent; two a round: send, receive
};

}  // namespace syncbench::mpi
