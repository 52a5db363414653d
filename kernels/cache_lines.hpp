#pragma once

#include <cstddef>

#include "harness/core/units.hpp"

namespace syncbench::kernels {

/// Can this build take lines out of the caches of the processor it runs on?
bool can_flush_lines() noexcept;

/// Writes the lines of these bytes back to memory and takes them out of all caches of the node; blocks until that is
/// done. Content stays as it is. Nothing happens where can_flush_lines() is false.
void flush_lines(const std::byte* data, Bytes size) noexcept;

}  // namespace syncbench::kernels
