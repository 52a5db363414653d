#include "harness/core/fixed_text.hpp"

#include "harness/cmake/testing/catch.hpp"

using syncbench::FixedText;

TEST_CASE("a fixed text grows by texts and numbers") {
  FixedText<32> text("rank ");
  text += std::uint64_t{18446744073709551615U};
  text += " on n1";
  CHECK(text.view() == "rank 18446744073709551615 on n1");
}

TEST_CASE("a fixed text keeps what fits and cuts off the rest") {
  FixedText<4> text("abc");
  text += "def";
  CHECK(text.view() == "abcd");
  text += std::uint64_t{7};
  CHECK(text.view() == "abcd");
  text.clear();
  CHECK(text.empty());
}
