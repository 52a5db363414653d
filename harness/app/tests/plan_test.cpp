#include "harness/app/plan.hpp"

#include <set>

#include "harness/app/estimate.hpp"
#include "harness/app/memory_guard.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;
using app::Configuration;
using app::PlannedPoint;
using Catch::Matchers::ContainsSubstring;

namespace {

Configuration configured(std::vector<std::pair<std::string, std::string>> settings) {
  app::CommandLine line;
  for (auto& [name, value] : settings) line.settings.push_back({.name = name, .value = value, .origin = {}});
  return Configuration::resolve(line);
}

const suite::World kWorld{.ranks = 4, .nodes = 2, .memory_per_node = Bytes{1 << 20}};

}  // namespace

TEST_CASE("points are numbered in order and bear their suite") {
  const auto plan = app::make_plan(configured({{"bytes", "8,64"}, {"smallpkt.parts", "sweep"}}), kWorld);
  REQUIRE(plan.size() == 2);
  CHECK(plan[0].id == "p0000");
  CHECK(plan[1].id == "p0001");
  CHECK(plan[1].suite == "smallpkt");
  CHECK(app::comparison_groups(plan).size() == 2);
}

TEST_CASE("what was set for the run replaces what the suite chose, and only that") {
  const auto plan = app::make_plan(configured({{"iterations", "7"}, {"start", "none"}}), kWorld);
  CHECK(plan[0].point.treatment.stop.precision == 0);
  CHECK(plan[0].point.treatment.stop.most_iterations == 7);
  CHECK(plan[0].point.treatment.start == StartMode::none);
  CHECK(plan[0].point.treatment.stop.most_time == std::chrono::milliseconds(2'200));  // the profile's
  CHECK(plan[0].point.treatment.warmup == std::nullopt);
}

TEST_CASE("each algorithm of Gloo's is a point beside the other backends, in their group") {
  const auto plan = app::make_plan(
      configured(
          {{"bytes", "8"}, {"smallpkt.parts", "sweep"}, {"backend", "mpi,gloo"}, {"gloo-algorithm", "auto,bcube"}}),
      kWorld);
  REQUIRE(plan.size() == 3);
  CHECK(plan[0].point.workload.algorithm.empty());
  CHECK(plan[1].point.workload.algorithm == "auto");
  CHECK(app::backend_text(plan[1]) == "gloo");
  CHECK(app::backend_text(plan[2]) == "gloo/bcube");
  CHECK(plan[2].group == plan[0].group);
}

TEST_CASE("several backends are measured side by side: each point on each, in one group") {
  const auto plan =
      app::make_plan(configured({{"bytes", "8,64"}, {"smallpkt.parts", "sweep"}, {"backend", "mpi,null"}}), kWorld);
  REQUIRE(plan.size() == 4);
  CHECK(plan[0].backend == "mpi");
  CHECK(plan[1].backend == "null");
  const auto groups = app::comparison_groups(plan);
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].size() == 2);
  std::set<std::string> ids;
  for (const PlannedPoint& each : plan) ids.insert(each.id);
  CHECK(ids.size() == 4);
}

TEST_CASE("storms are one group, the sweep's points stand alone") {
  const auto plan = app::make_plan(configured({{"bytes", "8,16"}, {"smallpkt.pieces", "1,3"}}), kWorld);
  const auto groups = app::comparison_groups(plan);
  REQUIRE(groups.size() == 3);
  CHECK(groups[1].size() == 1);
  CHECK(groups[2].size() == 6);
}

TEST_CASE("contradicting options are a usage error") {
  try {
    app::make_plan(configured({{"smallpkt.total", "8"}, {"smallpkt.pieces", "3"}}), kWorld);
    FAIL("must throw");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::usage);
  }
}

TEST_CASE("what would take more than four fifths of a node's memory, with what it is compared with, is not measured") {
  auto plan = app::make_plan(
      configured({{"bytes", "128K"}, {"smallpkt.parts", "sweep"}, {"iterations", "1"}, {"warmup", "0"}}), kWorld);
  // 2 ranks a node × (128 KiB to send + 128 KiB to receive + 25 bytes of samples) of 1 MiB × 4/5
  CHECK(app::memory_needed(plan, kWorld) == Bytes{2 * (2 * 131072 + 25)});
  CHECK(app::reasons_of_memory(plan, kWorld) == std::vector<std::string>{""});
  plan.push_back(plan[0]);
  const auto reasons = app::reasons_of_memory(plan, kWorld);
  CHECK(reasons[0].empty());
  CHECK_THAT(reasons[1], ContainsSubstring("GiB on a node, beside 0.0 GiB of smaller points that it is compared with"));
  CHECK(app::reasons_of_memory(plan, {.ranks = 4, .nodes = 2, .memory_per_node = {}})[1].empty());
}

TEST_CASE("a large point does not take the small ones with it that it is compared with") {
  const suite::World world{.ranks = 2, .nodes = 1, .memory_per_node = Bytes{std::size_t{16} << 30}};
  const auto plan = app::make_plan(configured({{"smallpkt.parts", "storm"},
                                               {"smallpkt.model", "llama2-7b"},
                                               {"smallpkt.fraction", "1,0.02"},
                                               {"smallpkt.policy", "serial"}}),
                                   world);
  REQUIRE(plan.size() == 2);
  const auto reasons = app::reasons_of_memory(plan, world);
  // 2 ranks × 2 buffers × 4 × 6,738,415,616 bytes are 100.4 GiB and a few pages
  CHECK(reasons[0] == "it needs 100.4 GiB on a node; four fifths of what is free there are 12.8 GiB");
  CHECK(reasons[1].empty());
}

TEST_CASE("a point's estimated time never exceeds what it may take") {
  const auto plan = app::make_plan(
      configured({{"bytes", "4M"}, {"smallpkt.parts", "sweep"}, {"time-ms", "100"}, {"iterations", "100000"}}), kWorld);
  CHECK(app::estimate_of(plan, kWorld).time == std::chrono::milliseconds(100));
  CHECK(app::estimate_of(plan, kWorld).file.count > 100'000 * 4);
}
