#pragma once

#include <optional>

#include <mpi.h>

#include "harness/core/units.hpp"

namespace syncbench::mpi {

/// A communicator of our own, freed with the object; move-only. Its errors return and become exceptions. All members
/// that make a new one are collective, block, and throw Error(internal) when MPI fails.
class Communicator {
 public:
  /// A duplicate of MPI_COMM_WORLD: our traffic never meets anybody else's.
  static Communicator world();

  Communicator(Communicator&& other) noexcept;
  Communicator& operator=(Communicator&& other) noexcept;
  ~Communicator();

  Communicator duplicate() const;
  /// Ranks that share memory, which is what we call a node.
  Communicator split_by_node() const;

  /// The ranks that name the same part (0 or more), in the same order; nothing on those that name none.
  std::optional<Communicator> split(std::optional<int> part) const;

  MPI_Comm handle() const noexcept { return handle_; }
  Rank rank() const noexcept { return rank_; }
  int size() const noexcept { return size_; }
  bool is_root() const noexcept { return rank_.value == 0; }

 private:
  explicit Communicator(MPI_Comm handle);
  void free() noexcept;

  MPI_Comm handle_ = MPI_COMM_NULL;
  Rank rank_;
  int size_ = 0;
};

}  // namespace syncbench::mpi
