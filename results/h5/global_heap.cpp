#include "global_heap.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace syncbench::results::h5 {
namespace {

constexpr std::array<unsigned char, 5> kSignature{'G', 'C', 'O', 'L', 1};
constexpr std::size_t kHeader = 16;        // signature, version, reserved, size of the collection
constexpr std::size_t kObjectHeader = 16;  // index, reference count, reserved, size of the object

std::uint64_t little_endian(std::span<const unsigned char> bytes) noexcept {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | bytes[i];
  return value;
}

// Bytes that an object takes with its header: data are padded to 8 bytes. Index 0 is the free space at the end, whose
// size includes the header. Larger than `left` if the object does not fit.
std::uint64_t extent_of_object(std::uint64_t index, std::uint64_t size, std::uint64_t left) noexcept {
  if (size > left) return left + 1;
  return index == 0 ? size : kObjectHeader + (size + 7) / 8 * 8;
}

}  // namespace

std::optional<std::uint64_t> heap_collection_size(std::span<const unsigned char> begin) noexcept {
  if (begin.size() < kHeader || !std::equal(kSignature.begin(), kSignature.end(), begin.begin())) return std::nullopt;
  return little_endian(begin.subspan(8, 8));
}

bool is_sound_heap_collection(std::span<const unsigned char> collection) {
  std::set<std::uint64_t> seen;
  std::size_t place = kHeader;
  // Less than an object's header may be left over at the end.
  while (place + kObjectHeader <= collection.size()) {
    const std::uint64_t index = little_endian(collection.subspan(place, 2));
    const std::uint64_t size = little_endian(collection.subspan(place + 8, 8));
    const std::uint64_t extent = extent_of_object(index, size, collection.size() - place);
    const bool fits = extent >= kObjectHeader && extent <= collection.size() - place;
    if (!fits || !seen.insert(index).second) return false;
    place += extent;
  }
  return true;
}

}  // namespace syncbench::results::h5
