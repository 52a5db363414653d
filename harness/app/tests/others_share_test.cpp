#include "harness/app/others_share.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;

namespace {

// One processor's ticks, of 10 ms, and one rank's processor time.
std::string facts(int user, int idle, int steal, long long cpu_ns) {
  return R"({"config": {"stat.ticks_per_second": 100}, "volatile": {}, "counter": {"stat.cpu3.user": )" +
         std::to_string(user) + R"(, "stat.cpu3.idle": )" + std::to_string(idle) + R"(, "stat.cpu3.steal": )" +
         std::to_string(steal) + R"(, "rank.0.cpu_ns": )" + std::to_string(cpu_ns) +
         R"(, "stat.cpu4.user": {"unreadable": "no such line"}}})";
}

}  // namespace

TEST_CASE("what others took of the ranks' processors is busy time without the ranks' own") {
  // 100 ticks, of them 60 + 15 busy; the rank had 0.5 s of them, which is 50 ticks.
  const auto share = app::others_share(facts(1'000, 500, 0, 7'000'000'000), facts(1'060, 525, 15, 7'500'000'000));
  REQUIRE(share);
  CHECK(*share == 0.25);
}

TEST_CASE("ticks are coarse: others take no less than nothing") {
  CHECK(app::others_share(facts(0, 0, 0, 0), facts(10, 90, 0, 104'000'000)) == 0.0);
}

TEST_CASE("where the facts do not tell nothing is said") {
  CHECK_FALSE(app::others_share(facts(5, 5, 5, 5), facts(5, 6, 5, 5)));
  const std::string none = R"({"config": {}, "volatile": {}, "counter": {}})";
  CHECK_FALSE(app::others_share(none, none));
  CHECK(app::with_others_share(none, none) == none);
  CHECK_THAT(app::with_others_share(facts(0, 0, 0, 0), facts(100, 0, 0, 0)),
             ContainsSubstring(R"("stat.others_share":1.0)"));
}
