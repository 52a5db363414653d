#pragma once

#include <filesystem>

#include "results/h5/handle.hpp"
#include "results/h5/output_driver.hpp"

namespace syncbench::results::h5 {

/// Creates a file that is not there yet: whatever bears its name, a link too, makes that fail. Formats from HDF5 1.8
/// to 1.10 only. `outcome` gets what the file system says (output_driver.hpp) and must outlive the file. No locks, as
/// our driver has none.
File create_file(const std::filesystem::path& path, OutputOutcome& outcome);

/// Opens a file for reading, through input_driver.hpp and so without locks: a finished file has no writer.
File open_file(const std::filesystem::path& path);

/// Writes everything that HDF5 still holds in memory, raw data of open datasets included.
void flush(const File& file);

/// Closes the file after making sure that nothing in it is open any more: HDF5 would keep it open and call that a
/// success.
void close_last(File& file);

/// Size of the file that an object lives in, in bytes.
std::uint64_t file_size(Id object);

}  // namespace syncbench::results::h5
