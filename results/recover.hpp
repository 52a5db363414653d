#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "results/model.hpp"

namespace syncbench::results {

/// What recover() made.
struct Recovered {
  std::filesystem::path file;     ///< `run_file`, or the next free name if something took that one meanwhile
  std::vector<LeftOut> left_out;  ///< parts that could not be merged; they stay where they are
  std::vector<std::string> left;  ///< names of everything that remains in the parts folder; none: it is gone
};

/// Merges the parts that a run left when it ended early into `run_file`, which then says complete = 0 and exit_reason
/// "recovered". What was merged is removed, and so are empty parts (is_reserved()). `run_file` is the name the run was
/// to have; its parts are in `<run_file>.parts`. Parts of several runs: those of the run that has most of them are
/// merged.
///
/// Throws Error(usage) if `run_file` exists, or if the run, or another recover(), still works on the parts: a process
/// that cannot be seen from here is taken for dead when it was silent for as long as its lock says, or `stale_after`.
/// Throws Error(io) if there is no parts folder, no finished part in it, too little space, or if something cannot be
/// read or written; Error(data) if no part can be read. The parts stay in all these cases.
Recovered recover(const std::filesystem::path& run_file,
                  std::optional<std::chrono::seconds> stale_after = std::nullopt);

}  // namespace syncbench::results
