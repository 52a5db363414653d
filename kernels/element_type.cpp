#include "kernels/element_type.hpp"

#include <cstring>

#include "kernels/half.hpp"

namespace syncbench::kernels {
namespace {

template <class T>
std::vector<std::byte> bytes_of(T value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

template <class T>
T load(const std::byte* from) noexcept {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

}  // namespace

std::size_t size_of(ElementType type) noexcept {
  switch (type) {
    case ElementType::f32:
      return 4;
    case ElementType::f64:
    case ElementType::i64:
      return 8;
    case ElementType::f16:
    case ElementType::bf16:
      return 2;
  }
  return 1;
}

std::vector<std::byte> encode(std::uint8_t number, ElementType type) {
  switch (type) {
    case ElementType::f32:
      return bytes_of<float>(number);
    case ElementType::f64:
      return bytes_of<double>(number);
    case ElementType::i64:
      return bytes_of<std::int64_t>(number);
    case ElementType::f16:
      return bytes_of(half_from_float(number));
    case ElementType::bf16:
      return bytes_of(bfloat_from_float(number));
  }
  return {};
}

double decode(const std::byte* element, ElementType type) noexcept {
  switch (type) {
    case ElementType::f32:
      return double{load<float>(element)};
    case ElementType::f64:
      return load<double>(element);
    case ElementType::i64:
      return static_cast<double>(load<std::int64_t>(element));
    case ElementType::f16:
      return double{float_from_half(load<std::uint16_t>(element))};
    case ElementType::bf16:
      return double{float_from_bfloat(load<std::uint16_t>(element))};
  }
  return 0;
}

}  // namespace syncbench::kernels
