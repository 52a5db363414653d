#pragma once

#include <string>
#include <vector>

#include "harness/core/program.hpp"
#include "kernels/payload_set.hpp"

namespace syncbench::kernels {

/// What the programs of all backends and policies have in common: the pieces' buffers with their payload, and the
/// marks' names. What differs is how operations are issued.
class StormProgram : public Program {
 public:
  /// Allocates (std::bad_alloc). The provider outlives the program.
  StormProgram(const Workload& workload, Rank rank, int ranks, BufferProvider& provider)
      : payload_(workload, rank, ranks, provider), mark_names_(mark_names_of(workload, ranks)) {}

  void arm(Iteration iteration, Payload payload) final {
    payload_.arm(iteration, payload);
    if (payload_.slots() > 1) follow_slot();
    if (payload_.flushes(payload)) flush_copies();
  }
  Verification verify() final { return payload_.verify(); }
  std::span<const std::string> mark_names() const noexcept final { return mark_names_; }

 protected:
  /// Turns all calls to the buffers of the slot that the payload is armed for. Untimed; never called with one slot.
  virtual void follow_slot() = 0;

  /// Takes that slot's buffers that are not the payload's out of the caches. Untimed.
  virtual void flush_copies() noexcept {}

  PayloadSet payload_;

 private:
  std::vector<std::string> mark_names_;
};

}  // namespace syncbench::kernels
