#include "kernels/half.hpp"

#include <cmath>
#include <limits>

#include "harness/cmake/testing/catch.hpp"
#include "kernels/element_type.hpp"

using namespace syncbench::kernels;

// Bit patterns from numpy: numpy.array([x], numpy.float16).view(numpy.uint16).
TEST_CASE("binary16 bits are those that numpy gives") {
  CHECK(half_from_float(0.0F) == 0x0000);
  CHECK(half_from_float(-0.0F) == 0x8000);
  CHECK(half_from_float(1.0F) == 0x3C00);
  CHECK(half_from_float(-2.0F) == 0xC000);
  CHECK(half_from_float(192.0F) == 0x5A00);
  CHECK(half_from_float(65504.0F) == 0x7BFF);
  CHECK(half_from_float(65520.0F) == 0x7C00);  // the tie rounds to even, which is infinity
  CHECK(half_from_float(65519.99F) == 0x7BFF);
  CHECK(half_from_float(2049.0F) == 0x6800);  // tie between 2048 and 2050: even mantissa
  CHECK(half_from_float(2051.0F) == 0x6802);
  CHECK(half_from_float(0x1p-24F) == 0x0001);  // smallest subnormal
  CHECK(half_from_float(0x1p-25F) == 0x0000);  // tie to even: zero
  CHECK(half_from_float(0x1.8p-25F) == 0x0001);
  CHECK(half_from_float(6.1e-5F) == 0x03FF);
  CHECK(half_from_float(std::numeric_limits<float>::infinity()) == 0x7C00);
}

TEST_CASE("every binary16 survives the way to float and back") {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float value = float_from_half(half);
    if (std::isnan(value)) {
      REQUIRE((half & 0x7C00) == 0x7C00);
      REQUIRE(std::isnan(float_from_half(half_from_float(value))));
    } else {
      REQUIRE(half_from_float(value) == half);
    }
  }
}

TEST_CASE("bfloat16 is the rounded upper half of a float") {
  CHECK(bfloat_from_float(1.0F) == 0x3F80);
  CHECK(bfloat_from_float(257.0F) == 0x4380);  // tie between 256 and 258: even
  CHECK(bfloat_from_float(259.0F) == 0x4382);  // tie between 258 and 260: even
  CHECK(bfloat_from_float(-1.5F) == 0xBFC0);
  CHECK(std::isnan(float_from_bfloat(bfloat_from_float(std::numeric_limits<float>::quiet_NaN()))));
  CHECK(std::isinf(float_from_bfloat(bfloat_from_float(std::numeric_limits<float>::max()))));
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const float value = float_from_bfloat(static_cast<std::uint16_t>(bits));
    if (!std::isnan(value)) REQUIRE(bfloat_from_float(value) == bits);
  }
}

TEST_CASE("every type holds the whole numbers that payloads consist of") {
  for (const auto& [type, name] : syncbench::Names<ElementType>::table) {
    for (unsigned number = 0; number < 256; ++number) {
      const auto bytes = encode(static_cast<std::uint8_t>(number), type);
      REQUIRE(bytes.size() == size_of(type));
      REQUIRE(decode(bytes.data(), type) == number);
    }
  }
}
