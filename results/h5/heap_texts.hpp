#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "results/h5/global_heap.hpp"

namespace syncbench::results::h5 {

/// Texts of variable length of one file that is open for reading. Collections that were read last are kept.
class HeapTexts {
 public:
  /// `descriptor` is read from and has to stay open; the file has `size` bytes.
  HeapTexts(int descriptor, std::uint64_t size) : descriptor_(descriptor), file_size_(size) {}

  /// The text that a reference stands for; nothing if it leads to no sound collection, to no object, or to one that is
  /// shorter than the reference says. Throws SystemFailure if the system cannot read; std::bad_alloc.
  std::optional<std::string> text(const TextReference& reference);

 private:
  const HeapCollection* collection(std::uint64_t address);

  int descriptor_;
  std::uint64_t file_size_;
  std::map<std::uint64_t, std::optional<HeapCollection>> known_;  // no value: not sound
  std::uint64_t known_bytes_ = 0;
};

}  // namespace syncbench::results::h5
