#include "results/h5/shuffle.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace syncbench::results::h5 {
namespace {

constexpr std::size_t kEight = 8;
using Square = std::array<std::uint64_t, kEight>;

// Swaps the parts of two words that `mask` and `shift` tell: the step of a transposition by halves.
void swap_parts(std::uint64_t& low, std::uint64_t& high, unsigned shift, std::uint64_t mask) noexcept {
  const std::uint64_t changed = ((low >> shift) ^ high) & mask;
  high ^= changed;
  low ^= changed << shift;
}

// Transposes 8 × 8 bytes (Warren, Hacker's Delight, 7-3, with bytes for bits), little-endian.
void transpose(Square& square) noexcept {
  for (std::size_t i = 0; i < 4; ++i) swap_parts(square[i], square[i + 4], 32, 0x00000000FFFFFFFF);
  for (const std::size_t i : {0u, 1u, 4u, 5u}) swap_parts(square[i], square[i + 2], 16, 0x0000FFFF0000FFFF);
  for (const std::size_t i : {0u, 2u, 4u, 6u}) swap_parts(square[i], square[i + 1], 8, 0x00FF00FF00FF00FF);
}

// The values from `first` on, one byte after the other.
void unshuffle_rest(std::span<const std::byte> shuffled, std::size_t width, std::size_t first, std::byte* to) noexcept {
  const std::size_t count = shuffled.size() / width;
  for (std::size_t byte = 0; byte < width; ++byte) {
    for (std::size_t i = first; i < count; ++i) to[i * width + byte] = shuffled[byte * count + i];
  }
}

// Whole squares of eight values of eight bytes; gives the number of values.
std::size_t unshuffle_squares(std::span<const std::byte> shuffled, std::byte* to) noexcept {
  const std::size_t count = shuffled.size() / kEight;
  std::size_t done = 0;
  for (; done + kEight <= count; done += kEight) {
    Square square;
    for (std::size_t byte = 0; byte < kEight; ++byte)
      std::memcpy(&square[byte], shuffled.data() + byte * count + done, kEight);
    transpose(square);
    std::memcpy(to + done * kEight, square.data(), sizeof square);
  }
  return done;
}

}  // namespace

void shuffle(std::span<const std::byte> values, std::size_t width, std::byte* to) noexcept {
  if (values.empty()) return;  // whose data() may be null
  const std::size_t count = values.size() / width;
  for (std::size_t byte = 0; byte < width; ++byte) {
    const std::byte* from = values.data() + byte;
    for (std::size_t i = 0; i < count; ++i) *to++ = from[i * width];
  }
}

void unshuffle(std::span<const std::byte> shuffled, std::size_t width, std::byte* to) noexcept {
  if (shuffled.empty()) return;
  if (width == 1) {
    std::copy(shuffled.begin(), shuffled.end(), to);
    return;
  }
  const bool squares = width == kEight && std::endian::native == std::endian::little;
  unshuffle_rest(shuffled, width, squares ? unshuffle_squares(shuffled, to) : 0, to);
}

}  // namespace syncbench::results::h5
