#pragma once

#include <cstddef>
#include <initializer_list>
#include <vector>

namespace syncbench::kernels::models {

/// A parameter of a model, by its shape.
struct Tensor {
  std::vector<std::size_t> shape;

  std::size_t elements() const noexcept;

  /// Whether it has two dimensions or more: what training in mixed precision keeps in two bytes.
  bool is_matrix() const noexcept { return shape.size() >= 2; }
};

/// A model's tensors in the order of declaration, written down layer by layer.
class TensorList {
 public:
  void weight(std::initializer_list<std::size_t> shape) { tensors_.push_back({.shape = shape}); }
  void vector(std::size_t size) { weight({size}); }

  /// A normalisation's scale and shift.
  void norm(std::size_t size) {
    vector(size);
    vector(size);
  }

  /// A weight and a bias for each of its rows.
  void linear(std::size_t out, std::size_t in) {
    weight({out, in});
    vector(out);
  }

  /// The same, where the weight is kept as inputs × outputs.
  void transposed_linear(std::size_t in, std::size_t out) {
    weight({in, out});
    vector(out);
  }

  std::vector<Tensor> take() && { return std::move(tensors_); }

 private:
  std::vector<Tensor> tensors_;
};

}  // namespace syncbench::kernels::models
