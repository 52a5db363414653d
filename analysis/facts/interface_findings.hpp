#pragma once

#include <set>
#include <string>
#include <vector>

#include "analysis/facts/fact_findings.hpp"

namespace syncbench::analysis {

/// The node's interfaces that its ranks' TCP connections with other addresses use, without loopback; sorted.
std::set<std::string> interfaces_in_use(const NodeFacts& node);

/// What can be said against the interfaces that ranks' connections between nodes really use: a faster one is up
/// (finding), an InfiniBand port is up and not used (finding), they are no hardware but a container's or an overlay's
/// (note). Nodes that are alike make one finding. None where there is one node only. A pure function.
std::vector<Finding> interface_findings(const std::vector<NodeFacts>& nodes);

}  // namespace syncbench::analysis
