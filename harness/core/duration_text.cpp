#include "harness/core/duration_text.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "harness/core/text_table.hpp"

namespace syncbench {

std::string microseconds_text(Nanos time) {
  if (time.count() == kAbsent) return std::string(kAbsentText);
  const bool negative = time.count() < 0;
  // Away from kAbsent the magnitude fits, and so does half a hundredth more in unsigned.
  const auto magnitude = static_cast<std::uint64_t>(negative ? -time.count() : time.count());
  const std::uint64_t hundredths = (magnitude + 5) / 10;
  return fmt::format("{}{}.{:02}", negative && hundredths > 0 ? "-" : "", hundredths / 100, hundredths % 100);
}

}  // namespace syncbench
