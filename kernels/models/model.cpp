#include "kernels/models/model.hpp"

namespace syncbench::kernels::models {

std::vector<Tensor> tensors_of(Model model) {
  switch (model) {
    case Model::resnet50:
      return resnet50();
    case Model::bert_base:
      return bert_base();
    case Model::gpt2_small:
      return gpt2_small();
    case Model::llama2_7b:
      return llama2_7b();
  }
  return {};
}

}  // namespace syncbench::kernels::models
