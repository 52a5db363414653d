#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/reader.hpp"

namespace syncbench::analysis {

/// What has to be the same in all launches that are read as one set: names for people and values, in an order that
/// does not depend on the file.
using LaunchIdentity = std::vector<std::pair<std::string, std::string>>;

/// The numbers of ranks and nodes, the thread level, program, libraries and processor of the first node, variables that
/// steer libraries, and all settings but those that say where a result goes and how it is shown. Throws as the reader
/// does; Error(data) for settings or facts that are no JSON object.
LaunchIdentity identity_of(const results::RunReader& reader);

/// The first fact in which `other` differs: "the thread level of MPI is funneled, and single in the files before it".
std::optional<std::string> difference(const LaunchIdentity& first, const LaunchIdentity& other);

}  // namespace syncbench::analysis
