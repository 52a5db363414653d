#include "analysis/facts/load_findings.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using Catch::Matchers::ContainsSubstring;

namespace {

NodeFacts node(const std::string& begin, const std::string& end) {
  return {"n1", "/run/facts/0", parse_facts(begin), parse_facts(end)};
}

}  // namespace

TEST_CASE("a node that other processes use is named, with what they took") {
  const auto found = load_findings({node(R"({"counter": {"pressure.cpu.some_us": 1000000}})",
                                         R"({"counter": {"pressure.cpu.some_us": 40000000},
                                             "volatile": {"stat.others_share": 0.49}})")});
  REQUIRE(found.size() == 1);
  CHECK(found[0].cause == Cause::loaded);
  CHECK(found[0].ranks.empty());
  CHECK(found[0].hosts == std::vector<std::string>{"n1"});
  CHECK(found[0].share == 0.49);
  CHECK_THAT(found[0].what, ContainsSubstring("other processes took 49 % of the time of its processors"));
  CHECK_THAT(found[0].what, ContainsSubstring("for 39.0 s some process waited for a processor"));
}

TEST_CASE("a node that the ranks have nearly for themselves is not named") {
  CHECK(load_findings({node("{}", R"({"volatile": {"stat.others_share": 0.04}})")}).empty());
  CHECK(load_findings({node("{}", "{}")}).empty());
}

TEST_CASE("time that a hypervisor took is named for itself") {
  const auto found =
      load_findings({node(R"({"counter": {"stat.cpu0.user": 100, "stat.cpu0.idle": 0, "stat.cpu0.steal": 0}})",
                          R"({"counter": {"stat.cpu0.user": 180, "stat.cpu0.idle": 10, "stat.cpu0.steal": 10}})")});
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0].what, ContainsSubstring("took 10 % of the time of its processors away (steal)"));
}
