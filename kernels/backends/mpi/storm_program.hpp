#pragma once

#include <string>
#include <vector>

#include "call.hpp"
#include "programs.hpp"
#include <syncbench/core/program.hpp>
#include <syncbench/kernels/payload_set.hpp>

namespace syncbench::kernels::mpi_backend {

/// What the programs of all policies have in common: the pieces' buffers with their payload, and the marks' names. What
/// differs is how operations are issued.
class StormProgram : public Program {
 public:
  StormProgram(const Workload& workload, const Context& context)
      : payload_(workload, context.communicator->rank(), context.communicator->size(), *context.buffers),
        mark_names_(mark_names_of(workload, context.communicator->size())) {}

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

  /// One call a piece, on the pieces' own buffers.
  std::vector<Call> calls_on_pieces(const Context& context) const {
    std::vector<Call> calls;
    for (std::size_t i = 0; i < payload_.size(); ++i) {
      calls.push_back(make_call(payload_.operation(i), payload_.send(i), payload_.receive(i), *context.communicator,
                                *context.types));
    }
    return calls;
  }

  PayloadSet payload_;

 private:
  std::vector<std::string> mark_names_;
};

}  // namespace syncbench::kernels::mpi_backend
