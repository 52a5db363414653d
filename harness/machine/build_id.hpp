#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "harness/machine/unreadable.hpp"

namespace syncbench::machine {

/// The GNU build-id of an ELF file of this machine's word size and byte order, in hex, or why there is none. Reads the
/// header, at most 512 program headers and 64 KiB of each of at most 16 note segments, whatever the file says of
/// itself.
TextOrReason build_id(const std::string& path);

/// The GNU build-id among the notes of an ELF segment whose parts are aligned to 4 or 8 bytes; nothing if there is none
/// or the notes are no notes.
std::optional<std::string> build_id_in(std::span<const unsigned char> notes, std::size_t alignment);

}  // namespace syncbench::machine
