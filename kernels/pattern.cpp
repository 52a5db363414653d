#include "kernels/pattern.hpp"

namespace syncbench::kernels {
namespace {

constexpr std::size_t kMostSenders = 64;  // × 3 stays below 256, where bfloat16 has its last exact whole number

}  // namespace

Pattern::Pattern(int ranks) : strides_((static_cast<std::size_t>(ranks) + kMostSenders - 1) / kMostSenders) {
  for (std::size_t phase = 0; phase < kPeriod; ++phase) sums_[phase] = sum_of_first(ranks, phase);
}

std::uint8_t Pattern::sum_of_first(int ranks, std::size_t phase) const noexcept {
  unsigned sum = 0;
  for (int rank = 0; rank < ranks; ++rank) sum += contribution(Rank{rank}, phase);
  return static_cast<std::uint8_t>(sum);
}

std::uint8_t Pattern::contribution(Rank rank, std::size_t phase) const noexcept {
  const auto number = static_cast<std::size_t>(rank.value);
  if (number % strides_ != phase % strides_) return 0;
  // Multiplication by odd constants mixes rank and phase; the upper bits are the well mixed ones.
  const auto mixed =
      static_cast<std::uint32_t>((number + 1) * 0x9E3779B1U) ^ static_cast<std::uint32_t>((phase + 1) * 0x85EBCA6BU);
  return static_cast<std::uint8_t>(1 + (static_cast<std::uint32_t>(mixed * 0xC2B2AE35U) >> 16) % 3);
}

}  // namespace syncbench::kernels
