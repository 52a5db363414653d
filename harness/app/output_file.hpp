#pragma once

#include <chrono>
#include <filesystem>
#include <string>

namespace syncbench::app {

/// "2026-11-29T22:54:01Z"
std::string utc_text(std::chrono::system_clock::time_point time);

/// "20261129T225401Z", for names of files.
std::string compact_utc_text(std::chrono::system_clock::time_point time);

/// What a run's own name for its file is made of.
struct RunName {
  std::chrono::system_clock::time_point time;
  std::string suite;
  int nodes = 1, ranks = 2;
  std::string job;  ///< scheduler's job number, or empty
};

/// Where the result goes: `out` itself; our own name inside it where it ends in '/' or is a folder; our own name in the
/// working folder where it is empty. Own names look like syncbench-20261129T225401Z-smallpkt-1n2r-j815.h5.
std::filesystem::path output_file(const std::string& out, const RunName& name);

/// Throws Error(io), naming the nearest folder that exists, if the file's folder is not there.
void refuse_missing_folder(const std::filesystem::path& file);

}  // namespace syncbench::app
