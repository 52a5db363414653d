#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace syncbench::results {

/// The name under which a file is written until publish(): beside it, and not ending in ".h5", so that nobody who looks
/// for results finds it.
std::filesystem::path temporary_name(const std::filesystem::path& file);

/// Gives a file that has reached the disk its name for good: rename, then fsync of the folder. What was at `file` is
/// replaced. Throws Error(io).
void publish(const std::filesystem::path& temporary, const std::filesystem::path& file);

/// rename(2), where "no such file" with the target in place is success: NFS resends a request whose answer was lost.
void rename_into_place(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes a folder's entries durable. A file system that cannot do this (EINVAL) is believed to do it by itself.
void sync_folder(const std::filesystem::path& folder);

/// The folder a path lies in: "." for a plain name.
std::filesystem::path folder_of(const std::filesystem::path& file);

/// Throws Error(io) if the file system that `file` is to lie on has less than that left. `remedy` ends the sentence.
void require_space(const std::filesystem::path& file, std::uint64_t bytes, const std::string& remedy);

}  // namespace syncbench::results
