#pragma once

#include "analysis/lateness/point_words.hpp"

namespace syncbench::analysis {

/// A rank that loses its processor more than the others do.
Finding off_cpu_finding(const PointWords& words, const OffCpu& off);

/// Ranks that lose their processors, none more than the others.
Finding all_off_cpu_finding(const PointWords& words, const OffCpu& off);

}  // namespace syncbench::analysis
