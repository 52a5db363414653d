#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace syncbench::analysis {

/// Stands before the command: reads in the program's own process and without an allowance, for files that are trusted.
inline constexpr std::string_view kNoLimits = "--no-limits";

/// What the child process of run_guarded() may use. Both grow with the files, so that healthy files of any size are
/// read; a small file cannot make the machine work for long.
struct Allowance {
  std::uint64_t memory_bytes = 0;       ///< of data, beyond what the process has at its start
  std::uint64_t processor_seconds = 0;  ///< of all threads together
};

/// The files and folders among a command's arguments.
std::vector<std::filesystem::path> paths_among(std::span<const std::string> arguments);

/// The allowance for reading these files; a parts folder counts as the sum of the files in it. What cannot be looked at
/// counts as empty.
Allowance allowance_for(std::span<const std::filesystem::path> files);

/// Does `work` in a child process with the allowance and returns its exit code. Blocks until the child has ended. The
/// library that reads HDF5 has errors that a hostile file can use to crash it: this process survives that, writes one
/// sentence that names `files` to stderr, and returns the code of bad data. A child that a signal from outside ended
/// (interrupt, closed pipe, …) ends this process by the same signal. Throws Error(unavailable) if there can be no
/// child.
int run_guarded(std::span<const std::filesystem::path> files, const Allowance& allowance,
                const std::function<int()>& work);

/// One sentence for the user: what a signal that ended the reading child means for these files.
std::string ending_sentence(int signal, std::span<const std::filesystem::path> files, const Allowance& allowance);

}  // namespace syncbench::analysis
