#include "kernels/sums.hpp"

#include <cstdint>

#include "kernels/half.hpp"

namespace syncbench::kernels {
namespace {

template <class T>
void add(void* to, const void* a, const void* b, std::size_t count) {
  auto* sum = static_cast<T*>(to);
  const auto* one = static_cast<const T*>(a);
  const auto* other = static_cast<const T*>(b);
  for (std::size_t i = 0; i < count; ++i) sum[i] = one[i] + other[i];
}

template <float (*widen)(std::uint16_t) noexcept, std::uint16_t (*narrow)(float) noexcept>
void add_two_byte(void* to, const void* a, const void* b, std::size_t count) {
  auto* sum = static_cast<std::uint16_t*>(to);
  const auto* one = static_cast<const std::uint16_t*>(a);
  const auto* other = static_cast<const std::uint16_t*>(b);
  for (std::size_t i = 0; i < count; ++i) sum[i] = narrow(widen(one[i]) + widen(other[i]));
}

}  // namespace

Sum sum_of(ElementType type) noexcept {
  switch (type) {
    case ElementType::f32:
      return &add<float>;
    case ElementType::f64:
      return &add<double>;
    case ElementType::i64:
      return &add<std::int64_t>;
    case ElementType::f16:
      return &add_two_byte<&float_from_half, &half_from_float>;
    case ElementType::bf16:
      return &add_two_byte<&float_from_bfloat, &bfloat_from_float>;
  }
  return nullptr;
}

}  // namespace syncbench::kernels
