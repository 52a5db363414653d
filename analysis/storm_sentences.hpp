#pragma once

#include <string>
#include <vector>

namespace syncbench::analysis {

struct StormReport;

/// What the numbers of a report mean, one sentence a storm and one a model's smallest fraction. A difference that the
/// intervals do not carry is called one that cannot be seen.
std::vector<std::string> storm_sentences(const StormReport& report);

}  // namespace syncbench::analysis
