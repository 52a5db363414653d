#include "results/h5/first_look.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

#include "results/h5/bytes.hpp"
#include "results/h5/messages.hpp"

namespace syncbench::results::h5 {
namespace {

using Span = std::span<const unsigned char>;

constexpr std::uint64_t kNowhere = ~std::uint64_t{0};
constexpr std::uint64_t kLargestBlock = std::uint64_t{1} << 24;  // of a heap, and node of a tree
constexpr std::size_t kSignature = 4, kChecksum = 4;
constexpr unsigned kCounted = 4, kPhaseChange = 16, kTimes = 32;  // an object header's flags
constexpr unsigned kAttributeNames = 8;                           // kinds of version 2 B-trees
constexpr std::size_t kAttributeRecord = 17;

bool begins_with(Span bytes, std::string_view signature) noexcept {
  return bytes.size() >= signature.size() && std::equal(signature.begin(), signature.end(), bytes.begin());
}

bool is_power_of_two(std::uint64_t value, std::uint64_t least, std::uint64_t most) noexcept {
  return std::has_single_bit(value) && value >= least && value <= most;
}

// Where a header's messages begin, and how many bytes they have.
struct Prefix {
  std::size_t begin;
  std::uint64_t size;
};

std::optional<Prefix> prefix_of(Span begin) noexcept {
  if (!begins_with(begin, "OHDR")) return std::nullopt;
  Bytes bytes(begin.subspan(kSignature));
  const std::uint64_t version = bytes.number(1), flags = bytes.number(1);
  if ((flags & kTimes) != 0) bytes.take(16);
  if ((flags & kPhaseChange) != 0) bytes.take(4);
  const std::uint64_t size = bytes.number(std::size_t{1} << (flags & 3));
  if (!bytes.ok() || version != 2 || flags > 63) return std::nullopt;
  return Prefix{begin.size() - bytes.left(), size};
}

}  // namespace

std::optional<std::uint64_t> object_header_size(Span begin) noexcept {
  const auto prefix = prefix_of(begin);
  if (!prefix || prefix->size > kNowhere - prefix->begin) return std::nullopt;
  return prefix->begin + prefix->size;
}

// What is left at the end, too little for a message, is a gap.
bool FirstLook::are_sound_messages(Span bytes) const noexcept {
  Bytes left(bytes);
  const std::size_t header = counted ? 6 : 4;
  while (left.left() >= header) {
    const auto kind = static_cast<unsigned>(left.number(1));
    const std::uint64_t size = left.number(2);
    const auto flags = static_cast<unsigned>(left.number(1));
    if (counted) left.take(2);
    const Span body = left.take(size);
    if (!left.ok() || !is_sound_message(kind, flags, body, file_size)) return false;
  }
  return true;
}

bool FirstLook::is_sound_header(Span bytes) noexcept {
  const auto prefix = prefix_of(bytes);
  if (!prefix || prefix->size != bytes.size() - prefix->begin) return false;
  counted = (bytes[5] & kCounted) != 0;
  return are_sound_messages(bytes.subspan(prefix->begin));
}

bool FirstLook::is_sound_continuation(Span bytes) const noexcept {
  if (bytes.size() < kSignature + kChecksum) return false;
  return are_sound_messages(bytes.subspan(kSignature, bytes.size() - kSignature - kChecksum));
}

bool FirstLook::is_sound_heap_header(Span whole) const noexcept {
  Bytes bytes(whole.subspan(kSignature));
  const std::uint64_t version = bytes.number(1), id = bytes.number(2), filter = bytes.number(2),
                      flags = bytes.number(1);
  const std::uint64_t largest = bytes.number(4);
  bytes.take(8);  // next identifier of a huge object
  const std::uint64_t huge_tree = bytes.number(8);
  bytes.take(8 + 8 + 8 + 8 + 8);  // free space and its manager, managed space, allocated, iterator
  const std::uint64_t managed = bytes.number(8);
  bytes.take(8);
  const std::uint64_t huge = bytes.number(8);
  bytes.take(8);
  const std::uint64_t tiny = bytes.number(8), width = bytes.number(2), start = bytes.number(8);
  const std::uint64_t most = bytes.number(8), bits = bytes.number(2);
  bytes.take(2);
  const std::uint64_t root = bytes.number(8), rows = bytes.number(2);
  const bool plain = version == 0 && filter == 0 && flags <= 3 && huge == 0 && tiny == 0 && huge_tree == kNowhere;
  const bool table = is_power_of_two(width, 1, 256) && is_power_of_two(most, 64, kLargestBlock) &&
                     is_power_of_two(start, 64, most) && bits >= 16 && bits <= 64 && most >> (bits - 1) == 0;
  return bytes.ok() && plain && table && (id == 7 || id == 8) && largest > 0 && largest <= most &&
         managed <= file_size && rows <= bits && (root == kNowhere || root < file_size);
}

bool FirstLook::is_sound_tree_header(Span whole) const noexcept {
  Bytes bytes(whole.subspan(kSignature));
  const std::uint64_t version = bytes.number(1), kind = bytes.number(1), node = bytes.number(4);
  const std::uint64_t record = bytes.number(2), depth = bytes.number(2), split = bytes.number(1),
                      merge = bytes.number(1);
  const std::uint64_t root = bytes.number(8), here = bytes.number(2), all = bytes.number(8);
  const bool fits = record >= 8 && record <= 64 && node >= 128 && node <= kLargestBlock && here * record + 10 <= node;
  const bool halves = split > 0 && split <= 100 && merge > 0 && merge < split;
  const bool names = (kind == 5 && record == 11) || (kind == 6 && record == 15) ||
                     (kind == kAttributeNames && record == kAttributeRecord) || (kind == 9 && record == 13);
  return bytes.ok() && version == 0 && names && fits && halves && depth <= 8 && here <= all &&
         all <= file_size / record && (root == kNowhere ? all == 0 : root < file_size && here > 0);
}

bool FirstLook::is_sound_leaf(Span whole) const noexcept {
  Bytes bytes(whole.subspan(kSignature));
  const std::uint64_t version = bytes.number(1), kind = bytes.number(1);
  if (version != 0) return false;
  // A record: heap identifier (8), flags, creation order (4), hash (4). What comes after the last record is 0.
  while (kind == kAttributeNames && bytes.left() >= kAttributeRecord + kChecksum) {
    const std::uint64_t identifier = bytes.number(8);
    const bool shared = (bytes.number(1) & 2) != 0;
    bytes.take(kAttributeRecord - 9);
    if (identifier == 0) break;
    if (shared) return false;
  }
  return true;
}

bool FirstLook::is_sound(Span bytes) const noexcept {
  if (begins_with(bytes, "OCHK")) return is_sound_continuation(bytes);
  if (begins_with(bytes, "FRHP")) return is_sound_heap_header(bytes);
  if (begins_with(bytes, "BTHD")) return is_sound_tree_header(bytes);
  if (begins_with(bytes, "BTLF")) return is_sound_leaf(bytes);
  return true;
}

}  // namespace syncbench::results::h5
