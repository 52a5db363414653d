#include "kernels/models/model.hpp"

namespace syncbench::kernels::models {

std::vector<Tensor> bert_base() {
  constexpr std::size_t kHidden = 768, kInner = 3072, kWords = 30'522, kPositions = 512, kSegments = 2, kLayers = 12;
  TensorList list;
  for (const std::size_t rows : {kWords, kPositions, kSegments}) list.weight({rows, kHidden});
  list.norm(kHidden);
  for (std::size_t layer = 0; layer < kLayers; ++layer) {
    for (int projection = 0; projection < 4; ++projection) list.linear(kHidden, kHidden);  // query, key, value, output
    list.norm(kHidden);
    list.linear(kInner, kHidden);
    list.linear(kHidden, kInner);
    list.norm(kHidden);
  }
  list.linear(kHidden, kHidden);  // pooler
  return std::move(list).take();
}

}  // namespace syncbench::kernels::models
