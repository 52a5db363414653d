#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "harness/core/names.hpp"

namespace syncbench {

/// What is known about one sample. The numbers are stored in result files; a greater one is the stronger claim.
enum class SampleStatus : std::uint8_t {
  ok = 0,
  descheduled =
      1,        ///< received the deadline in time, entered more than the clock's bound + 1 µs late; counts everywhere
  overran = 2,  ///< still inside when the next deadline came; counts (gates that wait for all have none)
  late_start =
      3,  ///< the deadline had passed when it was received: the gate failed; the iteration may have taken any time
  corrupt = 4,  ///< the payload was wrong; fails the point
};

template <>
struct Names<SampleStatus> {
  static constexpr std::array<std::pair<SampleStatus, std::string_view>, 5> table{{
      {SampleStatus::ok, "ok"},
      {SampleStatus::descheduled, "descheduled"},
      {SampleStatus::overran, "overran"},
      {SampleStatus::late_start, "late_start"},
      {SampleStatus::corrupt, "corrupt"},
  }};
};

/// The stronger of two claims about the same sample.
SampleStatus stronger(SampleStatus a, SampleStatus b) noexcept;

}  // namespace syncbench
