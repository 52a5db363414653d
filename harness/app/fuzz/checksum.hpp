#pragma once

#include <cstdint>

#include "harness/app/fuzz/input.hpp"

namespace syncbench::fuzz {

/// Bob Jenkins' hash "lookup3" (2006, public domain; little-endian, initial value 0): the checksum of HDF5's metadata
/// (file format specification 3.0, section II.A and others).
std::uint32_t lookup3(Input bytes) noexcept;

}  // namespace syncbench::fuzz
