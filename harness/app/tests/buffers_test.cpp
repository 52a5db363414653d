#include "harness/app/dry_run.hpp"
#include "harness/app/launch_checks.hpp"
#include "harness/app/plan.hpp"
#include "harness/app/point_record.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;
using app::Configuration;
using Catch::Matchers::ContainsSubstring;

namespace {

Configuration eight_bytes(const std::string& buffers) {
  app::CommandLine line;
  line.settings = {{.name = "bytes", .value = "8", .origin = {}},
                   {.name = "smallpkt.parts", .value = "sweep", .origin = {}},
                   {.name = "buffers", .value = buffers, .origin = {}}};
  return Configuration::resolve(line);
}

// Of 2 ranks that go over 1 MiB each.
app::RunFacts facts() {
  app::RunFacts facts;
  facts.world = {
      .ranks = 2, .nodes = 1, .memory_per_node = {}, .working_set = {.bytes = Bytes{1 << 20}, .capped = true}};
  return facts;
}

results::Attributes attributes(const std::string& buffers) {
  const auto plan = app::make_plan(eight_bytes(buffers), facts().world, 9);
  REQUIRE(plan.size() == 1);
  CHECK(plan[0].point.workload.buffers.seed == 9);
  return app::describe(plan[0], facts()).attributes;
}

}  // namespace

TEST_CASE("a point says how its buffers are used, how many there are and what they add up to") {
  // A slot of an 8-byte allreduce is 128 bytes to send and 128 to receive, of which 4096 are 1 MiB.
  const auto rotate = attributes("rotate");
  CHECK(rotate.at("buffers") == results::Value(std::string("rotate")));
  CHECK(rotate.at("buffer_slots") == results::Value(std::int64_t{4096}));
  CHECK(rotate.at("working_set_bytes") == results::Value(std::int64_t{1 << 20}));
  CHECK(rotate.at("working_set_capped") == results::Value(std::int64_t{1}));
  for (const std::string use : {"hot", "cold"}) {
    const auto one = attributes(use);
    CHECK(one.at("buffers") == results::Value(use));
    CHECK(one.at("buffer_slots") == results::Value(std::int64_t{1}));
    CHECK(one.at("working_set_bytes") == results::Value(std::int64_t{256}));
    CHECK(one.at("working_set_capped") == results::Value(std::int64_t{0}));
  }
}

TEST_CASE("a plan counts the memory of buffers that rotate, and says that it is the most there is") {
  const suite::World world{.ranks = 4, .nodes = 1, .memory_per_node = Bytes{std::size_t{1} << 30}};
  const std::string page = app::dry_run_page(eight_bytes("rotate"), world);
  CHECK_THAT(page, ContainsSubstring("not measured: p0000: it needs 1.0 GiB"));  // 4 * 256 MiB of 1 GiB
  CHECK_THAT(page, ContainsSubstring("buffers rotate: 256.0 MiB a rank is the most"));
  const std::string hot = app::dry_run_page(eight_bytes("hot"), world);
  CHECK_THAT(hot, !ContainsSubstring("not measured: "));
  CHECK_THAT(hot, !ContainsSubstring("rotate"));
}

TEST_CASE("cold buffers are refused where caches cannot be flushed, others are not") {
  CHECK_NOTHROW(app::refuse_unflushable(eight_bytes("cold"), true));
  CHECK_NOTHROW(app::refuse_unflushable(eight_bytes("rotate"), false));
  try {
    app::refuse_unflushable(eight_bytes("cold"), false);
    FAIL("it was not refused");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::usage);
    CHECK_THAT(error.what(), ContainsSubstring("--buffers cold: this build cannot flush"));
    CHECK_THAT(error.what(), ContainsSubstring("did you mean --buffers rotate?"));
  }
}
