#pragma once

#include <string>

#include "harness/core/nanos.hpp"

namespace syncbench {

/// Microseconds with two decimals and no unit, the form of every time in our tables: 12'345 ns → "12.35" (halves away
/// from zero; decimal digits from whole numbers, so nothing else is rounded). Nanos{kAbsent} → "–".
std::string microseconds_text(Nanos time);

}  // namespace syncbench
