#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/app/command_line.hpp"
#include "harness/app/configuration.hpp"
#include "harness/app/launcher.hpp"
#include "harness/core/error.hpp"

namespace syncbench::app {

/// The arguments of every single launch: all but --launches, --launcher, --out and --quiet, with their values.
std::vector<std::string> arguments_of_a_launch(const std::vector<std::string>& arguments);

/// Where the launch of that number (from 1) puts its result: `out` with -001 before its ending, or a name of our own
/// where it is a folder or empty.
std::filesystem::path launch_file(const std::string& out, const std::string& suite,
                                  std::chrono::system_clock::time_point time, std::size_t launch);

/// Whether the next launch would fail in the same way: options, places, libraries and launchers do not mend themselves.
bool is_hopeless(int exit_code) noexcept;

/// --launches N --launcher 'WORDS': runs the command N times, one launch after the other, each
/// `WORDS env SYNCBENCH_T0=… SYNCBENCH_LAUNCH=n syncbench OPTIONS --quiet --out FILE`, with a line for each. A launch
/// that fails is said, and the next one follows unless is_hopeless(). SIGINT, SIGTERM, SIGHUP and SIGUSR1 go on to the
/// launch that runs; none follows. Blocks until all have ended.
///
/// Returns ok if all went well, else what the first that failed ended with, or 128 + the signal that was passed on.
/// Throws Error(usage) for numbers and words that are none, inside of a launcher, and without --launcher;
/// Error(unavailable) where the launcher cannot be started.
ExitCode launch_repeatedly(const CommandLine& line, const Configuration& configuration, const Launcher& launcher,
                           int argc, const char* const* argv);

}  // namespace syncbench::app
