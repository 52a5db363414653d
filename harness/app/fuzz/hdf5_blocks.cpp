#include "harness/app/fuzz/hdf5_blocks.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string_view>

#include "harness/app/fuzz/checksum.hpp"

namespace syncbench::fuzz {
namespace {

constexpr std::size_t kChecksum = 4;
constexpr std::size_t kLargestBlock = 65536;  // of a fractal heap, as far as we look
constexpr std::size_t kUnchecked = 512;       // what is looked at of a structure without a checksum

std::uint64_t number_at(Input file, std::size_t at, std::size_t bytes) noexcept {
  std::uint64_t value = 0;
  for (std::size_t i = bytes; i-- > 0;) value = value << 8 | (at + i < file.size() ? file[at + i] : 0U);
  return value;
}

std::optional<Block> checked(Input file, std::size_t begin, std::size_t size) {
  if (size < 2 * kChecksum || size > file.size() - begin) return std::nullopt;
  return Block{begin, size, begin + size - kChecksum, false};
}

bool is_right(Input file, const Block& block) {
  const Input before = file.subspan(block.begin, block.size - kChecksum);
  return lookup3(before) == number_at(file, block.checksum, kChecksum);
}

// Version 2: flags say how long the size of chunk 0 is, and what comes before it.
std::optional<Block> object_header(Input file, std::size_t begin) {
  const std::uint64_t flags = number_at(file, begin + 5, 1);
  const std::size_t width = std::size_t{1} << (flags & 3);
  const std::size_t prefix = 6 + ((flags & 0x20) != 0 ? 16U : 0U) + ((flags & 0x10) != 0 ? 4U : 0U);
  const std::uint64_t chunk = number_at(file, begin + prefix, width);
  if (chunk > file.size()) return std::nullopt;
  return checked(file, begin, prefix + width + chunk + kChecksum);
}

// A continuation is as long as the message says that leads to it: its address, and then its length.
std::optional<Block> continuation(Input file, std::size_t begin) {
  std::array<std::uint8_t, 8> address{};
  for (std::size_t i = 0; i < address.size(); ++i)
    address[i] = static_cast<std::uint8_t>(std::uint64_t{begin} >> (8 * i));
  for (auto found = file.begin(); found != file.end(); ++found) {
    found = std::search(found, file.end(), address.begin(), address.end());
    if (found == file.end()) break;
    const auto at = static_cast<std::size_t>(found - file.begin());
    const auto block = checked(file, begin, number_at(file, at + 8, 8));
    if (block && is_right(file, *block)) return block;
  }
  return std::nullopt;
}

// How many records a tree's root has, and how long they are, is in the tree's header.
std::optional<Block> tree_root(Input file, std::size_t begin) {
  constexpr std::string_view kHeader = "BTHD";
  for (auto found = file.begin(); found != file.end(); ++found) {
    found = std::search(found, file.end(), kHeader.begin(), kHeader.end());
    if (found == file.end()) break;
    const auto header = static_cast<std::size_t>(found - file.begin());
    if (number_at(file, header + 16, 8) != begin) continue;
    return checked(file, begin, 6 + number_at(file, header + 10, 2) * number_at(file, header + 24, 2) + kChecksum);
  }
  return std::nullopt;
}

// The header of the heap, whose address is in the block, says how long its smallest blocks are, and how many bytes the
// block's offset in the heap takes, after which the checksum follows. The blocks of later rows are 2, 4, … times as
// long.
std::optional<Block> direct_block(Input file, std::size_t begin) {
  const std::uint64_t heap = number_at(file, begin + 5, 8);
  if (heap + 130 > file.size()) return std::nullopt;
  const std::size_t place = 13 + (number_at(file, heap + 128, 2) + 7) / 8;
  std::vector<std::uint8_t> bytes;
  for (std::uint64_t size = std::max<std::uint64_t>(number_at(file, heap + 112, 8), 64);
       size <= std::min<std::uint64_t>(file.size() - begin, kLargestBlock); size *= 2) {
    if (place + kChecksum > size) return std::nullopt;
    const Input block = file.subspan(begin, size);
    bytes.assign(block.begin(), block.end());
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(place), kChecksum, std::uint8_t{0});
    if (lookup3(bytes) == number_at(file, begin + place, kChecksum)) return Block{begin, size, begin + place, true};
  }
  return std::nullopt;
}

std::optional<Block> block_at(Input file, std::size_t begin) {
  const std::string_view rest = text_of(file.subspan(begin));
  if (rest.starts_with("\x89HDF\r\n\x1a\n") && file.size() - begin > 8 && file[begin + 8] >= 2)
    return checked(file, begin, 48);
  if (rest.starts_with("OHDR")) return object_header(file, begin);
  if (rest.starts_with("OCHK")) return continuation(file, begin);
  if (rest.starts_with("FRHP")) return checked(file, begin, 146);
  if (rest.starts_with("BTHD")) return checked(file, begin, 38);
  if (rest.starts_with("BTLF") || rest.starts_with("BTIN")) return tree_root(file, begin);
  if (rest.starts_with("FHDB")) return direct_block(file, begin);
  for (const std::string_view signature : {"GCOL", "TREE", "SNOD", "HEAP", "FHIB", "FSHD", "FSSE"}) {
    if (rest.starts_with(signature)) return Block{begin, std::min(kUnchecked, file.size() - begin), 0, false};
  }
  return std::nullopt;
}

}  // namespace

std::vector<Block> find_blocks(Input file) {
  std::vector<Block> blocks;
  for (std::size_t at = 0; at + 8 < file.size(); ++at) {
    if ((file[at] < 'A' || file[at] > 'Z') && file[at] != 0x89) continue;
    if (const auto block = block_at(file, at)) blocks.push_back(*block);
  }
  return blocks;
}

void repair(std::span<std::uint8_t> file, std::span<const Block> blocks) {
  for (const Block& block : blocks) {
    if (block.checksum == 0 || block.begin + block.size > file.size()) continue;
    const auto place = file.subspan(block.checksum, kChecksum);
    std::fill(place.begin(), place.end(), std::uint8_t{0});
    const std::uint32_t sum = lookup3(file.subspan(block.begin, block.size - (block.whole ? 0 : kChecksum)));
    for (std::size_t i = 0; i < kChecksum; ++i) place[i] = static_cast<std::uint8_t>(sum >> (8 * i));
  }
}

}  // namespace syncbench::fuzz
