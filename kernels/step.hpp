#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/names.hpp"
#include "harness/core/units.hpp"

namespace syncbench::kernels {

/// Where the memory comes from that a step takes in every iteration.
enum class Allocation { none, malloc, mmap };

/// What a training step does inside the timed region beside communicating. Nothing, unless something is set.
struct Step {
  Allocation allocation = Allocation::none;  ///< of as much as the rank sends, every page touched; from a pool that was
                                             ///< fragmented before
  std::size_t packs = 0;                     ///< how often a rank gathers what it sends from strided memory
  std::size_t slow_packs = 0;                ///< the same on slow ranks
  std::vector<Rank> slow{};
  bool pause = false;  ///< a place to be held up at, between the first operation and the second

  bool empty() const noexcept { return *this == Step{}; }
  bool operator==(const Step&) const = default;
};

/// The marks of a step of so many operations, in order: "allocated", "packed" as far as it does that; where it can be
/// held up, "done 1", "resumed", "done 2", …
std::vector<std::string> mark_names_of(const Step& step, std::size_t operations);

/// Memory that a step of a rank that sends `bytes` takes beside its operations' buffers.
Bytes memory_of(const Step& step, Bytes bytes) noexcept;

}  // namespace syncbench::kernels

template <>
struct syncbench::Names<syncbench::kernels::Allocation> {
  static constexpr std::array<std::pair<kernels::Allocation, std::string_view>, 3> table{{
      {kernels::Allocation::none, "none"},
      {kernels::Allocation::malloc, "malloc"},
      {kernels::Allocation::mmap, "mmap"},
  }};
};
