#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <syncbench/core/units.hpp>

namespace syncbench::kernels {

/// What ranks send, so that what they receive can be checked to the bit: small whole numbers that depend on rank,
/// element and iteration, chosen so that the sum over all ranks stays below 256, which every element type holds
/// exactly.
///
/// Elements repeat with a prime period, so data that arrive shifted by any power of two do not match; the iteration
/// shifts the pattern, so stale data do not match either.
class Pattern {
 public:
  static constexpr std::size_t kPeriod = 251;

  explicit Pattern(int ranks);

  /// Phase of an element in an iteration: the index that the two functions below take.
  static std::size_t phase(std::size_t element, Iteration iteration) noexcept {
    return (element + 31 * (iteration.value % kPeriod)) % kPeriod;
  }

  /// What a rank sends, 0 … 3.
  std::uint8_t contribution(Rank rank, std::size_t phase) const noexcept;

  /// What the sum over all ranks is, 0 … 192.
  std::uint8_t sum(std::size_t phase) const noexcept { return sums_[phase]; }

 private:
  std::size_t strides_;  ///< of this many neighbouring ranks one sends something else than 0
  std::array<std::uint8_t, kPeriod> sums_{};
};

}  // namespace syncbench::kernels
