#pragma once

#include <string>
#include <vector>

#include "analysis/pairs/pairs_report.hpp"

namespace syncbench::analysis {

/// Sentences, a matrix of ranks or, of many, of nodes where it fits, the slowest pairs with their intervals, what each
/// place adds, and datagrams.
std::string pairs_text(const PairsReport& report);

/// One JSON document, with every pair.
std::string pairs_json(const std::vector<PairsReport>& reports);

}  // namespace syncbench::analysis
