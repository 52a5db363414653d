#pragma once

#include <filesystem>

#include "harness/app/fuzz/input.hpp"

namespace syncbench::fuzz {

/// A file in memory that holds an input and has a name that can be opened. Throws std::runtime_error.
class MemoryFile {
 public:
  explicit MemoryFile(Input content);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::filesystem::path path() const;

 private:
  int descriptor_;
};

}  // namespace syncbench::fuzz
