#pragma once

#include <vector>

#include "results/reader.hpp"

namespace syncbench::analysis {

/// How the time of a measured point divides at its marks: one share more than there are marks, in order, which sum
/// to 1. Of each iteration that counts the times of all ranks are added up phase by phase and divided by their sum;
/// what is returned are the medians of those shares over the iterations, scaled to sum to 1 again, so that an iteration
/// that was interrupted does not decide. Empty where a point has no marks, was recorded as a summary, or has no
/// iteration that counts. Throws Error(data) as the reader does, and for marks out of order.
std::vector<double> phase_shares(const results::RunReader& reader, const results::PointHeader& point);

}  // namespace syncbench::analysis
