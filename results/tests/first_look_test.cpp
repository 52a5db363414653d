#include "results/h5/first_look.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cmake/testing/catch.hpp"
#include "results/h5/messages.hpp"

using namespace syncbench::results::h5;

namespace {

constexpr std::uint64_t kFileSize = 10'000;

// Bytes as the format specification puts them side by side.
class Built {
 public:
  Built& text(std::string_view more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
    return *this;
  }
  Built& number(std::uint64_t value, int count) {
    for (int i = 0; i < count; ++i) bytes.push_back(static_cast<unsigned char>(value >> (8 * i)));
    return *this;
  }
  Built& all(const Built& other) {
    bytes.insert(bytes.end(), other.bytes.begin(), other.bytes.end());
    return *this;
  }
  std::vector<unsigned char> bytes;
};

// int64: class 0, version 1; signed; 8 bytes; offset 0, precision 64.
Built int64_type() { return Built().number(0x10, 1).number(8, 3).number(8, 4).number(0, 2).number(64, 2); }

// Version 2, simple, one dimension.
Built space(std::uint64_t extent) {
  return Built().number(2, 1).number(1, 1).number(0, 1).number(1, 1).number(extent, 8);
}

// Attribute message, version 3: an array of int64.
Built attribute(std::string_view name_with_nul, std::uint64_t extent, std::size_t data) {
  return Built()
      .number(3, 1)
      .number(0, 1)
      .number(name_with_nul.size(), 2)
      .number(12, 2)
      .number(12, 2)
      .number(0, 1)
      .text(name_with_nul)
      .all(int64_type())
      .all(space(extent))
      .text(std::string(data, 'd'));
}

bool is_sound(unsigned kind, const Built& body) { return is_sound_message(kind, 0, body.bytes, kFileSize); }

Built message(unsigned kind, const Built& body) {
  return Built().number(kind, 1).number(body.bytes.size(), 2).number(0, 1).all(body);
}

// Version 2 without times; the size of the first chunk in one byte.
Built header(const Built& messages) {
  return Built().text("OHDR").number(2, 1).number(0, 1).number(messages.bytes.size(), 1).all(messages);
}

struct Heap {
  std::uint64_t identifier = 8, filters = 0, huge = 0, width = 4, start = 512, most = 65536, bits = 40;
  Built bytes() const {
    constexpr std::uint64_t kNowhere = ~std::uint64_t{0};
    Built built;
    built.text("FRHP").number(0, 1).number(identifier, 2).number(filters, 2).number(2, 1).number(4096, 4);
    built.number(1, 8).number(kNowhere, 8).number(100, 8).number(5000, 8).number(512, 8).number(512, 8).number(512, 8);
    built.number(9, 8).number(0, 8).number(huge, 8).number(0, 8).number(0, 8).number(width, 2).number(start, 8);
    built.number(most, 8).number(bits, 2).number(1, 2).number(6000, 8).number(0, 2).number(0, 4);
    return built;
  }
  bool is_sound() const { return FirstLook{kFileSize}.is_sound(bytes().bytes); }
};

struct Tree {
  std::uint64_t kind = 8, node = 512, record = 17, depth = 0, split = 100, merge = 40, root = 7000, here = 9;
  bool is_sound() const {
    Built built;
    built.text("BTHD").number(0, 1).number(kind, 1).number(node, 4).number(record, 2).number(depth, 2);
    built.number(split, 1).number(merge, 1).number(root, 8).number(here, 2).number(here, 8).number(0, 4);
    return FirstLook{kFileSize}.is_sound(built.bytes);
  }
};

}  // namespace

TEST_CASE("an attribute is sound if its name ends and its values are there") {
  using namespace std::string_view_literals;
  CHECK(is_sound(0x0C, attribute("unit\0"sv, 2, 16)));
  CHECK_FALSE(is_sound(0x0C, attribute("unit"sv, 2, 16)));
  CHECK_FALSE(is_sound(0x0C, attribute("un\0it\0"sv, 2, 16)));
  CHECK_FALSE(is_sound(0x0C, attribute("\0"sv, 2, 16)));
  CHECK_FALSE(is_sound(0x0C, attribute("unit\0"sv, 2, 15)));
  CHECK_FALSE(is_sound(0x0C, attribute("unit\0"sv, std::uint64_t{1} << 61, 16)));  // times 8 is 0 modulo 2^64
}

TEST_CASE("a shared message is refused, whatever it says") {
  CHECK_FALSE(is_sound_message(0x03, 2, int64_type().bytes, kFileSize));
}

TEST_CASE("a type that contains types without end is refused") {
  Built nested = int64_type();
  for (int depth = 0; depth < 8; ++depth) nested = Built().number(0x19, 1).number(0, 3).number(16, 4).all(nested);
  CHECK(is_sound(0x03, nested));
  nested = Built().number(0x19, 1).number(0, 3).number(16, 4).all(nested);
  CHECK_FALSE(is_sound(0x03, nested));
}

