#pragma once

#include <filesystem>

#include "analysis/run/selection.hpp"

namespace syncbench::analysis {

/// Throws Error(usage) as Selection::require_a_match() does, for all points of a file, and as the reader does.
void require_a_match(const std::filesystem::path& file, const Selection& selection);

}  // namespace syncbench::analysis
