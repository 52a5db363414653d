#pragma once

#include <cstddef>
#include <cstdint>

struct H5FD_class_t;  // HDF5's

namespace syncbench::results::h5 {

/// Sets what our two file drivers have in common into an empty driver class: names, limits, the version of the
/// interface. `number` tells drivers apart: 256 to 511 are for whoever does not publish one.
void begin_driver(H5FD_class_t& driver, const char* name, int number) noexcept;

/// pread until everything is there; what lies beyond the file's end reads as zeros, as in every driver of HDF5's.
/// Returns 0 or an errno value.
int read_fully(int descriptor, std::uint64_t from, void* buffer, std::size_t size) noexcept;

}  // namespace syncbench::results::h5
