#include "harness/machine/placement.hpp"

#include <string>
#include <vector>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/machine/processor_list.hpp"

using namespace syncbench;
using namespace syncbench::machine;

namespace {

// The rank numbers are the parameters' own: rows are ranks.
std::vector<Rank> ranks(std::vector<int> values) {
  std::vector<Rank> result;
  for (const int value : values) result.push_back(Rank{value});
  return result;
}

std::vector<PlacementFinding> judge(const std::vector<RankBinding>& rows, const std::vector<NodeSize>& nodes) {
  return placement_findings(rows, nodes);
}

const NodeSize kSmall{"n1", 2, 2, {}};
const NodeSize kLarge{"n1", 32, 32, {}};
const NodeSize kThreads{"n1", 4, 2, {}};  // processors 0 and 2 are core 0, 1 and 3 are core 1

}  // namespace

TEST_CASE("ranks that are each bound to a core of their own are fine") {
  CHECK(judge({{{0}, "0", "0"}, {{0}, "1", "1"}, {{1}, "0", "0"}}, {kSmall, kSmall}).empty());
  CHECK(judge({{{0}, "0,2", "0"}, {{0}, "1,3", "1"}}, {kThreads}).empty());
  CHECK(judge({{{0}, "0-15", "0-15"}, {{0}, "0-15", "0-15"}}, {kLarge}).empty());
  CHECK(judge({}, {}).empty());
}

TEST_CASE("more ranks than processors that they may run on are oversubscribed, and not called unbound too") {
  const auto findings =
      judge({{{0}, "0-1", "0-1"}, {{0}, "0-1", "0-1"}, {{0}, "0-1", "0-1"}, {{0}, "0-1", "0-1"}}, {kSmall});
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == PlacementProblem::oversubscribed);
  CHECK(findings[0].ranks == ranks({0, 1, 2, 3}));
  CHECK(findings[0].sentence ==
        "4 ranks share 2 processors on node 0 (n1): waiting ranks must yield, and times are those of an oversubscribed "
        "machine");
}

TEST_CASE("a job with a part of the node is oversubscribed by what it may use, not by what the node has") {
  const auto findings = judge({{{0}, "4-5", "4-5"}, {{0}, "4-5", "4-5"}, {{0}, "4-5", "4-5"}}, {kLarge});
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == PlacementProblem::oversubscribed);
  CHECK(findings[0].sentence.starts_with("3 ranks share 2 processors on node 0 (n1): "));
}

TEST_CASE("the same numbers on several nodes are one finding") {
  const std::vector<RankBinding> rows{{{0}, "0-1", ""}, {{1}, "0-1", ""}, {{2}, "0-1", ""},
                                      {{0}, "0-1", ""}, {{1}, "0-1", ""}, {{2}, "0-1", ""},
                                      {{0}, "0-1", ""}, {{1}, "0-1", ""}, {{2}, "0", ""}};
  const auto findings = judge(rows, {kSmall, {"n2", 2, 2, {}}, {"n3", 2, 2, {}}});
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].node == NodeIndex{0});
  CHECK(findings[0].ranks == ranks({0, 1, 2, 3, 4, 5, 6, 7, 8}));
  CHECK(findings[0].sentence.starts_with("3 ranks share 2 processors on node 0 (n1) and so on 2 more nodes: "));
}

TEST_CASE("ranks that are bound to the same single core are named") {
  const auto findings = judge({{{0}, "5", "5"}, {{0}, "6", "6"}, {{0}, "5", "5"}}, {kLarge});
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == PlacementProblem::shared_core);
  CHECK(findings[0].ranks == ranks({0, 2}));
  CHECK(findings[0].sentence ==
        "2 ranks are bound to one and the same core on node 0 (n1): they stop each other while other cores are free; "
        "try srun --cpu-bind=cores or mpirun --bind-to core");
}

TEST_CASE("ranks on different hardware threads of one core share it") {
  const auto findings = judge({{{0}, "0", "0"}, {{0}, "2", "0"}}, {kThreads});
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == PlacementProblem::shared_core);
}

TEST_CASE("more ranks than cores but not than hardware threads are told apart from oversubscription") {
  const auto findings = judge({{{0}, "0", "0"}, {{0}, "2", "0"}, {{0}, "1,3", "1"}, {{0}, "1,3", "1"}}, {kThreads});
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == PlacementProblem::shared_threads);
  CHECK(findings[0].sentence.starts_with("4 ranks share 2 cores on node 0 (n1): "));
}

TEST_CASE("ranks that may run everywhere are not bound") {
  const auto all = judge({{{0}, "0-31", "0-31"}, {{0}, "0-31", "0-31"}}, {kLarge});
  REQUIRE(all.size() == 1);
  CHECK(all[0].kind == PlacementProblem::unbound);
  CHECK(all[0].sentence ==
        "ranks are not bound: rank 0 may run on 32 processors; try srun --cpu-bind=cores or mpirun --bind-to core");
  const auto some = judge({{{0}, "0", "0"}, {{0}, "0-31", "0-31"}}, {kLarge});
  REQUIRE(some.size() == 1);
  CHECK(some[0].ranks == ranks({1}));
  CHECK(some[0].sentence.starts_with("1 of 2 ranks are not bound: rank 1 may run on 32 processors; "));
}

TEST_CASE("one processor is all there is: a rank on it is not unbound") {
  CHECK(judge({{{0}, "0", "0"}}, {{"n1", 1, 1, {}}}).empty());
}

TEST_CASE("a CPU quota below the number of ranks is found even where processors are enough") {
  const auto findings = judge({{{0}, "0", "0"}, {{0}, "1", "1"}}, {{"n1", 2, 2, 1.5}});
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == PlacementProblem::over_quota);
  CHECK(findings[0].sentence.starts_with("2 ranks have a CPU quota of 1.5 processors on node 0 (n1): "));
  CHECK(judge({{{0}, "0", "0"}, {{0}, "1", "1"}}, {{"n1", 2, 2, 2.0}}).empty());
}

TEST_CASE("a rank whose processors are not known is said to be so") {
  const auto findings = judge({{{0}, "0", "0"}, {{0}, "", ""}, {{0}, "x", ""}}, {kLarge});
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == PlacementProblem::unknown);
  CHECK(findings[0].ranks == ranks({1, 2}));
  CHECK(findings[0].sentence ==
        "where 2 of 3 ranks may run is not known: rank 1 is the first, and whether it shares a processor was not "
        "checked");
}

TEST_CASE("a rank on a node that is not described is an error of ours") {
  CHECK_THROWS_AS(judge({{{1}, "0", "0"}}, {kSmall}), Error);
  CHECK_THROWS_AS(judge({{{-1}, "0", "0"}}, {kSmall}), Error);
}

TEST_CASE("processor lists are read as the kernel writes them") {
  CHECK(parse_processor_list("0-3,8") == std::vector<int>{0, 1, 2, 3, 8});
  CHECK(parse_processor_list("8,1-2,2") == std::vector<int>{1, 2, 8});
  CHECK(parse_processor_list("") == std::vector<int>{});
  for (const char* text :
       {"x", "3-", "-3", "3-1", "1,,2", "1-2-3", " 1", "0-65536", "99999999999999999999", "0-65535,0-65535"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_processor_list(text));
  }
}
