#include <cstdint>
#include <vector>

#include <syncbench/results/h5/global_heap.hpp>
#include <syncbench/testing/catch.hpp>

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

}  // namespace

TEST_CASE("a heap collection is known by its signature and says its size") {
  CHECK(heap_collection_size(collection()) == 88);
  Bytes other = collection();
  other[0] = 'T';
  CHECK_FALSE(heap_collection_size(other).has_value());
  CHECK_FALSE(heap_collection_size(first(15)).has_value());
}

TEST_CASE("objects that fill a collection exactly are sound") {
  CHECK(is_sound_heap_collection(collection()));
  CHECK(is_sound_heap_collection(collection(7, 8)));
  CHECK(is_sound_heap_collection(first(64)));  // without free space at the end
}

TEST_CASE("an object that is too large or too small for its place is found") {
  CHECK_FALSE(is_sound_heap_collection(collection(2, 16)));
  CHECK_FALSE(is_sound_heap_collection(collection(2, 0)));
  CHECK_FALSE(is_sound_heap_collection(collection(2, ~std::uint64_t{0})));
  CHECK_FALSE(is_sound_heap_collection(collection(2, ~std::uint64_t{0} - 14)));
}

TEST_CASE("two objects of the same index are found") { CHECK_FALSE(is_sound_heap_collection(collection(1, 8))); }
