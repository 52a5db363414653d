#pragma once

#include <cstddef>
#include <vector>

#include "kernels/step.hpp"

namespace syncbench::kernels {

/// Memory that is taken from the system in every iteration, as a step does that keeps no buffer from one to the next.
/// The pool that it comes from is fragmented beforehand: of many pieces of sizes around the one that will be wanted,
/// every other one is given back, and the rest stay as long as the object.
class MemoryStep {
 public:
  /// `bytes`: of one allocation; a page at least. Throws std::bad_alloc.
  MemoryStep(Allocation allocation, Bytes bytes);
  ~MemoryStep();
  MemoryStep(const MemoryStep&) = delete;
  MemoryStep& operator=(const MemoryStep&) = delete;

  /// Timed: takes the memory and touches each of its pages. Throws std::bad_alloc.
  void take();

  /// Untimed: gives it back.
  void give_back() noexcept;

  /// What the object needs with its fragments.
  static Bytes memory(Bytes bytes) noexcept;

 private:
  std::byte* allocate(std::size_t bytes) const;
  void free(std::byte* memory, std::size_t bytes) const noexcept;

  struct Piece {
    std::byte* memory;
    std::size_t bytes;
  };

  Allocation allocation_;
  std::size_t bytes_;
  std::byte* taken_ = nullptr;
  std::vector<Piece> fragments_;
};

}  // namespace syncbench::kernels
