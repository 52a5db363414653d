#include "kernels/models/model.hpp"

namespace syncbench::kernels::models {

std::vector<Tensor> gpt2_small() {
  constexpr std::size_t kHidden = 768, kInner = 3072, kTokens = 50'257, kPositions = 1024, kLayers = 12;
  TensorList list;
  for (const std::size_t rows : {kTokens, kPositions}) list.weight({rows, kHidden});
  for (std::size_t layer = 0; layer < kLayers; ++layer) {
    list.norm(kHidden);
    list.transposed_linear(kHidden, 3 * kHidden);  // query, key and value in one
    list.transposed_linear(kHidden, kHidden);
    list.norm(kHidden);
    list.transposed_linear(kHidden, kInner);
    list.transposed_linear(kInner, kHidden);
  }
  list.norm(kHidden);
  return std::move(list).take();
}

}  // namespace syncbench::kernels::models
