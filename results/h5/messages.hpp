#pragma once

#include <cstdint>
#include <span>

namespace syncbench::results::h5 {

/// Whether one message of an object header says nothing that leads HDF5 out of the message or of a file of that size
/// (file format specification 3.0, section IV.A.2). Kinds of messages that the schema does not need are refused.
bool is_sound_message(unsigned kind, unsigned flags, std::span<const unsigned char> body,
                      std::uint64_t file_size) noexcept;

}  // namespace syncbench::results::h5
