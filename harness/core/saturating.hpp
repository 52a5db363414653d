#pragma once

#include <cstddef>
#include <limits>

namespace syncbench {

/// Sum and product of amounts; what does not fit is the largest amount there is, so that too much never looks like
/// little.
constexpr std::size_t saturating_sum(std::size_t a, std::size_t b) noexcept {
  return a > std::numeric_limits<std::size_t>::max() - b ? std::numeric_limits<std::size_t>::max() : a + b;
}
constexpr std::size_t saturating_product(std::size_t a, std::size_t b) noexcept {
  return b != 0 && a > std::numeric_limits<std::size_t>::max() / b ? std::numeric_limits<std::size_t>::max() : a * b;
}

}  // namespace syncbench
