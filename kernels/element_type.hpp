#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/names.hpp"

namespace syncbench::kernels {

/// What a message consists of.
enum class ElementType { f32, f64, i64, f16, bf16 };

/// Bytes of one element.
std::size_t size_of(ElementType type) noexcept;

/// The bytes of a whole number 0 … 255 as an element; every type holds those exactly.
std::vector<std::byte> encode(std::uint8_t number, ElementType type);

/// What an element's bytes stand for, for messages to people.
double decode(const std::byte* element, ElementType type) noexcept;

}  // namespace syncbench::kernels

template <>
struct syncbench::Names<syncbench::kernels::ElementType> {
  static constexpr std::array<std::pair<kernels::ElementType, std::string_view>, 5> table{{
      {kernels::ElementType::f32, "f32"},
      {kernels::ElementType::f64, "f64"},
      {kernels::ElementType::i64, "i64"},
      {kernels::ElementType::f16, "f16"},
      {kernels::ElementType::bf16, "bf16"},
  }};
};
