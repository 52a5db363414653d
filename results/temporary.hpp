#pragma once

#include <filesystem>
#include <string>

namespace syncbench::results {

/// Sixteen hexadecimal digits of the kernel's random numbers: a name with them cannot be guessed. Throws Error(io) if
/// the kernel has none.
std::string unguessable_text();

/// The name under which a file is written until it is published: "<file>.<16 hexadecimal digits>.writing", another one
/// at each call. It does not end in ".h5", so that nobody who looks for results finds it. Throws as unguessable_text().
std::filesystem::path temporary_name(const std::filesystem::path& file);

/// Whether a path bears a name that temporary_name() gives: of `file`, or of any file.
bool is_temporary_of(const std::filesystem::path& path, const std::filesystem::path& file);
bool is_temporary(const std::filesystem::path& path);

}  // namespace syncbench::results
