// For processors whose caches we do not know how to flush.
#include "kernels/cache_lines.hpp"

namespace syncbench::kernels {

bool can_flush_lines() noexcept { return false; }

void flush_lines(const std::byte*, Bytes) noexcept {}

}  // namespace syncbench::kernels
