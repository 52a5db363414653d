#pragma once

#include "handle.hpp"

namespace syncbench::results::h5 {

/// Makes files that are opened with these access properties be read by our own HDF5 file driver: plain pread without
/// locks, which fail on Lustre without flock. It refuses to hand HDF5 a damaged global heap (global_heap.hpp), which
/// then reports an error where it would otherwise have crashed.
void use_input_driver(const Properties& access);

}  // namespace syncbench::results::h5
