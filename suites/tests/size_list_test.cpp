#include "suites/suite/size_list.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "suites/suite/option_error.hpp"

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;
using suite::sizes_from;

namespace {

std::vector<std::size_t> counts(const char* text) {
  std::vector<std::size_t> all;
  for (const Bytes size : sizes_from(text)) all.push_back(size.count);
  return all;
}

}  // namespace

TEST_CASE("a range doubles, or steps by its factor, and does not pass its end") {
  CHECK(counts("8:64") == std::vector<std::size_t>{8, 16, 32, 64});
  CHECK(counts("8:100") == std::vector<std::size_t>{8, 16, 32, 64});
  CHECK(counts("1K:64K:x8") == std::vector<std::size_t>{1024, 8192, 65536});
  CHECK(counts("8:8") == std::vector<std::size_t>{8});
  CHECK(sizes_from("8:4M").size() == 20);
}

TEST_CASE("lists may hold sizes and ranges, in any order and repeated") {
  CHECK(counts("64K,8,1K") == std::vector<std::size_t>{8, 1024, 65536});
  CHECK(counts("8:32,16,100") == std::vector<std::size_t>{8, 16, 32, 100});
}

TEST_CASE("the largest range there is ends") { CHECK(sizes_from("1:1T").size() == 41); }

TEST_CASE("a size that no machine has is refused with the largest one") {
  CHECK(sizes_from("1T") == std::vector{Bytes{std::size_t{1} << 40}});
  CHECK_THROWS_WITH(sizes_from("1025G"), ContainsSubstring("1025G is too large; the largest size is 1T"));
  CHECK_THROWS_WITH(sizes_from("8:4000000T"), ContainsSubstring("4000000T is too large"));
}

TEST_CASE("wrong sizes are refused with the nearest that is right") {
  CHECK_THROWS_WITH(sizes_from("8:4"), ContainsSubstring("did you mean 4:8?"));
  CHECK_THROWS_WITH(sizes_from("eight"), ContainsSubstring("'eight' is not a size"));
  CHECK_THROWS_WITH(sizes_from("0"), ContainsSubstring("the smallest size is 1"));
  CHECK_THROWS_WITH(sizes_from("8:64:3"), ContainsSubstring("'3' is not a step"));
  CHECK_THROWS_WITH(sizes_from("8:64:x1"), ContainsSubstring("steps are x2 or more"));
  CHECK_THROWS_WITH(sizes_from("8:16:x2:x3"), ContainsSubstring("is not a range"));
  CHECK_THROWS_WITH(sizes_from(""), ContainsSubstring("at least one size"));
  CHECK_THROWS_WITH(sizes_from("8,,16"), ContainsSubstring("'' is not a size"));
}