TEST_CASE("a compound needs members, and room for each") {
  const auto compound = [](std::uint64_t members, std::uint64_t offset) {
    return Built()
        .number(0x36, 1)
        .number(members, 3)
        .number(8, 4)
        .text(std::string_view("a\0", 2))
        .number(offset, 1)
        .all(int64_type());
  };
  CHECK(is_sound(0x03, compound(1, 0)));
  CHECK_FALSE(is_sound(0x03, compound(0, 0)));
  CHECK_FALSE(is_sound(0x03, compound(2, 0)));
  CHECK_FALSE(is_sound(0x03, compound(1, 8)));
}

TEST_CASE("filters that HDF5 would look for in libraries are refused") {
  const auto filter = [](std::uint64_t number) {
    return Built().number(2, 1).number(1, 1).number(number, 2).number(0, 2).number(1, 2).number(1, 4);
  };
  CHECK(is_sound(0x0B, filter(1)));
  CHECK(is_sound(0x0B, filter(2)));
  CHECK_FALSE(is_sound(0x0B, filter(32015)));
}

TEST_CASE("chunks without an extent are refused") {
  const auto layout = [](std::uint64_t second) {
    return Built().number(3, 1).number(2, 1).number(3, 1).number(400, 8).number(1, 4).number(second, 4).number(8, 4);
  };
  CHECK(is_sound(0x08, layout(5)));
  CHECK_FALSE(is_sound(0x08, layout(0)));
}

TEST_CASE("what leads out of the file is refused") {
  CHECK(is_sound(0x10, Built().number(9'000, 8).number(1'000, 8)));
  CHECK_FALSE(is_sound(0x10, Built().number(9'000, 8).number(1'001, 8)));
  CHECK_FALSE(is_sound(0x06, Built().number(1, 1).number(0, 1).number(1, 1).text("a").number(20'000, 8)));
  CHECK(is_sound(0x06, Built().number(1, 1).number(0, 1).number(1, 1).text("a").number(5'000, 8)));
}

TEST_CASE("messages fill their object header, and unknown kinds are refused") {
  FirstLook look{kFileSize};
  const Built one = message(0x03, int64_type());
  CHECK(object_header_size(header(one).bytes) == 7 + 16);
  CHECK(look.is_sound_header(header(one).bytes));
  CHECK(look.is_sound_header(header(Built().all(one).text("gap")).bytes));
  CHECK_FALSE(look.is_sound_header(header(message(0x11, int64_type())).bytes));  // an old group
  Built longer = one;
  longer.bytes[1] = 13;
  CHECK_FALSE(look.is_sound_header(header(longer).bytes));
  CHECK_FALSE(object_header_size(Built().text("OHDX").text(std::string(40, 0)).bytes).has_value());
}

TEST_CASE("a heap that HDF5 cannot count with is refused") {
  CHECK(Heap{}.is_sound());
  CHECK_FALSE(Heap{.width = 0}.is_sound());
  CHECK_FALSE(Heap{.width = 3}.is_sound());
  CHECK_FALSE(Heap{.start = 0}.is_sound());
  CHECK_FALSE(Heap{.start = 131072}.is_sound());
  CHECK_FALSE(Heap{.most = std::uint64_t{1} << 40}.is_sound());
  CHECK_FALSE(Heap{.bits = 0}.is_sound());
  CHECK_FALSE(Heap{.identifier = 4096}.is_sound());
  CHECK_FALSE(Heap{.filters = 1}.is_sound());
  CHECK_FALSE(Heap{.huge = 1}.is_sound());
}

TEST_CASE("a tree that HDF5 cannot count with is refused") {
  CHECK(Tree{}.is_sound());
  CHECK_FALSE(Tree{.node = 0}.is_sound());
  CHECK_FALSE(Tree{.record = 0}.is_sound());
  CHECK_FALSE(Tree{.record = 11}.is_sound());
  CHECK_FALSE(Tree{.depth = 1000}.is_sound());
  CHECK_FALSE(Tree{.split = 0}.is_sound());
  CHECK_FALSE(Tree{.root = kFileSize}.is_sound());
  CHECK_FALSE(Tree{.here = 30}.is_sound());  // 30 records of 17 bytes in a node of 512
}

TEST_CASE("a record that leads to a heap of shared messages is refused") {
  const auto node = [](std::uint64_t flags) {
    return Built()
        .text("BTLF")
        .number(0, 1)
        .number(8, 1)
        .number(0x1234, 8)
        .number(flags, 1)
        .number(0, 4)
        .number(7, 4)
        .text(std::string(60, 0));
  };
  CHECK(FirstLook{kFileSize}.is_sound(node(0).bytes));
  CHECK_FALSE(FirstLook{kFileSize}.is_sound(node(2).bytes));
}
