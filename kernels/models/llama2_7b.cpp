#include "kernels/models/model.hpp"

namespace syncbench::kernels::models {

std::vector<Tensor> llama2_7b() {
  constexpr std::size_t kHidden = 4096, kInner = 11'008, kTokens = 32'000, kLayers = 32;
  TensorList list;
  list.weight({kTokens, kHidden});
  for (std::size_t layer = 0; layer < kLayers; ++layer) {
    for (int projection = 0; projection < 4; ++projection)
      list.weight({kHidden, kHidden});  // query, key, value, output
    for (int gate_and_up = 0; gate_and_up < 2; ++gate_and_up) list.weight({kInner, kHidden});
    list.weight({kHidden, kInner});  // down
    for (int norms = 0; norms < 2; ++norms) list.vector(kHidden);
  }
  list.vector(kHidden);
  list.weight({kTokens, kHidden});
  return std::move(list).take();
}

}  // namespace syncbench::kernels::models
