#pragma once

#include <array>
#include <string_view>
#include <utility>

#include <syncbench/core/names.hpp>

namespace syncbench::measure {

/// Which rule ended a point.
enum class StopReason {
  count,    ///< all iterations that were asked for
  time,     ///< the time a point may take
  corrupt,  ///< a wrong payload
};

}  // namespace syncbench::measure

template <>
struct syncbench::Names<syncbench::measure::StopReason> {
  static constexpr std::array<std::pair<measure::StopReason, std::string_view>, 3> table{{
      {measure::StopReason::count, "count"},
      {measure::StopReason::time, "time"},
      {measure::StopReason::corrupt, "corrupt"},
  }};
};
