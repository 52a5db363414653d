#pragma once

#include <filesystem>

namespace syncbench::results {

/// Gives a regular file another name in the same file system and leaves alone what bears that name already. Returns 0
/// or an errno value: EEXIST if the name is taken. The ways in which it does that: publish.hpp.
int move_without_replacing(const std::filesystem::path& from, const std::filesystem::path& to);

/// rename(2). Returns 0 or an errno value. "No such file" with our file in place is success: NFS sends a request again
/// if the answer to it was lost.
int move_replacing(const std::filesystem::path& from, const std::filesystem::path& to);

/// Whether nothing bears the name, or a regular file does (and no link to one).
bool is_absent_or_regular(const std::filesystem::path& path);

}  // namespace syncbench::results
