#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "type.hpp"

namespace syncbench::results::h5 {

/// Where HDF5 puts texts of variable length when it reads them: an array of `char*` that are given back to it at the
/// end.
class VariableTexts {
 public:
  /// `memory_type` is what is read into data(): `count` elements of one text each. It must outlive this object.
  VariableTexts(const Type& memory_type, std::size_t count) : memory_type_(memory_type), texts_(count, nullptr) {}
  ~VariableTexts();
  VariableTexts(const VariableTexts&) = delete;
  VariableTexts& operator=(const VariableTexts&) = delete;

  void* data() noexcept { return texts_.data(); }
  /// To be called after the read succeeded: what a failed one leaves behind is not worth the risk of giving it back.
  void filled() noexcept { filled_ = true; }
  std::vector<std::string> copies() const;

 private:
  const Type& memory_type_;
  std::vector<char*> texts_;
  bool filled_ = false;
};

}  // namespace syncbench::results::h5
