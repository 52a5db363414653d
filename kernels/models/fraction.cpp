#include "kernels/models/fraction.hpp"

#include <algorithm>
#include <cmath>

#include "harness/core/philox.hpp"

namespace syncbench::kernels::models {
namespace {

std::size_t place_from(std::uint64_t seed, std::size_t places) {
  const auto drawn = philox4x32({}, {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
  return drawn[0] % places;
}

}  // namespace

std::vector<Part> slices(const std::vector<Tensor>& tensors, double fraction) {
  std::vector<Part> parts;
  for (const Tensor& tensor : tensors) {
    const auto share = std::llround(fraction * static_cast<double>(tensor.elements()));
    parts.push_back({.elements = static_cast<std::size_t>(std::max(1LL, share)), .of_matrix = tensor.is_matrix()});
  }
  return parts;
}

std::vector<Part> whole_tensors(const std::vector<Tensor>& tensors, double fraction, std::uint64_t seed) {
  std::size_t all = 0;
  for (const Tensor& tensor : tensors) all += tensor.elements();
  const double wanted = fraction * static_cast<double>(all);
  const std::size_t start = fraction < 1 && !tensors.empty() ? place_from(seed, tensors.size()) : 0;
  std::vector<Part> parts;
  std::size_t taken = 0;
  for (std::size_t i = 0; i < tensors.size() && static_cast<double>(taken) < wanted; ++i) {
    const Tensor& tensor = tensors[(start + i) % tensors.size()];
    parts.push_back({.elements = tensor.elements(), .of_matrix = tensor.is_matrix()});
    taken += tensor.elements();
  }
  return parts;
}

std::vector<Part> parts_of(const std::vector<Tensor>& tensors, double fraction, FractionOf of, std::uint64_t seed) {
  return of == FractionOf::tensor ? slices(tensors, fraction) : whole_tensors(tensors, fraction, seed);
}

}  // namespace syncbench::kernels::models
