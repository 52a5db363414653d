#include <set>

#include "harness/cmake/testing/catch.hpp"
#include "suites/suite/suite_registration.hpp"
#include "suites/tests/planned.hpp"

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;
using kernels::Allocation;
using suite::Point;

namespace {

std::vector<Point> plan(const std::vector<std::pair<std::string, std::string>>& options,
                        suite::Profile profile = suite::Profile::quick, int ranks = 4) {
  return suite::planned("skew", options, {.ranks = ranks, .nodes = 2, .memory_per_node = {}}, profile);
}

std::string text(const Point& point, const std::string& factor) {
  return std::get<std::string>(point.factors.at(factor));
}

// One shape of one collective and size, and nothing else.
std::vector<Point> plan_shape(const std::string& shape, const std::string& late = "auto") {
  return plan({{"skew.parts", "late"},
               {"skew.shape", shape},
               {"skew.late", late},
               {"skew.collective", "allreduce"},
               {"skew.bytes", "8"},
               {"skew.lateness", "2"}});
}

}  // namespace

TEST_CASE("a collective is measured in time and under every lateness, in one comparison") {
  const auto points = plan(
      {{"skew.parts", "late"}, {"skew.collective", "allreduce"}, {"skew.bytes", "8"}, {"skew.lateness", "2,200us"}});
  REQUIRE(points.size() == 3);
  CHECK(text(points[0], "lateness") == "0");
  CHECK(text(points[1], "lateness") == "2");
  CHECK(text(points[2], "lateness") == "200us");
  for (const Point& point : points) {
    CHECK(point.group == points[0].group);
    CHECK(text(point, "shape") == "one-late");
    CHECK(text(point, "late_ranks") == "3");
    REQUIRE(point.treatment.lateness);
    CHECK(point.treatment.lateness->victims.ranks == std::vector<Rank>{Rank{3}});
  }
  CHECK(points[1].treatment.lateness->amount.multiple == 2);  // stays symbolic in the plan
  CHECK(points[2].treatment.lateness->amount.time == Nanos{200'000});
}

TEST_CASE("collectives, sizes, shapes and injections are comparisons of their own") {
  const auto points = plan({{"skew.parts", "late"},
                            {"skew.collective", "allreduce,reduce"},
                            {"skew.bytes", "8,64"},
                            {"skew.shape", "one-late,ramp"},
                            {"skew.injection", "spin,sleep"},
                            {"skew.lateness", "1"}});
  std::set<std::string> groups;
  for (const Point& point : points) groups.insert(point.group);
  CHECK(points.size() == 32);
  CHECK(groups.size() == 16);
}

TEST_CASE("each shape has the late ranks that it is about") {
  CHECK(text(plan_shape("half-late")[1], "late_ranks") == "2,3");
  CHECK(text(plan_shape("rotating")[1], "late_ranks") == "rotating");
  CHECK(text(plan_shape("exponential")[1], "late_ranks") == "all");
  CHECK(text(plan_shape("one-late", "random")[1], "late_ranks") == "random");
  CHECK(text(plan_shape("one-late", "node:1")[1], "late_ranks") == "node:1");
  const auto noise = plan_shape("periodic");
  CHECK(std::get<std::int64_t>(noise[1].factors.at("noise_period_ns")) == 1'000'000);
  CHECK(noise[1].factors.contains("noise_aligned"));
  CHECK_FALSE(plan_shape("ramp")[1].factors.contains("noise_aligned"));
}

TEST_CASE("an allreduce and a barrier follow each other with the lateness before the first or between them") {
  const auto points = plan({{"skew.parts", "sequence"}, {"skew.bytes", "8"}});
  REQUIRE(points.size() == 3);
  for (const Point& point : points) {
    REQUIRE(point.workload.operations.size() == 2);
    CHECK(point.workload.operations[0].collective == Collective::allreduce);
    CHECK(point.workload.operations[1].collective == Collective::barrier);
    CHECK(mark_names_of(point.workload, 4) == std::vector<std::string>{"done 1", "resumed", "done 2"});
    CHECK(text(point, "sequence") == "allreduce,barrier");
    CHECK(point.group == points[0].group);
  }
  CHECK(points[0].treatment.lateness->amount == LatenessAmount{});
  CHECK(text(points[1], "injected_at") == "before");
  CHECK(text(points[2], "injected_at") == "between");
  CHECK(points[2].treatment.lateness->place == LatenessPlace::between);
  CHECK(text(points[2], "lateness") == "10");
}

TEST_CASE("a step that allocates is compared with one that does not, and GPU memory is refused") {
  const auto points = plan({{"skew.parts", "sequence"},
                            {"skew.collective", "allreduce"},
                            {"skew.bytes", "64K"},
                            {"skew.alloc", "malloc,mmap"}});
  REQUIRE(points.size() == 6);
  CHECK(points[0].workload.step.allocation == Allocation::none);
  CHECK(points[1].workload.step.allocation == Allocation::malloc);
  CHECK(points[2].workload.step.allocation == Allocation::mmap);
  CHECK(points[2].group == points[0].group);
  CHECK(points[2].group != points[3].group);
  CHECK_THROWS_WITH(plan({{"skew.alloc", "cudaMalloc"}}), ContainsSubstring("takes a GPU"));
}

TEST_CASE("a rank that packs slowly packs more often, and the others once") {
  const auto points = plan({{"skew.parts", "sequence"},
                            {"skew.collective", "allreduce"},
                            {"skew.bytes", "64K"},
                            {"skew.late", "1"},
                            {"skew.slow-pack", "8"}});
  REQUIRE(points.size() == 5);
  CHECK(points[0].workload.step.slow_packs == 1);
  CHECK(points[1].workload.step.slow_packs == 8);
  CHECK(points[1].workload.step.slow == std::vector<Rank>{Rank{1}});
  CHECK_THROWS_WITH(plan({{"skew.late", "random"}, {"skew.slow-pack", "8"}}), ContainsSubstring("--skew.late 3"));
}

TEST_CASE("what contradicts itself or is not there is refused with the nearest that is right") {
  CHECK_THROWS_WITH(plan({{"skew.late", "4"}}), ContainsSubstring("the highest is 3"));
  CHECK_THROWS_WITH(plan({{"skew.late", "node:2"}}), ContainsSubstring("the highest is node:1"));
  CHECK_THROWS_WITH(plan({{"skew.root", "4"}}), ContainsSubstring("nearest that is allowed is 3"));
  CHECK_THROWS_WITH(plan({{"skew.shape", "rotating"}, {"skew.late", "1"}}), ContainsSubstring("leave out --skew.late"));
  CHECK_THROWS_WITH(plan({{"skew.progress", "true"}, {"skew.injection", "sleep"}}), ContainsSubstring("no progress"));
}

TEST_CASE("skew fits the time of every profile, with every point at its limit") {
  const auto longest = [](suite::Profile profile) {
    Nanos sum{0};
    for (const Point& point : plan({}, profile, 2)) sum += point.treatment.stop.most_time;
    return sum;
  };
  CHECK(longest(suite::Profile::smoke) <= std::chrono::seconds(3));
  CHECK(longest(suite::Profile::quick) <= std::chrono::seconds(55));
  CHECK(longest(suite::Profile::standard) <= std::chrono::seconds(270));
}
