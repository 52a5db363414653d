#pragma once

#include <memory>

#include "harness/core/program.hpp"
#include "harness/machine/thread_binding.hpp"
#include "kernels/probe.hpp"

namespace syncbench::kernels {

/// Programs that measure memory from a core: every arm() moves the thread there through `binding`, which outlives them.
/// On a rank that does not `work` they do nothing. Throw std::bad_alloc, Error(unavailable) if the node gives no memory
/// or the core cannot be had.

/// A chain of loads in which each address is the last one's result, over a random cycle through all lines of 64 bytes:
/// no prefetcher knows the next (McVoy & Staelin, lmbench, USENIX 1996). A sample is kChaseSteps of them.
std::unique_ptr<Program> prepare(const MemoryChase& chase, bool works, machine::ThreadBinding& binding);

/// One buffer is copied to another one, both on the node.
std::unique_ptr<Program> prepare(const MemoryCopy& copy, bool works, machine::ThreadBinding& binding);

}  // namespace syncbench::kernels
