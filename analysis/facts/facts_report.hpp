#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "analysis/facts/fact_findings.hpp"
#include "results/model.hpp"

namespace syncbench::analysis {

/// One fact on each node that has it.
struct FactRow {
  struct OnNode {
    std::string host;
    std::string begin, end;  ///< empty where it has no value at that moment
  };
  std::string name;  ///< "cpu.model"
  std::vector<OnNode> nodes;
};

/// Facts that could not be read for the same reason.
struct UnreadableFacts {
  std::string reason;
  std::vector<std::string> names;  ///< sorted
};

/// What a file says of the machine, the software and the run itself. Every stored fact is in one of the lists.
struct FactsReport {
  std::filesystem::path file;
  results::RunHeader header;
  bool complete = false;
  bool chosen = false;  ///< only facts with certain names were asked for
  std::string exit_reason;
  std::vector<FactRow> alike;      ///< identity and config, the same on all nodes at both moments
  std::vector<FactRow> different;  ///< identity and config that differ between nodes
  std::vector<FactRow> changed;    ///< identity and config that changed on some node while the run lasted
  std::vector<FactRow> grown;      ///< counters that grew on some node
  std::vector<FactRow> unmoved;    ///< counters that did not
  std::vector<FactRow> momentary;  ///< volatile values
  std::vector<UnreadableFacts> unreadable;
};

/// Sorts nodes' facts into the lists. `names`: only facts whose name begins with one of these; empty: all. A pure
/// function.
void sort_facts(const std::vector<NodeFacts>& nodes, const std::vector<std::string>& names, FactsReport& report);

/// Facts that a JSON text of the schema has no value for, by reason. Throws Error(data) for what is no such object.
std::vector<UnreadableFacts> unreadable_facts(const std::string& json);

/// Throws as the reader and parse_facts() do, and Error(usage) where no fact has one of the names.
FactsReport facts_report(const std::filesystem::path& file, const std::vector<std::string>& names);

/// For people, and as one JSON document.
std::string facts_text(const FactsReport& report);
std::string facts_json(const std::vector<FactsReport>& reports);

}  // namespace syncbench::analysis
