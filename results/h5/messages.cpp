#include "results/h5/messages.hpp"

#include <algorithm>

#include "results/h5/bytes.hpp"

namespace syncbench::results::h5 {
namespace {

constexpr std::uint64_t kNowhere = ~std::uint64_t{0};  // "undefined address"
constexpr unsigned kShared = 2;                        // flag of a message that lies elsewhere
constexpr int kDeepestType = 8;
constexpr unsigned kMostDimensions = 32;

enum Kind : unsigned {
  nil = 0x00,
  dataspace = 0x01,
  link_info = 0x02,
  datatype = 0x03,
  old_fill = 0x04,
  fill = 0x05,
  link = 0x06,
  layout = 0x08,
  group_info = 0x0A,
  filters = 0x0B,
  attribute = 0x0C,
  comment = 0x0D,
  continuation = 0x10,
  modified = 0x12,
  tree_sizes = 0x13,
  attribute_info = 0x15,
  references = 0x16,
  space_info = 0x17
};

bool is_inside(std::uint64_t address, std::uint64_t size, std::uint64_t file_size) noexcept {
  return address <= file_size && size <= file_size - address;
}

bool is_address(std::uint64_t address, std::uint64_t file_size) noexcept {
  return address == kNowhere || is_inside(address, 8, file_size);
}

// A name in so many bytes, its NUL included.
bool is_name(std::span<const unsigned char> bytes) noexcept {
  return bytes.size() > 1 && std::find(bytes.begin(), bytes.end(), 0) == bytes.end() - 1;
}

// Elements of a dataspace; nothing that fits 64 bits: 2^64 − 1.
struct Space {
  bool sound = false;
  std::uint64_t elements = 1;
};

Space space_of(Bytes bytes) noexcept {
  const std::uint64_t version = bytes.number(1), dimensions = bytes.number(1), flags = bytes.number(1);
  const std::uint64_t type = bytes.number(1);
  if (version == 1) bytes.take(4);
  if ((version != 1 && version != 2) || dimensions > kMostDimensions || flags > 1 || type > 2) return {};
  Space space{true, version == 2 && type == 2 ? 0U : 1U};
  for (std::uint64_t i = 0; i < dimensions; ++i) {
    if (__builtin_mul_overflow(space.elements, bytes.number(8), &space.elements)) space.elements = kNowhere;
  }
  if (flags == 1) bytes.take(8 * dimensions);
  space.sound = bytes.ok();
  return space;
}

bool is_sound_type(Bytes& bytes, int depth) noexcept;

// A member's name is padded to 8 bytes before version 3, and the rest depends on the version as well.
bool is_sound_member(Bytes& bytes, std::uint64_t version, std::uint64_t size, int depth) noexcept {
  std::size_t length = 0;
  for (bool ended = false; !ended; ++length) {
    ended = bytes.number(1) == 0;
    if (!bytes.ok()) return false;
  }
  if (version < 3) bytes.take((8 - length % 8) % 8);
  std::size_t width = 1;
  while (width < 8 && size >> (8 * width) != 0) ++width;
  const std::uint64_t offset = bytes.number(version < 3 ? 4 : width);
  if (version == 1) bytes.take(28);
  return bytes.ok() && offset < size && is_sound_type(bytes, depth + 1);
}

bool is_sound_compound(Bytes& bytes, std::uint64_t version, std::uint64_t members, std::uint64_t size,
                       int depth) noexcept {
  if (members == 0 || version > 3) return false;
  for (std::uint64_t i = 0; i < members; ++i) {
    if (!is_sound_member(bytes, version, size, depth)) return false;
  }
  return true;
}

// Numbers, texts and opaque bytes of fixed length, compounds of them, and texts of variable length; other classes are
// of no use to our schema.
bool is_sound_type(Bytes& bytes, int depth) noexcept {
  if (depth > kDeepestType) return false;
  const std::uint64_t both = bytes.number(1), version = both >> 4, bits = bytes.number(3), size = bytes.number(4);
  if (!bytes.ok() || version < 1 || version > 3 || size == 0) return false;
  switch (both & 15) {
    case 0:  // whole number
      bytes.take(4);
      return bytes.ok() && size <= 8;
    case 1:  // floating point number
      bytes.take(12);
      return bytes.ok() && size <= 16;
    case 3:  // text
      return true;
    case 5:  // opaque
      bytes.take(bits & 0xFF);
      return bytes.ok();
    case 6:
      return is_sound_compound(bytes, version, bits & 0xFFFF, size, depth);
    case 8: {  // enumeration: h5py's booleans
      const std::uint64_t members = bits & 0xFFFF;
      if (!is_sound_type(bytes, depth + 1)) return false;
      for (std::uint64_t i = 0; i < members && bytes.ok(); ++i) {
        std::size_t length = 1;
        while (bytes.number(1) != 0) ++length;
        if (version < 3) bytes.take((8 - length % 8) % 8);
      }
      bytes.take(members * size);
      return bytes.ok();
    }
    case 9:  // of variable length
      return size == 16 && is_sound_type(bytes, depth + 1);
    default:
      return false;
  }
}

std::uint64_t type_size(std::span<const unsigned char> bytes) noexcept {
  Bytes copy(bytes);
  copy.take(4);
  return copy.number(4);
}

bool is_whole_type(std::span<const unsigned char> body) noexcept {
  Bytes bytes(body);
  return is_sound_type(bytes, 0);
}

// Before version 3 the three parts are padded to 8 bytes each (version 1), and there is no character set.
bool is_sound_attribute(std::span<const unsigned char> body) noexcept {
  Bytes bytes(body);
  const std::uint64_t version = bytes.number(1), flags = bytes.number(1);
  const std::uint64_t name_size = bytes.number(2), type_bytes = bytes.number(2), space_bytes = bytes.number(2);
  if (version == 3) bytes.take(1);
  if (version < 1 || version > 3 || (version > 1 && flags != 0)) return false;
  const auto padded = [&](std::uint64_t size) { return version == 1 ? (size + 7) / 8 * 8 : size; };
  const auto name = bytes.take(padded(name_size)), type = bytes.take(padded(type_bytes)),
             space = bytes.take(padded(space_bytes));
  if (!bytes.ok() || !is_name(name.first(name_size)) || !is_whole_type(type.first(type_bytes))) return false;
  const Space extent = space_of(Bytes(space.first(space_bytes)));
  std::uint64_t data = 0;
  return extent.sound && !__builtin_mul_overflow(extent.elements, type_size(type), &data) && data <= bytes.left();
}

bool is_sound_link(std::span<const unsigned char> body, std::uint64_t file_size) noexcept {
  Bytes bytes(body);
  const std::uint64_t version = bytes.number(1), flags = bytes.number(1);
  const std::uint64_t type = (flags & 8) != 0 ? bytes.number(1) : 0;
  if ((flags & 4) != 0) bytes.take(8);
  if ((flags & 16) != 0) bytes.take(1);
  const auto name = bytes.take(bytes.number(std::size_t{1} << (flags & 3)));
  if (version != 1 || flags > 31 || name.empty() || std::find(name.begin(), name.end(), 0) != name.end()) return false;
  if (type == 0) return is_inside(bytes.number(8), 8, file_size) && bytes.ok();
  const auto value = bytes.take(bytes.number(2));
  return bytes.ok() && !value.empty();  // soft or external: found out and refused later
}

// Where the heap and the trees of many links or attributes lie; `counter` bytes count them if they are counted.
bool is_sound_info(std::span<const unsigned char> body, std::size_t counter, std::uint64_t file_size) noexcept {
  Bytes bytes(body);
  const std::uint64_t version = bytes.number(1), flags = bytes.number(1);
  if ((flags & 1) != 0) bytes.take(counter);
  bool sound = version == 0 && flags <= 3;
  for (int i = 0; i < ((flags & 2) != 0 ? 3 : 2); ++i) sound &= is_address(bytes.number(8), file_size);
  return sound && bytes.ok();
}

// Version 3: compact, contiguous, or chunks found by a version 1 B-tree. Later kinds are HDF5's own business.
bool is_sound_layout(std::span<const unsigned char> body, std::uint64_t file_size) noexcept {
  Bytes bytes(body);
  const std::uint64_t version = bytes.number(1), kind = bytes.number(1);
  if (version != 3) return version == 4;
  if (kind == 0) {
    const std::uint64_t size = bytes.number(2);
    return bytes.take(size).size() == size && bytes.ok();
  }
  if (kind == 1) {
    const std::uint64_t address = bytes.number(8), size = bytes.number(8);
    return bytes.ok() && (address == kNowhere || is_inside(address, size, file_size));
  }
  const std::uint64_t dimensions = bytes.number(1);
  bool sound = kind == 2 && dimensions >= 2 && dimensions <= kMostDimensions + 1;
  sound &= is_address(bytes.number(8), file_size);
  for (std::uint64_t i = 0; i < dimensions; ++i) sound &= bytes.number(4) > 0;
  return sound && bytes.ok();
}

// Only filters that are part of HDF5: deflate, shuffle, a checksum. Others would be looked for as libraries.
bool are_sound_filters(std::span<const unsigned char> body) noexcept {
  Bytes bytes(body);
  const std::uint64_t version = bytes.number(1), count = bytes.number(1);
  if (version == 1) bytes.take(6);
  if (version < 1 || version > 2 || count > kMostDimensions) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t filter = bytes.number(2), name = version == 1 ? bytes.number(2) : 0;
    bytes.take(2);
    const std::uint64_t values = bytes.number(2);
    bytes.take((name + 7) / 8 * 8);
    bytes.take(4 * (values + (version == 1 ? values % 2 : 0)));
    if (filter < 1 || filter > 3) return false;
  }
  return bytes.ok();
}

bool is_sound_continuation(std::span<const unsigned char> body, std::uint64_t file_size) noexcept {
  Bytes bytes(body);
  const std::uint64_t address = bytes.number(8), size = bytes.number(8);
  return bytes.ok() && size >= 8 && is_inside(address, size, file_size);
}

// Version 3 says with its flags whether there is a value; before, a byte does.
bool is_sound_fill(std::span<const unsigned char> body) noexcept {
  Bytes bytes(body);
  const std::uint64_t version = bytes.number(1);
  if (version < 1 || version > 3) return false;
  const std::uint64_t flags = version == 3 ? bytes.number(1) : 0;
  if (version < 3) bytes.take(2);
  const bool defined = version == 3 ? (flags & 32) != 0 : version == 1 || bytes.number(1) != 0;
  if (version == 1) bytes.take(1);
  if (!defined) return bytes.ok();
  const std::uint64_t size = bytes.number(4);
  bytes.take(size > 0x7FFF'FFFF ? 0 : size);  // −1: not defined after all
  return bytes.ok();
}

}  // namespace

bool is_sound_message(unsigned kind, unsigned flags, std::span<const unsigned char> body,
                      std::uint64_t file_size) noexcept {
  if ((flags & kShared) != 0) return false;
  switch (kind) {
    case dataspace:
      return space_of(Bytes(body)).sound;
    case link_info:
      return is_sound_info(body, 8, file_size);
    case attribute_info:
      return is_sound_info(body, 2, file_size);
    case datatype:
      return is_whole_type(body);
    case fill:
      return is_sound_fill(body);
    case link:
      return is_sound_link(body, file_size);
    case layout:
      return is_sound_layout(body, file_size);
    case filters:
      return are_sound_filters(body);
    case attribute:
      return is_sound_attribute(body);
    case continuation:
      return is_sound_continuation(body, file_size);
    case old_fill:
    case comment:
      return Bytes(body).left() >= 4;
    case nil:
      return true;
    case group_info:
    case modified:
    case tree_sizes:
    case references:
    case space_info:
      return body.size() >= 2;
    default:
      return false;
  }
}

}  // namespace syncbench::results::h5
