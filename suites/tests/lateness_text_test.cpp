#include "suites/suite/lateness_text.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "suites/suite/option_error.hpp"

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("lateness is a multiple of T0 or a time, and is written back as it was read") {
  const auto amounts = suite::amounts_from("0,0.5,10,200us,1.5ms,2s,30ns");
  REQUIRE(amounts.size() == 7);
  CHECK(amounts[0] == LatenessAmount{});
  CHECK(amounts[1] == LatenessAmount{.multiple = 0.5});
  CHECK(amounts[3] == LatenessAmount{.time = Nanos{200'000}});
  CHECK(amounts[4] == LatenessAmount{.time = Nanos{1'500'000}});
  std::vector<std::string> texts;
  for (const auto& each : amounts) texts.push_back(suite::text_of(each));
  CHECK(texts == std::vector<std::string>{"0", "0.5", "10", "200us", "1500us", "2s", "30ns"});
}

TEST_CASE("what is no lateness is refused with what one looks like") {
  CHECK_THROWS_WITH(suite::amounts_from("0,soon"), ContainsSubstring("'soon' is no lateness"));
  CHECK_THROWS_WITH(suite::amounts_from("-1"), ContainsSubstring("200us"));
  CHECK_THROWS_WITH(suite::amounts_from("-1us"), ContainsSubstring("200us"));
  CHECK_THROWS_WITH(suite::amounts_from("4000s"), ContainsSubstring("3600s"));
  CHECK_THROWS_WITH(suite::amounts_from("1e9"), ContainsSubstring("1000000"));
}

TEST_CASE("late ranks are listed or a word, and are written back as they were read") {
  for (const std::string text : {"1", "1,3", "all", "rotating", "random", "node:2"})
    CHECK(suite::text_of(suite::victims_from(text)) == text);
  CHECK_THROWS_WITH(suite::victims_from("1,x"), ContainsSubstring("'x' is no rank"));
  CHECK_THROWS_AS(suite::victims_from("node:x"), suite::OptionError);
}

TEST_CASE("where nobody says who is late it is the last rank, the last half, or all") {
  CHECK(suite::text_of(suite::usual_victims(LatenessShape::one_late, 4)) == "3");
  CHECK(suite::text_of(suite::usual_victims(LatenessShape::half_late, 5)) == "3,4");
  CHECK(suite::text_of(suite::usual_victims(LatenessShape::ramp, 4)) == "all");
  CHECK(suite::text_of(suite::usual_victims(LatenessShape::rotating, 4)) == "rotating");
}
