#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "harness/core/names.hpp"

namespace syncbench::kernels {

/// How the ranks of a new communicator are named to MPI.
enum class Making {
  duplicate,  ///< MPI_Comm_dup
  split,      ///< MPI_Comm_split, all of one colour
};

/// What goes before the first operation of a library that was just made.
enum class Before {
  nothing,
  call,     ///< the same collective, of as few elements as it takes
  barrier,  ///< the library's barrier
};

/// Everything anew in each iteration: a communicator, the library on it, buffers, a first operation and a second one;
/// then all of it is freed.
struct Cycle {
  Making making = Making::duplicate;
  Before before = Before::nothing;
  bool operator==(const Cycle&) const = default;
};

/// Marks of a cycle, in order. "checked" (the payload was looked at) and "parted" (all ranks are done, so that nobody
/// takes connections away that others still use) end what is no part of anybody's time; what follows is freeing.
inline constexpr std::array<std::string_view, 8> kCycleMarks{"communicator", "library", "prepared", "preceded",
                                                             "first",        "checked", "second",   "parted"};

}  // namespace syncbench::kernels

template <>
struct syncbench::Names<syncbench::kernels::Making> {
  static constexpr std::array<std::pair<kernels::Making, std::string_view>, 2> table{{
      {kernels::Making::duplicate, "duplicate"},
      {kernels::Making::split, "split"},
  }};
};

template <>
struct syncbench::Names<syncbench::kernels::Before> {
  static constexpr std::array<std::pair<kernels::Before, std::string_view>, 3> table{{
      {kernels::Before::nothing, "nothing"},
      {kernels::Before::call, "call"},
      {kernels::Before::barrier, "barrier"},
  }};
};
