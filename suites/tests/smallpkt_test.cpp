#include <algorithm>
#include <numeric>

#include <syncbench/core/text.hpp>
#include <syncbench/suite/suite_registration.hpp>
#include <syncbench/testing/catch.hpp>

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;
using kernels::IssuePolicy;
using suite::Point;

namespace {

std::vector<Point> plan(std::vector<std::pair<std::string, std::string>> options,
                        suite::Profile profile = suite::Profile::quick) {
  const auto configured = suite::find_suite("smallpkt")->configure(profile);
  for (const auto& option : options) {
    const auto& specs = configured->options().specs();
    const auto spec =
        std::find_if(specs.begin(), specs.end(), [&](const auto& each) { return each.name == option.first; });
    REQUIRE(spec != specs.end());
    spec->assign(option.second);
  }
  return configured->plan({.ranks = 128, .nodes = 16, .memory_per_node = {}});
}

std::vector<std::size_t> counts_of(const Point& point) {
  std::vector<std::size_t> counts;
  for (const auto& operation : point.workload.operations) counts.push_back(operation.count);
  return counts;
}

}  // namespace

TEST_CASE("the sweep has one operation a point, of the sizes that were asked for") {
  const auto points = plan({{"smallpkt.parts", "sweep"}, {"bytes", "8:64"}, {"type", "f64"}});
  REQUIRE(points.size() == 4);
  CHECK(counts_of(points[0]) == std::vector<std::size_t>{1});
  CHECK(counts_of(points[3]) == std::vector<std::size_t>{8});
  CHECK(points[3].group.empty());
}

TEST_CASE("sizes that round to the same number of elements are measured once") {
  const auto points = plan({{"smallpkt.parts", "sweep"}, {"bytes", "1,2,4,8"}, {"type", "f64"}});
  CHECK(points.size() == 1);
}

TEST_CASE("a storm's pieces differ by at most one element and add up to the total") {
  const auto points = plan({{"smallpkt.parts", "storm"}, {"smallpkt.pieces", "137"}, {"smallpkt.policy", "serial"}});
  REQUIRE(points.size() == 1);
  const auto counts = counts_of(points[0]);
  CHECK(counts.size() == 137);
  CHECK(std::reduce(counts.begin(), counts.end()) == 490'000);     // 1,960,000 bytes of f32
  CHECK(*std::max_element(counts.begin(), counts.end()) == 3577);  // 490,000 / 137 = 3576.6
  CHECK(*std::min_element(counts.begin(), counts.end()) == 3576);
}

TEST_CASE("storms of one total are compared with each other: all pieces and policies in one group") {
  const auto points = plan({{"smallpkt.parts", "storm"}, {"smallpkt.pieces", "1,3"}});
  REQUIRE(points.size() == 6);
  for (const Point& point : points) CHECK(point.group == "storm-allreduce-f32");
  CHECK(points[1].workload.policy == IssuePolicy::pipelined);
  CHECK(points[5].workload.policy == IssuePolicy::fused);
}

TEST_CASE("a barrier is one point of the sweep and has no storm") {
  const auto points = plan({{"smallpkt.collective", "barrier"}});
  REQUIRE(points.size() == 1);
  CHECK(counts_of(points[0]) == std::vector<std::size_t>{0});
  CHECK_THROWS_WITH(plan({{"smallpkt.collective", "barrier"}, {"smallpkt.parts", "storm"}}),
                    ContainsSubstring("add sweep"));
}

TEST_CASE("more pieces than elements are refused, with how many there could be") {
  CHECK_THROWS_WITH(plan({{"smallpkt.total", "16"}, {"smallpkt.pieces", "5"}}),
                    ContainsSubstring("cannot be split into more than 4 pieces"));
}

TEST_CASE("the quick profile promises p99 and sweeps from 8 bytes") {
  const auto points = plan({});
  CHECK(points.size() == 25);  // 10 sizes, 5 piece counts × 3 policies
  CHECK(points[0].treatment.stop.promised == kP99);
  CHECK(points[0].treatment.stop.first_check >= 368);
  CHECK(counts_of(points[0]) == std::vector<std::size_t>{2});
}

TEST_CASE("the standard profile carries p99.9") {
  for (const auto profile : {suite::Profile::standard, suite::Profile::full}) {
    CHECK(plan({}, profile)[0].treatment.stop.promised == kP999);
    CHECK(plan({}, profile)[0].treatment.stop.first_check >= 3688);
  }
}

TEST_CASE("a point's memory is that of all buffers and samples of a node's ranks") {
  Point point = plan({{"smallpkt.parts", "sweep"}, {"bytes", "1M"}})[0];
  point.treatment = fixed_count(0, 1000);
  // 8 ranks a node; send and receive of 1 MiB; 1000 × (3 + 2 marks) × 8 + 1 bytes of samples
  CHECK(suite::memory_per_node(point, {.ranks = 128, .nodes = 16, .memory_per_node = {}}) ==
        Bytes{8 * (2 * 1048576 + 1000 * 41)});
}
