#pragma once

#include <cstdint>

namespace syncbench::kernels {

// Two-byte floating-point numbers for libraries that have no such type (MPI-3.1): IEEE 754 binary16 and bfloat16 (the
// upper half of a binary32). Conversions round to nearest, ties to even; NaN stays NaN, what is too large becomes
// infinite. No compiler type is used: _Float16 is not in Clang 14 without special hardware.

std::uint16_t half_from_float(float value) noexcept;
float float_from_half(std::uint16_t bits) noexcept;
std::uint16_t bfloat_from_float(float value) noexcept;
float float_from_bfloat(std::uint16_t bits) noexcept;

}  // namespace syncbench::kernels
