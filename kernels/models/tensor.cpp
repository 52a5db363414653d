#include "kernels/models/tensor.hpp"

#include <functional>
#include <numeric>

namespace syncbench::kernels::models {

std::size_t Tensor::elements() const noexcept {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

}  // namespace syncbench::kernels::models
