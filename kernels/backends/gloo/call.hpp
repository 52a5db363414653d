#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <gloo/context.h>

#include "kernels/backends/gloo/algorithms.hpp"
#include "kernels/operation.hpp"

namespace syncbench::kernels::gloo_backend {

/// What a call is made of. The context outlives it.
struct CallSite {
  const Operation* operation;
  const Algorithm* algorithm;
  std::byte* send;
  std::byte* receive;
  std::shared_ptr<::gloo::Context> context;
  std::uint32_t tag;  ///< of the operation's messages
};

/// One operation, ready: runs it, blocks until this rank may use the result, and can be called again. Throws what Gloo
/// throws.
using Call = std::function<void()>;

/// Collective in order. Throws std::bad_alloc and what Gloo throws.
Call make_call(const CallSite& site);

// The kinds of calls that make_call() chooses from: functions of Gloo's, its older classes, messages of ours.
Call make_function_call(const CallSite& site);
Call make_bound_call(const CallSite& site);
Call make_messages(const CallSite& site);

/// Calls work(T{}) with an unsigned integer type T of as many bytes as the operation's elements have: Gloo only moves
/// them, and adds by a function that it is given.
template <class Work>
auto with_element(const Operation& operation, Work work) {
  switch (size_of(operation.type)) {
    case 2:
      return work(std::uint16_t{});
    case 4:
      return work(std::uint32_t{});
    default:
      return work(std::uint64_t{});
  }
}

}  // namespace syncbench::kernels::gloo_backend
