#include "harness/measure/batch_size.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using measure::next_batch_size;

namespace {
constexpr Nanos kPlenty{60'000'000'000};
}

TEST_CASE("the first batch is small: nothing is known of its length") {
  CHECK(next_batch_size(0, Nanos{0}, kPlenty) == 4);
}

TEST_CASE("a batch grows to what fits its time, but no faster than fourfold") {
  CHECK(next_batch_size(4, Nanos{4'000}, kPlenty) == 16);               // 1 µs each: 200,000 would fit
  CHECK(next_batch_size(1'000, Nanos{200'000'000}, kPlenty) == 1'000);  // 200 µs each
}

TEST_CASE("a batch has so few iterations that a point still ends when they become a thousand times slower") {
  CHECK(next_batch_size(1'000, Nanos{1'000'000}, kPlenty) == 2'048);  // 1 µs each: 4,000 and 200,000 would fit
  CHECK(next_batch_size(2'048, Nanos{2'048'000}, kPlenty) == 2'048);
}

TEST_CASE("a batch of iterations that take longer than it may shrinks to one") {
  CHECK(next_batch_size(4, Nanos{4'000'000'000}, kPlenty) == 1);
  CHECK(next_batch_size(4, Nanos{200'000'000}, kPlenty) == 4);
}

TEST_CASE("a batch does not outlast the time that the point has left") {
  CHECK(next_batch_size(1000, Nanos{1'000'000}, Nanos{50'000}) == 50);
  CHECK(next_batch_size(1000, Nanos{1'000'000}, Nanos{-1}) == 1);
}

TEST_CASE("a batch that took no measurable time still grows") { CHECK(next_batch_size(4, Nanos{0}, kPlenty) == 16); }
