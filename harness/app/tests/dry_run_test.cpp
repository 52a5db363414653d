#include <syncbench/app/dry_run.hpp>
#include <syncbench/core/error.hpp>
#include <syncbench/testing/catch.hpp>

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
}

TEST_CASE("what does not fit is said in the plan") {
  const std::string page =
      app::dry_run_page(app::Configuration::resolve({}), {.ranks = 128, .nodes = 1, .memory_per_node = Bytes{1 << 20}});
  CHECK_THAT(page, ContainsSubstring("does not fit"));
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
