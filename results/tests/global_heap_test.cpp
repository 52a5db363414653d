#include "results/h5/global_heap.hpp"

#include <cstdint>
#include <vector>

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench::results::h5;

namespace {

using Bytes = std::vector<unsigned char>;

void append(Bytes& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<unsigned char>(value >> (8 * i)));
}

void append_object(Bytes& bytes, std::uint64_t index, std::uint64_t size, std::size_t data) {
  append(bytes, index, 2);
  append(bytes, 1, 2);  // reference count
  append(bytes, 0, 4);
  append(bytes, size, 8);
  bytes.insert(bytes.end(), data, 'x');
}

// As the format specification says: header of 16 bytes, object 1 of 5 bytes in 8, object 2 of 8 bytes, free space of 24
// bytes, header included. 16 + 24 + 24 + 24 = 88 bytes.
Bytes collection(std::uint64_t second_index = 2, std::uint64_t second_size = 8) {
  Bytes bytes{'G', 'C', 'O', 'L', 1, 0, 0, 0};
  append(bytes, 88, 8);
  append_object(bytes, 1, 5, 8);
  append_object(bytes, second_index, second_size, 8);
  append_object(bytes, 0, 24, 8);
  return bytes;
}

Bytes first(std::size_t count) {
  Bytes bytes = collection();
  bytes.resize(count);
  return bytes;
}

bool is_sound(Bytes bytes) { return HeapCollection::parse(std::move(bytes)).has_value(); }

// The first bytes of a collection, as a collection that says it is so long.
Bytes sound_first(std::size_t count) {
  Bytes bytes = first(count);
  bytes[8] = static_cast<unsigned char>(count);
  return bytes;
}

}  // namespace

TEST_CASE("a heap collection is known by its signature and says its size") {
  CHECK(heap_collection_size(collection()) == 88);
  Bytes other = collection();
  other[0] = 'T';
  CHECK_FALSE(heap_collection_size(other).has_value());
  CHECK_FALSE(heap_collection_size(first(15)).has_value());
}

TEST_CASE("objects that fill a collection exactly are sound") {
  CHECK(is_sound(collection()));
  CHECK(is_sound(collection(7, 8)));
  CHECK(is_sound(sound_first(64)));  // without free space at the end
}

TEST_CASE("an object that is too large or too small for its place is found") {
  CHECK_FALSE(is_sound(collection(2, 16)));
  CHECK_FALSE(is_sound(collection(2, 0)));
  CHECK_FALSE(is_sound(collection(2, ~std::uint64_t{0})));
  CHECK_FALSE(is_sound(collection(2, ~std::uint64_t{0} - 14)));
}

TEST_CASE("objects are found by their index, with as many bytes as they say") {
  const auto heap = HeapCollection::parse(collection(7, 8));
  REQUIRE(heap.has_value());
  CHECK(heap->object(1) == "xxxxx");
  CHECK(heap->object(7) == "xxxxxxxx");
  CHECK_FALSE(heap->object(2).has_value());
  CHECK_FALSE(heap->object(0).has_value());  // free space
}

TEST_CASE("a collection that is longer or shorter than it says is not sound") {
  CHECK_FALSE(is_sound(first(64)));
  Bytes longer = collection();
  longer.resize(96);
  CHECK_FALSE(is_sound(longer));
}

TEST_CASE("a reference is a length, the address of a collection and an index, little-endian") {
  const Bytes bytes{0x05, 0x01, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0x02, 0x07, 0, 0, 0};
  const TextReference reference = text_reference(bytes);
  CHECK(reference.length == 0x105);
  CHECK(reference.collection == 0x0200'0000'0000'1000);
  CHECK(reference.index == 7);
}

TEST_CASE("two objects of the same index are found") { CHECK_FALSE(is_sound(collection(1, 8))); }
