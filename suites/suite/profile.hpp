#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "harness/core/names.hpp"
#include "harness/core/treatment.hpp"

namespace syncbench::suite {

/// How much time a run may take, and what it promises for it.
enum class Profile {
  smoke,     ///< ≤ 5 s, no quantile promised: does it run at all
  quick,     ///< ≤ 1 min, p99
  standard,  ///< ≤ 5 min, p99.9
  full,      ///< as long as it takes, p99.9
};

/// Iterations, warm-up and time of a point under a profile.
Treatment treatment_of(Profile profile) noexcept;

}  // namespace syncbench::suite

template <>
struct syncbench::Names<syncbench::suite::Profile> {
  static constexpr std::array<std::pair<suite::Profile, std::string_view>, 4> table{{
      {suite::Profile::smoke, "smoke"},
      {suite::Profile::quick, "quick"},
      {suite::Profile::standard, "standard"},
      {suite::Profile::full, "full"},
  }};
};
