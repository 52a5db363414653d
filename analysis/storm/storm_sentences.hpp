#pragma once

#include <string>
#include <vector>

namespace syncbench::analysis {

struct Storm;
struct StormReport;
struct StormRow;

/// The row that says most: the smallest pieces that have a price; none where no row has one.
const StormRow* worst_row(const Storm& storm);

/// What one row of a storm means, its price above all.
std::string storm_sentence(const Storm& storm, const StormRow& row);

/// What the numbers of a report mean, one sentence a storm and one a model's smallest fraction. A difference that the
/// intervals do not carry is called one that cannot be seen.
std::vector<std::string> storm_sentences(const StormReport& report);

}  // namespace syncbench::analysis
