#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/names.hpp"
#include "kernels/models/tensor.hpp"

namespace syncbench::kernels::models {

/// Models whose gradients training jobs synchronise; their shapes are public.
enum class Model { resnet50, bert_base, gpt2_small, llama2_7b };

/// All parameters in the order of declaration; gradients are ready in about the reverse order.
std::vector<Tensor> tensors_of(Model model);

/// He et al., CVPR 2016, doi 10.1109/CVPR.2016.90, as torchvision declares it: 161 tensors, 25,557,032 elements.
std::vector<Tensor> resnet50();

/// Devlin et al., arXiv 1810.04805, with pooler: 199 tensors, 109,482,240 elements.
std::vector<Tensor> bert_base();

/// Radford et al. 2019, the smallest; the output shares the embedding: 148 tensors, 124,439,808 elements.
std::vector<Tensor> gpt2_small();

/// Touvron et al., arXiv 2307.09288: 291 tensors, 6,738,415,616 elements.
std::vector<Tensor> llama2_7b();

}  // namespace syncbench::kernels::models

template <>
struct syncbench::Names<syncbench::kernels::models::Model> {
  static constexpr std::array<std::pair<kernels::models::Model, std::string_view>, 4> table{{
      {kernels::models::Model::resnet50, "resnet50"},
      {kernels::models::Model::bert_base, "bert-base"},
      {kernels::models::Model::gpt2_small, "gpt2-small"},
      {kernels::models::Model::llama2_7b, "llama2-7b"},
  }};
};
