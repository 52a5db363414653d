#include "results/h5/global_heap.hpp"

#include <algorithm>
#include <array>

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

std::optional<HeapCollection> HeapCollection::parse(std::vector<unsigned char> bytes) {
  HeapCollection collection(std::move(bytes));
  if (heap_collection_size(collection.bytes_) != collection.size() || !collection.find_objects()) return std::nullopt;
  return collection;
}

bool HeapCollection::find_objects() {
  const std::span<const unsigned char> bytes(bytes_);
  std::size_t place = kHeader;
  // Less than an object's header may be left over at the end.
  while (place + kObjectHeader <= bytes.size()) {
    const std::uint64_t index = little_endian(bytes.subspan(place, 2));
    const std::uint64_t size = little_endian(bytes.subspan(place + 8, 8));
    const std::uint64_t extent = extent_of_object(index, size, bytes.size() - place);
    const bool fits = extent >= kObjectHeader && extent <= bytes.size() - place;
    if (!fits || !objects_.try_emplace(index, Place{place + kObjectHeader, size}).second) return false;
    place += extent;
  }
  objects_.erase(0);
  return true;
}

std::optional<std::string_view> HeapCollection::object(std::uint64_t index) const {
  const auto found = objects_.find(index);
  if (found == objects_.end()) return std::nullopt;
  const auto* begin = reinterpret_cast<const char*>(bytes_.data());
  return std::string_view(begin + found->second.begin, found->second.size);
}

TextReference text_reference(std::span<const unsigned char> bytes) noexcept {
  return {little_endian(bytes.first(4)), little_endian(bytes.subspan(4, 8)), little_endian(bytes.subspan(12, 4))};
}

}  // namespace syncbench::results::h5
