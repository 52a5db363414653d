#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/finding/finding.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {

/// A node's facts that have a value, by class and name ("counter", "tcp.OutSegs"), as text; numbers in decimal digits.
using FactTexts = std::map<std::string, std::map<std::string, std::string>>;

/// Reads the JSON that the schema describes; empty for an empty text. Throws Error(data) for what is no such object.
FactTexts parse_facts(const std::string& json);

/// One of them; nothing where it has no value.
std::optional<std::string> fact(const FactTexts& facts, const std::string& kind, const std::string& name);

/// Of ranks' connections, "rank.3.tcp.10.77.0.2" and what they have under that ending: ".mss" of kind "volatile".
std::map<std::string, std::string> connections_with(const FactTexts& facts, const std::string& kind,
                                                    std::string_view ending);

/// One node's facts at both moments.
struct NodeFacts {
  std::string host;
  std::string path;  ///< in the file, "/run/facts/0"
  FactTexts begin, end;

  /// How much a counter grew; 0 where either moment does not say.
  double growth(const std::string& counter) const;
};

/// All nodes' facts of a run. Throws as the reader and parse_facts() do.
std::vector<NodeFacts> facts_of_nodes(const results::RunReader& reader);

/// A finding about one node, whose facts are its evidence.
Finding finding_about(const NodeFacts& node, Cause cause, Weight weight, std::string what, std::string advice);

/// What nodes' facts explain, their networks apart (network_findings): throttling, switches that one node alone had,
/// and what differs between nodes. A pure function.
std::vector<Finding> fact_findings(const std::vector<NodeFacts>& nodes);

}  // namespace syncbench::analysis
