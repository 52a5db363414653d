#pragma once

#include <vector>

#include "analysis/facts/fact_findings.hpp"
#include "analysis/run/decomposition.hpp"

namespace syncbench::analysis {

/// What nodes' facts say of their networks: segments sent again, connections refused, and connections whose segments
/// are smaller than a usual MTU allows. A pure function.
std::vector<Finding> network_findings(const std::vector<NodeFacts>& nodes);

/// One finding where a large operation between nodes moved its bytes more slowly than 100 Mbit/s, which is below any
/// link that is meant for this. None of points within one node, of storms, and below 32 KiB, where latency decides.
std::vector<Finding> slow_link_findings(const Decomposition& point);

}  // namespace syncbench::analysis
