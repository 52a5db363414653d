#pragma once

#include <memory>
#include <vector>

#include <gloo/context.h>

#include "kernels/backend.hpp"

namespace syncbench::kernels::gloo_backend {

/// Connections of this rank with every other, made by the constructor. Addresses are exchanged over the communicator,
/// so no store and no shared file system is needed.
class Mesh {
 public:
  /// Collective; blocks. Throws as make_gloo_backend().
  explicit Mesh(const BackendContext& context);

  const std::shared_ptr<::gloo::Context>& context() const noexcept { return context_; }

  /// Makes bound calls of all ranks meet again after one of them could not make its own: they are told apart by numbers
  /// that each rank counts for itself. Collective; blocks. Throws Error(internal).
  void agree_on_slots(const mpi::Communicator& communicator) const;

  /// device (address and listening socket) · pairs (one for each other rank) · exchange (of addresses; the store of
  /// other programs) · connect (to all ranks in order).
  const std::vector<SetupPhase>& phases() const noexcept { return phases_; }

 private:
  std::shared_ptr<::gloo::Context> context_;
  std::vector<SetupPhase> phases_;
};

}  // namespace syncbench::kernels::gloo_backend
