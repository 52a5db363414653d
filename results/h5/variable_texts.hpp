#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "results/h5/global_heap.hpp"
#include "results/h5/type.hpp"

namespace syncbench::results::h5 {

/// Where texts of variable length are read to: HDF5 fills data() with the references that the file holds, as values of
/// type(), and copies() looks the texts up. HDF5 itself never follows a reference, for it believes a damaged one
/// (global_heap.hpp).
class VariableTexts {
 public:
  explicit VariableTexts(std::size_t count) : references_(count * TextReference::kBytes) {}

  /// The type in memory of one reference: an opaque one that our conversion leads to from any text of variable length.
  static const Type& type();

  void* data() noexcept { return references_.data(); }

  /// The texts; `object` is anything of the file that they were read from. Throws Failure, without a place, for a
  /// damaged reference, and for references that together claim more text than the file has bytes.
  std::vector<std::string> copies(Id object) const;
  /// The same, and the failure says where.
  std::vector<std::string> copies_of(const Dataset& dataset) const;

 private:
  std::vector<unsigned char> references_;
};

}  // namespace syncbench::results::h5
