#include "results/model.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench::results;

TEST_CASE("a whole number is written in plain digits") {
  CHECK(text_of(std::int64_t{-42}) == "-42");
  CHECK(text_of(std::numeric_limits<std::int64_t>::max()) == "9223372036854775807");
}

TEST_CASE("a real number is written with the fewest digits that give it back") {
  CHECK(text_of(0.5) == "0.5");
  CHECK(text_of(0.1) == "0.1");
  CHECK(text_of(1.0 / 3.0) == "0.3333333333333333");
}

TEST_CASE("text is written as it is") { CHECK(text_of(std::string("all-to-all")) == "all-to-all"); }
