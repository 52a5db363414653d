#pragma once

#include <string>
#include <vector>

#include "harness/core/mean_interval.hpp"

namespace syncbench::analysis {

struct StridedComparison;
struct StridedReport;

/// The comparison of each layout that says most: the one of most bytes.
std::vector<const StridedComparison*> largest_of(const std::vector<StridedComparison>& comparisons);

/// Whether a ratio is known well enough to say how much it costs: its limits lie within a factor of 2.
bool is_telling(const MeanInterval& ratio) noexcept;

/// What one layout costs in each way that was measured, and how much of it is copying: "column, ring f32 on mpi, 65536
/// B: sending it as a datatype costs 3.1 × contiguous (95 %, this launch: 3.0 to 3.2); …". Empty where nothing can be
/// compared.
std::string strided_sentence(const StridedComparison& comparison);

/// What is lost where a time is so many times another one.
MeanInterval loss_of(const MeanInterval& ratio, double other_ns) noexcept;

/// What the numbers of a report mean: a sentence for the greatest size of each layout, then one a broken guideline, or
/// one that none is. A difference that the interval does not carry is called one that cannot be seen.
std::vector<std::string> strided_sentences(const StridedReport& report);

}  // namespace syncbench::analysis
