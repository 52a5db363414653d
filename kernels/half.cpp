#include "kernels/half.hpp"

#include <bit>
#include <cmath>

namespace syncbench::kernels {
namespace {

constexpr std::uint32_t kFloatInfinity = 0x7F800000;
constexpr std::uint32_t kHalfInfinity = 0x7C00;
constexpr std::uint32_t kQuietNan = 0x0200;

// Drops the lowest `bits` bits of a magnitude, rounding to nearest and ties to even. A carry may run into the exponent,
// which is what rounding up to the next binade means.
constexpr std::uint32_t round_off(std::uint32_t magnitude, unsigned bits) noexcept {
  const std::uint32_t half_less_one = (std::uint32_t{1} << (bits - 1)) - 1;
  const std::uint32_t odd = (magnitude >> bits) & 1;
  return (magnitude + half_less_one + odd) >> bits;
}

}  // namespace

std::uint16_t half_from_float(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000);
  const std::uint32_t magnitude = bits & 0x7FFFFFFF;
  if (magnitude > kFloatInfinity) return static_cast<std::uint16_t>(sign | kHalfInfinity | kQuietNan);
  if (magnitude >= 0x47800000) return static_cast<std::uint16_t>(sign | kHalfInfinity);  // 65536 and above
  if (magnitude < 0x38800000) {  // below 2^-14: subnormal, in steps of 2^-24; nearbyint rounds ties to even
    const float steps = std::nearbyint(std::bit_cast<float>(magnitude) * 0x1p24F);
    return static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>(steps));
  }
  const std::uint32_t rebiased = magnitude - (std::uint32_t{127 - 15} << 23);
  return static_cast<std::uint16_t>(sign | round_off(rebiased, 13));
}

float float_from_half(std::uint16_t bits) noexcept {
  const std::uint32_t sign = std::uint32_t{bits & 0x8000U} << 16;
  const std::uint32_t magnitude = bits & 0x7FFFU;
  if (magnitude >= kHalfInfinity) return std::bit_cast<float>(sign | kFloatInfinity | ((magnitude & 0x3FF) << 13));
  if (magnitude < 0x0400) {
    const float value = static_cast<float>(magnitude) * 0x1p-24F;
    return sign != 0 ? -value : value;
  }
  return std::bit_cast<float>(sign | ((magnitude << 13) + (std::uint32_t{127 - 15} << 23)));
}

std::uint16_t bfloat_from_float(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7FFFFFFF) > kFloatInfinity) return static_cast<std::uint16_t>((bits >> 16) | 0x0040);
  return static_cast<std::uint16_t>(round_off(bits, 16));
}

float float_from_bfloat(std::uint16_t bits) noexcept { return std::bit_cast<float>(std::uint32_t{bits} << 16); }

}  // namespace syncbench::kernels
