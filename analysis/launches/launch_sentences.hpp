#pragma once

#include <string>
#include <vector>

#include "analysis/launches/launches_report.hpp"

namespace syncbench::analysis {

/// What launches say of each other's times: how far p50 moves from launch to launch beside what one launch says of
/// itself, and how many launches lie where the others put them. Nothing for a single launch or without points.
std::vector<std::string> launch_sentences(const LaunchesReport& report);

}  // namespace syncbench::analysis
