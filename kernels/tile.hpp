#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "kernels/element_type.hpp"
#include "kernels/pattern.hpp"

namespace syncbench::kernels {

/// A pattern written out as bytes, often enough that long stretches can be copied and compared at once.
class Tile {
 public:
  /// `number_at(phase)`: the element of a phase. Throws std::bad_alloc.
  Tile(ElementType type, const std::function<std::uint8_t(std::size_t)>& number_at);

  /// Elements that from() can give; a multiple of the period, so the next stretch begins at the same phase.
  static constexpr std::size_t kMost = Pattern::kPeriod * 64;

  /// That many elements (at most kMost) from a phase on, which is taken modulo the period.
  std::span<const std::byte> from(std::size_t phase, std::size_t elements) const noexcept;

 private:
  std::size_t element_;  // bytes
  std::vector<std::byte> bytes_;
};

}  // namespace syncbench::kernels
