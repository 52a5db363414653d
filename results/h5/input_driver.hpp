#pragma once

#include "results/h5/handle.hpp"
#include "results/h5/heap_texts.hpp"

namespace syncbench::results::h5 {

/// Makes files that are opened with these access properties be read by our own HDF5 file driver: plain pread without
/// locks, which fail on Lustre without flock. It refuses to hand HDF5 a damaged global heap (global_heap.hpp), which
/// then reports an error where it would otherwise have crashed.
void use_input_driver(const Properties& access);

/// Texts of variable length of the file that `object` is in, as long as that is open. Throws Failure if the file is not
/// read by our driver.
HeapTexts& heap_texts(Id object);

}  // namespace syncbench::results::h5
