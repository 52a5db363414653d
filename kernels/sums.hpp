#pragma once

#include <cstddef>

#include "kernels/element_type.hpp"

namespace syncbench::kernels {

/// to[i] = a[i] + b[i] for `count` elements of one type; `to` may be `a` or `b`.
using Sum = void (*)(void* to, const void* a, const void* b, std::size_t count);

/// The sum for an element type, for libraries that take one from their caller. f16 and bf16 are added as f32 and
/// rounded once.
Sum sum_of(ElementType type) noexcept;

}  // namespace syncbench::kernels
