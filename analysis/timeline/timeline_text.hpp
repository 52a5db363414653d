#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/timeline/timeline_report.hpp"

namespace syncbench::analysis {

/// Cells before each line's blocks.
inline constexpr std::size_t kTimelineLabel = 14;

/// Each point's lines of blocks: the longest and the mean time of the slowest rank, then each rank, over one axis in
/// seconds. As wide as the label and the report's bins together.
std::string timeline_text(const TimelineReport& report);

/// The same as one JSON document; its shape stands in the room's README.
std::string timeline_json(const std::vector<TimelineReport>& reports);

}  // namespace syncbench::analysis
