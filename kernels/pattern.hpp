#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "harness/core/units.hpp"

namespace syncbench::kernels {

/// What ranks send, so that what they receive can be checked to the bit: whole numbers below 256, which every element
/// type holds exactly.
///
/// All numbers are functions of a *phase*, which counts elements modulo a prime: data that arrive shifted by any power
/// of two do not match. Iteration, place of the operation in its storm, block and source shift the phase, so what is
/// stale or belongs elsewhere does not match either.
///
/// Two kinds of numbers, for two kinds of mistakes. Where data are moved, an element *is* its phase, 0 … 250: from one
/// single element it shows that it came from another rank, block, place, operation or iteration. Where data are added
/// up, ranks contribute 1 … 3, so that one contribution too few or too many shows in every element, and the sum over
/// all ranks stays below 256 (with more than 64 ranks they contribute by turns, and it shows within a few elements).
class Pattern {
 public:
  static constexpr std::size_t kPeriod = 251;

  explicit Pattern(int ranks);

  /// Phase of the first element of an operation's buffer. `place`: of the operation in its storm.
  static std::size_t phase(std::size_t place, Iteration iteration) noexcept {
    return (53 * (place % kPeriod) + 31 * (iteration.value % kPeriod)) % kPeriod;
  }

  /// How far a block of a buffer that has a block a rank is shifted.
  static std::size_t block_shift(Rank block) noexcept { return 7 * (static_cast<std::size_t>(block.value) % kPeriod); }

  /// How far data that are moved are shifted by whose they are.
  static std::size_t source_shift(Rank source) noexcept {
    return 89 * (static_cast<std::size_t>(source.value) % kPeriod);
  }

  /// What a rank contributes to a sum, 1 … 3, or 0 when it is not its turn.
  std::uint8_t contribution(Rank rank, std::size_t phase) const noexcept;

  /// What the sum over all ranks is, 0 … 192.
  std::uint8_t sum(std::size_t phase) const noexcept { return sums_[phase]; }

  /// What the sum over the first `ranks` ranks is.
  std::uint8_t sum_of_first(int ranks, std::size_t phase) const noexcept;

 private:
  std::size_t strides_;  ///< of this many neighbouring ranks one contributes something else than 0
  std::array<std::uint8_t, kPeriod> sums_{};
};

}  // namespace syncbench::kernels
