#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/core/lateness.hpp"

namespace syncbench::suite {

/// Amounts of lateness as users write them: "0,0.5,2" are multiples of T0, "200us" or "5ms" are times (ns, us, ms, s);
/// "0" is none at all. Throws OptionError, with the nearest valid text.
std::vector<LatenessAmount> amounts_from(std::string_view text);

/// What amounts_from() takes for it.
std::string text_of(const LatenessAmount& amount);

/// Late ranks as users write them: "1,3", "all", "rotating", "random", "node:0". Throws OptionError.
Victims victims_from(std::string_view text);

/// What victims_from() takes for them.
std::string text_of(const Victims& victims);

/// Who is late where nobody says: the last rank, or the last half of them with half-late; with ramp and where delays
/// are drawn or periodic all of them.
Victims usual_victims(LatenessShape shape, int ranks);

}  // namespace syncbench::suite
