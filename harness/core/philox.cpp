#include "harness/core/philox.hpp"

namespace syncbench {
namespace {

// The paper's multipliers and Weyl increments for four 32-bit words.
constexpr std::uint32_t kMultiplier0 = 0xD2511F53;
constexpr std::uint32_t kMultiplier1 = 0xCD9E8D57;
constexpr std::uint32_t kWeyl0 = 0x9E3779B9;
constexpr std::uint32_t kWeyl1 = 0xBB67AE85;
constexpr int kRounds = 10;

struct Product {
  std::uint32_t high, low;
};

constexpr Product multiply(std::uint32_t a, std::uint32_t b) noexcept {
  const std::uint64_t product = std::uint64_t{a} * b;
  return {static_cast<std::uint32_t>(product >> 32), static_cast<std::uint32_t>(product)};
}

}  // namespace

std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                        std::array<std::uint32_t, 2> key) noexcept {
  for (int round = 0; round < kRounds; ++round) {
    const Product p0 = multiply(kMultiplier0, counter[0]);
    const Product p1 = multiply(kMultiplier1, counter[2]);
    counter = {p1.high ^ counter[1] ^ key[0], p1.low, p0.high ^ counter[3] ^ key[1], p0.low};
    key = {key[0] + kWeyl0, key[1] + kWeyl1};
  }
  return counter;
}

}  // namespace syncbench
