#pragma once

#include <string>
#include <vector>

#include "analysis/finding/finding.hpp"

namespace syncbench::analysis {

struct PairsReport;

/// A rank as people know it: its host where each host has one rank, else "rank 5 (n2)".
std::string rank_name(const PairsReport& report, Rank rank);

/// What --pairs.udp found: ways on which no datagram came, ways that lose more than a twentieth and more than four
/// times what the others lose (only a note where ranks share cores, since a rank that is off its core loses them too),
/// and as notes ways whose MTU is smaller than others' of the same kind, within or between nodes.
std::vector<Finding> datagram_findings(const PairsReport& report);

}  // namespace syncbench::analysis
