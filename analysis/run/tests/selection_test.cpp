#include "analysis/run/selection.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using Catch::Matchers::ContainsSubstring;

namespace {

results::PointHeader point(const std::string& id, std::int64_t bytes, const std::string& policy, double lateness) {
  return {id, {{"bytes_send", bytes}, {"policy", policy}, {"lateness", lateness}}, {}};
}

const std::vector<results::PointHeader>& points() {
  static const std::vector<results::PointHeader> all{point("p0", 8, "serial", 0.0), point("p1", 4096, "fused", 0.5),
                                                     point("p2", 65536, "bucketed:1M,25M", 2.0),
                                                     point("p3", 1048576, "serial", 10.0)};
  return all;
}

std::string chosen(const std::vector<std::string>& texts) {
  const Selection selection(texts);
  std::string ids;
  for (const auto& candidate : points()) ids += selection.matches(candidate) ? candidate.id : "";
  return ids;
}

void refuse(const std::vector<std::string>& texts, const std::string& part) {
  CHECK_THROWS_WITH(Selection(texts).require_a_match(points()), ContainsSubstring(part));
  try {
    Selection(texts).require_a_match(points());
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::usage);
  }
}

}  // namespace

TEST_CASE("without conditions every point is selected") { CHECK(chosen({}) == "p0p1p2p3"); }

TEST_CASE("numbers match by value, with binary suffixes") {
  CHECK(chosen({"bytes=8"}) == "p0");
  CHECK(chosen({"bytes=4K"}) == "p1");
  CHECK(chosen({"bytes=64KiB"}) == "p2");
  CHECK(chosen({"bytes_send=1M"}) == "p3");
  CHECK(chosen({"lateness=0.5"}) == "p1");
  CHECK(chosen({"lateness=10"}) == "p3");
  CHECK(chosen({"bytes=80"}).empty());
}

TEST_CASE("a range includes both ends and may be open") {
  CHECK(chosen({"bytes=8..4K"}) == "p0p1");
  CHECK(chosen({"bytes=9..65535"}) == "p1");
  CHECK(chosen({"bytes=64K.."}) == "p2p3");
  CHECK(chosen({"bytes=..8"}) == "p0");
  CHECK(chosen({"lateness=0.5..2"}) == "p1p2");
}

TEST_CASE("items without = continue the list of the key before them") {
  CHECK(chosen({"bytes=8,64K"}) == "p0p2");
  CHECK(chosen({"bytes=8,4K..64K"}) == "p0p1p2");
  CHECK(chosen({"policy=serial,fused"}) == "p0p1p3");
  CHECK(chosen({"bytes=8,1M,policy=fused,serial"}) == "p0p3");
}

TEST_CASE("all conditions have to hold, in one --where or in several") {
  CHECK(chosen({"policy=serial,bytes=8"}) == "p0");
  CHECK(chosen({"policy=serial", "bytes=1M"}) == "p3");
  CHECK(chosen({"bytes=8", "bytes=4K"}).empty());
}

TEST_CASE("a text that holds commas is found as neighbouring items") {
  CHECK(chosen({"policy=bucketed:1M,25M"}) == "p2");
  CHECK(chosen({"policy=fused,bucketed:1M,25M"}) == "p1p2");
  CHECK(chosen({"policy=bucketed:1M"}).empty());
  CHECK(chosen({"policy=ser"}).empty());
}

TEST_CASE("points can be chosen by id") { CHECK(chosen({"id=p1,p3"}) == "p1p3"); }

// Neighbouring int64 values share a double.
TEST_CASE("large whole numbers are told apart exactly") {
  const results::PointHeader seeded{"p", {{"seed", std::int64_t{9007199254740993}}}, {}};
  CHECK(Selection(std::vector<std::string>{"seed=9007199254740993"}).matches(seeded));
  CHECK_FALSE(Selection(std::vector<std::string>{"seed=9007199254740992"}).matches(seeded));
}

TEST_CASE("what is no condition is refused with an example") {
  for (const char* wrong : {"8", "=8", ",bytes=8"}) refuse({wrong}, "is no condition; write key=value");
  refuse({""}, "needs a condition");
  refuse({"bytes="}, "bytes has an empty value");
  refuse({"bytes=8,,9"}, "bytes has an empty value");
  refuse({"bytes=64K..8"}, "the range 64K..8 is empty");
}

TEST_CASE("a key that no point has is refused with the nearest one") {
  refuse({"polcy=serial"}, "no point has an attribute 'polcy'; did you mean policy?");
  refuse({"byte=8"}, "did you mean bytes?");
  refuse({"zzzzzzzzzzzz=8"}, "there are bytes, bytes_send, id, lateness, policy");
}

TEST_CASE("a condition that nothing meets is refused with the values there are") {
  refuse({"bytes=9"}, "no point has bytes=9; bytes is 8, 4096, 65536, 1048576");
  refuse({"policy=serial,bytes=4K"}, "no point fulfils all conditions together");
  refuse({"bytes=8,6A"}, "bytes is a number, '6A' is none");
  Selection(std::vector<std::string>{"bytes=8"}).require_a_match(points());
  Selection().require_a_match({});
}
