#pragma once

#include <filesystem>

#include "results/h5/handle.hpp"

namespace syncbench::results {

/// Opens a result file for reading. Throws Error(io) where the file system says no, h5::Failure if the content is not
/// HDF5. HDF5 itself does not tell these apart, and it would wait for ever on a named pipe.
h5::File open_input(const std::filesystem::path& file);

}  // namespace syncbench::results
