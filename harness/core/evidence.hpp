#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/names.hpp"

namespace syncbench {

/// What is read beside the clock just before an iteration and just after it, outside the timed region but not for
/// nothing: a system call each, at which the kernel likes to take the processor away.
enum class Evidence {
  off,
  cpu,   ///< the thread's processor time
  full,  ///< switches and page faults as well
};

/// Names of the counters in the order in which they are stored: of each first what it was before, then what it was
/// after the iteration. None with Evidence::off.
std::vector<std::string> evidence_names(Evidence evidence);

template <>
struct Names<Evidence> {
  static constexpr std::array<std::pair<Evidence, std::string_view>, 3> table{{
      {Evidence::off, "off"},
      {Evidence::cpu, "cpu"},
      {Evidence::full, "full"},
  }};
};

}  // namespace syncbench
