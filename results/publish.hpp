#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace syncbench::results {

/// What publish() does if something bears the name already.
enum class Taken {
  fail,       ///< nothing: throws
  next_free,  ///< keeps it and takes the next free name: run.h5, run-2.h5, run-3.h5 …
  replace,    ///< replaces a regular file; keeps anything else, as next_free does
};

/// Gives a file that has reached the disk its name for good, then makes the folder's entries durable. Returns the name
/// that it got. Without Taken::replace nothing is ever replaced, also what appears at the last moment:
/// renameat2(RENAME_NOREPLACE); where the file system does not offer that, link and unlink; where it offers neither,
/// the name is reserved by an empty file (O_EXCL) that the file is renamed over. Throws Error(io).
std::filesystem::path publish(const std::filesystem::path& temporary, const std::filesystem::path& file, Taken taken);

/// "run.h5" → "run-2.h5" with number 2; the file itself with number 1.
std::filesystem::path numbered(const std::filesystem::path& file, int number);

/// Makes a folder's entries durable. A file system that cannot do this (EINVAL) is believed to do it by itself.
void sync_folder(const std::filesystem::path& folder);

/// The folder a path lies in: "." for a plain name.
std::filesystem::path folder_of(const std::filesystem::path& file);

/// Throws Error(io) if the file system that `file` is to lie on has less than that left.
void require_space(const std::filesystem::path& file, std::uint64_t bytes);

}  // namespace syncbench::results
