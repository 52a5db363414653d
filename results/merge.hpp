#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/core/error.hpp"
#include "results/model.hpp"
#include "results/publish.hpp"
#include "results/run_header.hpp"
#include "results/vet.hpp"

namespace syncbench::results {

/// What is merged into one file.
struct Merge {
  std::filesystem::path file;  ///< its parts are in parts_folder(file)
  SortedParts parts;           ///< the sound ones in the order that they are to have
  RunHeader header;
  std::vector<LogRow> log;
  RunEnd end;
  Taken taken = Taken::next_free;
  std::function<void()> after_part = {};  ///< if set: called whenever another part has been copied
};

struct Merged {
  std::filesystem::path file;                ///< the name that the file got
  std::vector<std::filesystem::path> parts;  ///< what is in it
  std::vector<LeftOut> left_out;             ///< parts that turned out to be damaged are among them
};

/// Makes a file from parts: header, log and end as given, /points copied without decompressing, /index concatenated.
/// The file appears under its name when it is whole; the parts stay. If a part of the run is left out, the file says
/// that it is not complete.
///
/// Throws Error(io) if something cannot be read or written by the system, or if the file system has less space left
/// than the parts take; Error(data) if no part is sound.
Merged merge(Merge job);

/// "; the points are safe in …"
std::string advice_after_failure(const std::filesystem::path& file);

/// Does work on the parts of `file` and returns its result. An error's sentence gets an end that says where the points
/// are safe and how to go on.
template <class Work>
decltype(auto) saying_where_points_are(const std::filesystem::path& file, Work&& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Error(error.code(), std::string(error.what()) + advice_after_failure(file));
  }
}

}  // namespace syncbench::results
