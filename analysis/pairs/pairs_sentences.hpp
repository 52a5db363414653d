#pragma once

#include <string>
#include <vector>

namespace syncbench::analysis {

struct PairsReport;

/// Of each comparison in which nobody is accused, why not.
std::vector<std::string> pairs_remarks(const PairsReport& report);

/// What a report comes to: who could not reach whom, its findings, its remarks.
std::vector<std::string> pairs_sentences(const PairsReport& report);

}  // namespace syncbench::analysis
