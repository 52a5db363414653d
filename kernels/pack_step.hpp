#pragma once

#include <cstdint>
#include <vector>

#include "harness/core/units.hpp"

namespace syncbench::kernels {

/// Packing as a step does it before it sends: four-byte elements are gathered, one from each 64 bytes, into a buffer of
/// the message's size. The message itself keeps its own payload.
class PackStep {
 public:
  /// Throws std::bad_alloc.
  explicit PackStep(Bytes bytes);

  /// Timed: gathers so many times.
  void pack(std::size_t times) noexcept;

  static Bytes memory(Bytes bytes) noexcept;

 private:
  std::vector<std::uint32_t> strided_, packed_;
};

}  // namespace syncbench::kernels
