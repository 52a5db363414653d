#pragma once

#include <string>
#include <vector>

#include "results/h5/handle.hpp"

namespace syncbench::results::h5 {

/// `parent` is a file (its root) or a group.
Group create_group(Id parent, const std::string& name);

/// Opens a group by the name of its link in `parent`. Links that lead elsewhere (soft, external) are refused: nothing
/// in our files has them, and an external one makes a reader open any file of its user.
Group open_group(Id parent, const std::string& name);
Dataset open_dataset(Id parent, const std::string& name);

/// The root group of a file.
Group open_root(const File& file);

bool has(Id parent, const std::string& name);

/// Names of everything in a group, sorted by byte.
std::vector<std::string> children(const Group& group);

/// Whether the link of that name leads to a dataset.
bool is_dataset(Id parent, const std::string& name);

}  // namespace syncbench::results::h5
