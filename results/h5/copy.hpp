#pragma once

#include <string>

#include "results/h5/handle.hpp"

namespace syncbench::results::h5 {

/// Copies a group or dataset with all below it into another file: groups, datasets and their attributes; chunks as they
/// are, still compressed. Links that lead elsewhere are refused. It does by many calls what H5Ocopy does by one: that
/// one crashes in HDF5 1.10.8 if anything cannot be read or written on its way.
///
/// Throws Failure, after which the other file has a part of the object. Holds one chunk in memory, or one dataset that
/// is not chunked.
void copy(Id from, const std::string& name, Id to);

}  // namespace syncbench::results::h5
