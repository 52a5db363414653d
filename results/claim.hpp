#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "results/folder_lock.hpp"
#include "results/writer.hpp"

namespace syncbench::results {

/// A run's place: its parts folder, locked and without points.
struct Claim {
  FolderLock lock;
  std::filesystem::path folder;
  /// Where the parts of a dead run of the same name were moved to, if there were any and they may be replaced.
  std::optional<std::filesystem::path> moved_aside;
};

/// Makes the parts folder of `file`, or takes over one without points. Nothing is removed that holds a point: with
/// Existing::replace and Existing::keep the folder of a dead run is renamed.
///
/// Throws Error(usage) if the name is taken and may not be replaced, if it is not a regular file's, or if another
/// process works on the folder; Error(io) if the place cannot be written.
Claim claim(const std::filesystem::path& file, const std::string& run_id, RunWriter::Existing existing,
            std::chrono::seconds patience);

/// Unlocks a claim whose run ended without a result. Points that were finished stay; a folder without any is removed,
/// and what was moved aside gets its name again.
void abandon(Claim& place) noexcept;

}  // namespace syncbench::results
