#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/names.hpp"
#include "kernels/models/tensor.hpp"

namespace syncbench::kernels::models {

/// What "2 % of the weights" means: both readings are honest.
enum class FractionOf {
  tensor,  ///< that slice of every tensor: as many messages, all small
  model,   ///< some tensors, whole: few messages
};

/// What is sent of one tensor.
struct Part {
  std::size_t elements = 0;
  bool of_matrix = false;
  bool operator==(const Part&) const = default;
};

/// That share of every tensor, rounded to whole elements, at least one each; in the tensors' order.
std::vector<Part> slices(const std::vector<Tensor>& tensors, double fraction);

/// Whole tensors, one after another from a place that the seed decides (after the last comes the first), until they
/// hold that share of all elements. All of them, from the first on, for a fraction of 1.
std::vector<Part> whole_tensors(const std::vector<Tensor>& tensors, double fraction, std::uint64_t seed);

/// Either of the two.
std::vector<Part> parts_of(const std::vector<Tensor>& tensors, double fraction, FractionOf of, std::uint64_t seed);

}  // namespace syncbench::kernels::models

template <>
struct syncbench::Names<syncbench::kernels::models::FractionOf> {
  static constexpr std::array<std::pair<kernels::models::FractionOf, std::string_view>, 2> table{{
      {kernels::models::FractionOf::tensor, "tensor"},
      {kernels::models::FractionOf::model, "model"},
  }};
};
