#include "harness/core/text.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;

TEST_CASE("whole numbers are decimal digits and nothing else") {
  CHECK(parse_whole("1050") == 1050);
  CHECK(parse_whole("-3") == -3);
  CHECK(parse_whole("+3") == 3);
  for (const char* wrong : {"", "1e3", "1.0", "0x10", " 1", "1 ", "9223372036854775808", "--1"})
    CHECK_FALSE(parse_whole(wrong));
}

TEST_CASE("sizes are bytes or carry a binary suffix") {
  CHECK(parse_bytes("8") == Bytes{8});
  CHECK(parse_bytes("4K") == Bytes{4096});
  CHECK(parse_bytes("4k") == Bytes{4096});
  CHECK(parse_bytes("64KiB") == Bytes{65536});
  CHECK(parse_bytes("1MB") == Bytes{1048576});
  CHECK(parse_bytes("100B") == Bytes{100});
  CHECK(parse_bytes("2G") == Bytes{2147483648});
  for (const char* wrong : {"", "K", "B", "4Q", "-1", "1.5K", "5iB", "9999999999G", "4KK"})
    CHECK_FALSE(parse_bytes(wrong));
}

TEST_CASE("a size is shown in the shortest form that is exact") {
  CHECK(bytes_text(Bytes{8}) == "8");
  CHECK(bytes_text(Bytes{1960000}) == "1960000");
  CHECK(bytes_text(Bytes{65536}) == "64K");
  CHECK(bytes_text(Bytes{4194304}) == "4M");
  CHECK(bytes_text(Bytes{0}) == "0");
}

TEST_CASE("splitting keeps empty parts, joining undoes it") {
  CHECK(split("a,,b", ',') == std::vector<std::string>{"a", "", "b"});
  CHECK(split("", ',').empty());
  CHECK(join(split("a,,b", ','), ",") == "a,,b");
}

TEST_CASE("the nearest name is the one with the fewest typing errors, if it is near at all") {
  const std::vector<std::string> names{"smallpkt", "skew", "strided", "init"};
  CHECK(nearest("smalpkt", names) == "smallpkt");
  CHECK(nearest("smallpkt", names) == "smallpkt");
  CHECK(nearest("sekw", names) == "skew");
  CHECK(nearest("zzzzzzzzzzzz", names) == std::nullopt);
  CHECK(nearest("x", {}) == std::nullopt);
}
