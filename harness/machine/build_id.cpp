#include "harness/machine/build_id.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <vector>

#include <elf.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include "harness/machine/descriptor.hpp"

namespace syncbench::machine {
namespace {

constexpr std::size_t kMostSegments = 512;
constexpr std::size_t kMostNoteSegments = 16;
constexpr std::size_t kLargestNotes = 64 * 1024;
constexpr std::size_t kLongestId = 64;

using FileHeader = ElfW(Ehdr);
using Segment = ElfW(Phdr);
using Note = ElfW(Nhdr);

// Fills `bytes` from a place in the file; false if the file ends before or the place is none.
bool read_at(const Descriptor& file, std::uint64_t offset, std::span<unsigned char> bytes) {
  if (offset > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max())) return false;
  const ssize_t got = pread(file.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
  return got == static_cast<ssize_t>(bytes.size());
}

template <class T>
std::optional<T> object_at(const Descriptor& file, std::uint64_t offset) {
  std::array<unsigned char, sizeof(T)> bytes{};
  if (!read_at(file, offset, bytes)) return std::nullopt;
  return std::bit_cast<T>(bytes);
}

bool is_native(const FileHeader& header) {
  constexpr unsigned char kWord = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  constexpr unsigned char kOrder = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == kWord &&
         header.e_ident[EI_DATA] == kOrder && header.e_phentsize == sizeof(Segment);
}

std::vector<Segment> note_segments(const Descriptor& file, const FileHeader& header) {
  std::vector<Segment> notes;
  const std::size_t count = std::min<std::size_t>(header.e_phnum, kMostSegments);
  for (std::size_t index = 0; index < count && notes.size() < kMostNoteSegments; ++index) {
    const auto segment = object_at<Segment>(file, header.e_phoff + index * sizeof(Segment));
    if (!segment) break;
    if (segment->p_type == PT_NOTE) notes.push_back(*segment);
  }
  return notes;
}

std::size_t aligned(std::size_t size, std::size_t alignment) { return (size + alignment - 1) / alignment * alignment; }

std::string hex(std::span<const unsigned char> bytes) { return fmt::format("{:02x}", fmt::join(bytes, "")); }

bool is_build_id(const Note& note, std::span<const unsigned char> name) {
  constexpr std::array<unsigned char, 4> kGnu{'G', 'N', 'U', 0};
  return note.n_type == NT_GNU_BUILD_ID && std::equal(name.begin(), name.end(), kGnu.begin(), kGnu.end()) &&
         note.n_descsz > 0 && note.n_descsz <= kLongestId;
}

}  // namespace

std::optional<std::string> build_id_in(std::span<const unsigned char> notes, std::size_t alignment) {
  while (notes.size() >= sizeof(Note)) {
    Note note{};
    std::memcpy(&note, notes.data(), sizeof note);
    const std::size_t name_end = sizeof note + std::size_t{note.n_namesz};
    const std::size_t id_begin = aligned(name_end, alignment);
    const std::size_t id_end = id_begin + std::size_t{note.n_descsz};
    if (id_end > notes.size()) return std::nullopt;
    if (is_build_id(note, notes.subspan(sizeof note, note.n_namesz)))
      return hex(notes.subspan(id_begin, note.n_descsz));
    notes = notes.subspan(std::min(aligned(id_end, alignment), notes.size()));
  }
  return std::nullopt;
}

TextOrReason build_id(const std::string& path) {
  const auto opened = open_regular(path);
  if (const auto* const reason = std::get_if<Unreadable>(&opened)) return *reason;
  const auto& file = std::get<Descriptor>(opened);
  const auto header = object_at<FileHeader>(file, 0);
  if (!header || !is_native(*header)) return Unreadable{"not an ELF file of this machine"};
  for (const Segment& segment : note_segments(file, *header)) {
    std::vector<unsigned char> notes(std::min<std::size_t>(segment.p_filesz, kLargestNotes));
    if (!read_at(file, segment.p_offset, notes)) continue;
    if (auto id = build_id_in(notes, segment.p_align == 8 ? 8 : 4)) return *std::move(id);
  }
  return Unreadable{"no build-id in the file"};
}

}  // namespace syncbench::machine
