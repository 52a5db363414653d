#pragma once

#include <filesystem>

namespace syncbench::results {

/// Merges the parts that a run left when it ended early into `run_file`, which then says complete = 0 and exit_reason
/// "recovered", and removes them. `run_file` is the name the run was to have; its parts are in `<run_file>.parts`.
///
/// Throws Error(usage) if `run_file` exists, Error(io) if there is no parts folder, no finished part in it, or too
/// little space, Error(data) for a part that cannot be read or belongs to another run. The parts stay in all these
/// cases.
void recover(const std::filesystem::path& run_file);

}  // namespace syncbench::results
