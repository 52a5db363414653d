#include "kernels/models/model.hpp"

namespace syncbench::kernels::models {
namespace {

constexpr std::size_t kExpansion = 4;  // a bottleneck block puts out four times its width

void convolution_and_norm(TensorList& list, std::size_t out, std::size_t in, std::size_t kernel) {
  list.weight({out, in, kernel, kernel});
  list.norm(out);
}

void bottleneck(TensorList& list, std::size_t width, std::size_t in, bool changes_shape) {
  convolution_and_norm(list, width, in, 1);
  convolution_and_norm(list, width, width, 3);
  convolution_and_norm(list, kExpansion * width, width, 1);
  if (changes_shape) convolution_and_norm(list, kExpansion * width, in, 1);
}

}  // namespace

std::vector<Tensor> resnet50() {
  struct Stage {
    std::size_t width, blocks;
  };
  TensorList list;
  convolution_and_norm(list, 64, 3, 7);
  std::size_t in = 64;
  for (const auto& [width, blocks] : {Stage{64, 3}, Stage{128, 4}, Stage{256, 6}, Stage{512, 3}}) {
    for (std::size_t block = 0; block < blocks; ++block) {
      bottleneck(list, width, in, block == 0);
      in = kExpansion * width;
    }
  }
  list.linear(1000, in);
  return std::move(list).take();
}

}  // namespace syncbench::kernels::models
