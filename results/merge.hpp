#pragma once

#include <filesystem>
#include <vector>

#include "run_header.hpp"
#include <syncbench/results/model.hpp>

namespace syncbench::results {

/// Makes `file` from parts: header, log and end as given, /points copied without decompressing, /index concatenated in
/// the given order. The file appears by rename when it is whole; the parts stay. Throws Error(io), also when the file
/// system has less space left than the parts take, and Error(data) for a part that cannot be read or is of another run.
void merge(const std::filesystem::path& file, const std::vector<std::filesystem::path>& parts, const RunHeader& header,
           const std::vector<LogRow>& log, const RunEnd& end);

/// Removes a parts folder whose points are all in `file`. Throws Error(io).
void remove_parts(const std::filesystem::path& file);

}  // namespace syncbench::results
