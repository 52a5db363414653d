#pragma once

#include <optional>
#include <string>

namespace syncbench::app {

/// What processes other than the ranks took of the time of the processors that a node's ranks may use, between two
/// readings of its facts (facts_json.hpp): (growth of stat.cpu*'s busy time − growth of rank.*.cpu_ns) over the growth
/// of all its time, from 0 to 1. Busy is all but idle and iowait. Nothing where the facts do not tell, or within two
/// ticks.
std::optional<double> others_share(const std::string& begin, const std::string& end);

/// The facts with that share as volatile fact "stat.others_share", if there is one.
std::string with_others_share(const std::string& begin, const std::string& end);

}  // namespace syncbench::app
