#include "harness/app/dry_run.hpp"

#include "harness/app/info_pages.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/text.hpp"
#include "harness/core/text_table.hpp"

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("a dry run plans for the world that was described") {
  app::CommandLine line;
  line.ranks = "128";
  line.nodes = "16";
  line.memory = "64G";
  const auto world = app::described_world(line);
  CHECK(world.ranks == 128);
  CHECK(world.nodes == 16);
  CHECK(world.memory_per_node == Bytes{std::size_t{64} << 30});
  const std::string page = app::dry_run_page(app::Configuration::resolve({}), world);
  CHECK_THAT(page, ContainsSubstring("plan for 128 ranks on 16 nodes with 64G of memory each"));
  CHECK_THAT(page, ContainsSubstring("25 points"));
  CHECK_THAT(page, ContainsSubstring("all points: on mpi, operation allreduce, type f32\n") &&
                       ContainsSubstring("iterations"));
}

TEST_CASE("what does not fit is said in the plan, with the reason") {
  const std::string page =
      app::dry_run_page(app::Configuration::resolve({}), {.ranks = 128, .nodes = 1, .memory_per_node = Bytes{1 << 20}});
  CHECK_THAT(page, ContainsSubstring("not measured: p0000, p0001,"));
}

TEST_CASE("a point that needs more memory than can be counted is not measured") {
  app::CommandLine line;
  line.settings = {{.name = "bytes", .value = "1T", .origin = {}},
                   {.name = "smallpkt.collective", .value = "allgather", .origin = {}},
                   {.name = "smallpkt.parts", .value = "sweep", .origin = {}}};
  const std::string page =
      app::dry_run_page(app::Configuration::resolve(line),
                        {.ranks = 10'000'000, .nodes = 1, .memory_per_node = Bytes{std::size_t{1} << 40}});
  CHECK_THAT(page, ContainsSubstring("not measured: p0000"));
}

TEST_CASE("a plan's lines are at most 100 cells wide, with long names, large models and many policies") {
  app::CommandLine line;
  line.settings = {{.name = "smallpkt.collective", .value = "reduce-scatter,all-to-all", .origin = {}},
                   {.name = "smallpkt.model", .value = "gpt2-small,llama2-7b", .origin = {}},
                   {.name = "smallpkt.policy", .value = "serial,bucketed:1M,25M,overlapped:1000", .origin = {}},
                   {.name = "type", .value = "f32,mixed", .origin = {}},
                   {.name = "backend", .value = "mpi,null", .origin = {}}};
  const std::string page = app::dry_run_page(
      app::Configuration::resolve(line), {.ranks = 128, .nodes = 16, .memory_per_node = Bytes{std::size_t{64} << 30}});
  CHECK_THAT(page, ContainsSubstring("291 llama2-7b ×0.02"));
  CHECK_THAT(page, ContainsSubstring("mixed"));
  CHECK_THAT(page, ContainsSubstring("bucketed:1M,25M"));
  for (const std::string& each : split(page, '\n')) CHECK(display_width(each) <= 100);
}

TEST_CASE("the pages about options have lines of at most 100 cells") {
  const auto configuration = app::Configuration::resolve({});
  for (const std::string& page : {app::help_page(configuration), app::describe_page(configuration, "smallpkt")}) {
    for (const std::string& each : split(page, '\n')) {
      INFO(each);
      CHECK(display_width(each) <= 100);
    }
  }
}

TEST_CASE("a world that cannot be is refused") {
  const auto error_of = [](std::optional<std::string> ranks, std::optional<std::string> nodes,
                           std::optional<std::string> memory) {
    app::CommandLine line;
    line.ranks = std::move(ranks);
    line.nodes = std::move(nodes);
    line.memory = std::move(memory);
    try {
      app::described_world(line);
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::usage);
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK_THAT(error_of("0", std::nullopt, std::nullopt),
             ContainsSubstring("--ranks 0: 0 is too low; the nearest that is allowed is 1"));
  CHECK_THAT(error_of("2", "4", std::nullopt), ContainsSubstring("2 ranks cannot be on more than 2 nodes"));
  CHECK_THAT(error_of(std::nullopt, std::nullopt, "much"), ContainsSubstring("--memory much"));
}
