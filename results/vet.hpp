#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "results/model.hpp"

namespace syncbench::results {

/// What a part says of itself when it is opened as a reader opens it; samples are not looked at.
struct VettedPart {
  std::filesystem::path part;
  std::string run_id;
  std::string problem;  ///< why it cannot be read; empty: it can
};

/// Throws Error(io) if the system cannot read a part: that says nothing about its content.
std::vector<VettedPart> vet(const std::vector<std::filesystem::path>& parts);

/// The same, each part in a child process: HDF5 crashes over parts that are damaged in certain ways, and then such a
/// part is one that cannot be read. Not for a process that uses MPI.
std::vector<VettedPart> vet_apart(const std::vector<std::filesystem::path>& parts);

/// The run that most of the readable parts belong to, of equals the one of the first part. Empty: no part is readable.
std::string run_of_most(const std::vector<VettedPart>& parts);

struct SortedParts {
  std::vector<std::filesystem::path> sound;  ///< readable and of the run
  std::vector<LeftOut> left_out;             ///< unreadable, or of another run
  bool whole = true;                         ///< no part is unreadable
};

SortedParts sort_out(const std::vector<VettedPart>& parts, const std::string& run_id);

/// The same for the run that most of the parts belong to. Throws Error(data), with the first part and its problem, if
/// there are parts and none of them is readable.
SortedParts sort_out(const std::vector<VettedPart>& parts);

}  // namespace syncbench::results
