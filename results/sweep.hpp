#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace syncbench::results {

/// The finished parts of a folder that hold a point, in the order of the plan. Throws Error(io).
std::vector<std::filesystem::path> finished_points(const std::filesystem::path& folder);

/// Removes from a parts folder without points what a run leaves that dies before its first one: the nodes' facts, files
/// that were never finished, reports of ranks that hung. What is not ours stays. Throws Error(io).
void remove_scraps(const std::filesystem::path& folder);

/// Removes merged parts and scraps, and then the folder with its lock if nothing else is in it. Returns the names of
/// what is left; none: the folder is gone. Throws Error(io).
std::vector<std::string> remove_merged(const std::filesystem::path& folder,
                                       const std::vector<std::filesystem::path>& merged);

/// Removes what processes that died while they wrote `file` left beside it. Only for whoever holds the lock of its
/// parts folder: nobody else writes `file` then. What cannot be removed stays.
void remove_temporaries_of(const std::filesystem::path& file);

}  // namespace syncbench::results
