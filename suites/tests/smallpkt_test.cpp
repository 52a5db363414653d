#include <algorithm>
#include <numeric>
#include <set>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/text.hpp"
#include "suites/suite/suite_registration.hpp"
#include "suites/tests/planned.hpp"

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;
using kernels::IssuePolicy;
using suite::Point;

namespace {

std::vector<Point> plan(const std::vector<std::pair<std::string, std::string>>& options,
                        suite::Profile profile = suite::Profile::quick, int ranks = 128) {
  return suite::planned("smallpkt", options, {.ranks = ranks, .nodes = ranks >= 16 ? 16 : 1, .memory_per_node = {}},
                        profile);
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
  // 8 ranks a node; send and receive of 1 MiB; 1000 × 3 × 8 + 1 bytes of samples
  CHECK(suite::memory_per_node(point, {.ranks = 128, .nodes = 16, .memory_per_node = {}}) ==
        Bytes{8 * (2 * 1048576 + 1000 * 25)});
  point.workload.policy = IssuePolicy::fused;  // the copies, and two marks
  CHECK(suite::memory_per_node(point, {.ranks = 128, .nodes = 16, .memory_per_node = {}}) ==
        Bytes{8 * (4 * 1048576 + 1000 * 41)});
}

namespace {

using Text = std::string;

std::vector<Point> model_plan(std::vector<std::pair<Text, Text>> options, int ranks = 4) {
  options.insert(options.begin(), {{"smallpkt.parts", "storm"}, {"smallpkt.policy", "serial"}});
  return plan(std::move(options), suite::Profile::quick, ranks);
}

Text text_factor(const Point& point, const char* name) { return std::get<Text>(point.factors.at(name)); }

}  // namespace

TEST_CASE("a model's storm sends its gradients in the order in which they are ready: the last declared first") {
  const auto points = model_plan({{"smallpkt.model", "resnet50"}, {"smallpkt.fraction", "1"}});
  REQUIRE(points.size() == 1);
  const auto counts = counts_of(points[0]);
  REQUIRE(counts.size() == 161);
  CHECK(counts.front() == 1000);           // the bias of the last layer
  CHECK(counts[1] == 2'048'000);           // its weight
  CHECK(counts.back() == 64 * 3 * 7 * 7);  // the first convolution
  CHECK(points[0].group == "storm-allreduce-f32-resnet50");
  CHECK(text_factor(points[0], "model") == "resnet50");
  CHECK(std::get<double>(points[0].factors.at("fraction")) == 1);
}

TEST_CASE("fractions of a model are compared with all of it, in both readings if asked, and all of it stands once") {
  const auto points = model_plan({{"smallpkt.model", "resnet50"}, {"smallpkt.fraction-of", "tensor,model"}});
  REQUIRE(points.size() == 5);  // 1, and two readings of 0.1 and of 0.02
  for (const Point& point : points) CHECK(point.group == points[0].group);
  CHECK(text_factor(points[1], "fraction_of") == "tensor");
  CHECK(points[1].workload.operations.size() == 161);
  CHECK(counts_of(points[3])[1] == 40'960);  // 2 % of 2,048,000
  CHECK(text_factor(points[4], "fraction_of") == "model");
  CHECK(points[4].workload.operations.size() < 161);
}

TEST_CASE("the seed decides which whole tensors are a fraction, and nothing else does") {
  const auto with_seed = [](const char* seed) {
    return model_plan({{"smallpkt.model", "resnet50"},
                       {"smallpkt.fraction", "0.02"},
                       {"smallpkt.fraction-of", "model"},
                       {"smallpkt.fraction-seed", seed}})[0]
        .workload;
  };
  CHECK(with_seed("1") == with_seed("1"));
  std::set<std::size_t> firsts;  // elements of the first tensor that is sent
  for (const char* seed : {"1", "2", "3", "4", "5", "6", "7", "8"})
    firsts.insert(with_seed(seed).operations.back().count);
  CHECK(firsts.size() > 2);
}

TEST_CASE("mixed gives matrices f16 and vectors f32, and is a matter of models alone") {
  const auto points = model_plan({{"smallpkt.model", "gpt2-small"}, {"smallpkt.fraction", "1"}, {"type", "mixed"}});
  REQUIRE(points.size() == 1);
  const auto& operations = points[0].workload.operations;
  CHECK(operations[0].type == kernels::ElementType::f32);      // the last layer's shift
  CHECK(operations.back().type == kernels::ElementType::f16);  // the embedding
  const auto halves = std::count_if(operations.begin(), operations.end(),
                                    [](const auto& each) { return each.type == kernels::ElementType::f16; });
  CHECK(halves == 2 + 12 * 4);
  CHECK(points[0].group == "storm-allreduce-mixed-gpt2-small");
  CHECK_THROWS_WITH(plan({{"type", "mixed"}}), ContainsSubstring("--smallpkt.model"));
}

TEST_CASE("where a send buffer has a block a rank, bytes mean all of it, in whole elements for each rank") {
  const auto sweep = [](const char* collective, const char* bytes) {
    return plan({{"smallpkt.parts", "sweep"}, {"smallpkt.collective", collective}, {"bytes", bytes}},
                suite::Profile::quick, 3);
  };
  // On 3 ranks: 8 and 16 bytes of f32 hold less than 2 elements for each, so both are 1; 100 hold 25, so 8 for each.
  for (const char* collective : {"reduce-scatter", "all-to-all", "scatter"}) {
    const auto points = sweep(collective, "8,16,100");
    REQUIRE(points.size() == 2);
    CHECK(counts_of(points[0]) == std::vector<std::size_t>{1});
    CHECK(counts_of(points[1]) == std::vector<std::size_t>{8});
    CHECK(largest_traffic(points[1].workload, 3).send == Bytes{96});
  }
  CHECK(counts_of(sweep("allgather", "100")[0]) == std::vector<std::size_t>{25});
  CHECK(largest_traffic(sweep("allgather", "100")[0].workload, 3).receive == Bytes{300});
}

TEST_CASE("storms of blocks have an exact sum too, and a model's tensors are shared out, the last share padded") {
  const auto pieces = plan({{"smallpkt.parts", "storm"},
                            {"smallpkt.collective", "all-to-all"},
                            {"smallpkt.pieces", "1,7"},
                            {"smallpkt.policy", "serial"}},
                           suite::Profile::quick, 3);
  for (const Point& point : pieces) CHECK(largest_traffic(point.workload, 3).send == Bytes{1'959'996});  // 163,333 × 12
  for (const char* collective : {"reduce-scatter", "allgather"}) {
    const auto model = model_plan(
        {{"smallpkt.model", "resnet50"}, {"smallpkt.fraction", "1"}, {"smallpkt.collective", collective}}, 3);
    CHECK(counts_of(model[0]).front() == 334);  // 1000 elements on 3 ranks
  }
}

TEST_CASE("only a collective that has a root gets the one that was asked for") {
  const auto points = plan({{"smallpkt.parts", "sweep"},
                            {"bytes", "8"},
                            {"smallpkt.collective", "gather,allreduce"},
                            {"smallpkt.root", "3"}});
  CHECK(points[0].workload.operations[0].root == Rank{3});
  CHECK(points[1].workload.operations[0].root == Rank{0});
  CHECK_THROWS_WITH(plan({{"smallpkt.root", "128"}}), ContainsSubstring("the nearest that is allowed is 127"));
}

TEST_CASE("policies carry their numbers, and marks are for storms that stay apart") {
  const auto points = plan({{"smallpkt.parts", "storm"},
                            {"smallpkt.pieces", "3"},
                            {"smallpkt.policy", "grouped,bucketed:64K,1M,overlapped:250"},
                            {"smallpkt.marks", "true"}});
  REQUIRE(points.size() == 3);
  CHECK(points[0].workload.policy == IssuePolicy::grouped);
  CHECK(mark_names_of(points[0].workload, 128).size() == 3);
  CHECK(points[1].workload.buckets == kernels::BucketLimits{.first = Bytes{65536}, .rest = Bytes{1048576}});
  CHECK(points[2].workload.compute == std::chrono::microseconds(250));
}
