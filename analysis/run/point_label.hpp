#pragma once

#include <string>

#include "results/model.hpp"

namespace syncbench::analysis {

/// What a point measures, in words for a sentence: "137 × allreduce of 8 B on mpi".
std::string point_label(const results::PointHeader& header);

}  // namespace syncbench::analysis
