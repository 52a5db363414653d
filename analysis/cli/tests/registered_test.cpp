#include <string_view>
#include <vector>

#include "analysis/command/command.hpp"
#include "analysis/finding/analyser.hpp"
#include "harness/cmake/testing/catch.hpp"

using namespace syncbench::analysis;

// A linker that dropped a file which holds nothing but its registration would not be noticed otherwise.
TEST_CASE("every command is registered, in the order in which help shows them") {
  std::vector<std::string_view> names;
  for (const Command* each : commands()) names.push_back(each->name());
  CHECK(names == std::vector<std::string_view>{"explain", "decompose", "facts", "percentiles", "summary", "timeline",
                                               "init", "noise", "numa", "pairs", "skew", "storm", "strided", "launches",
                                               "check", "export", "recover"});
}

TEST_CASE("every subject that has something to say is registered") {
  std::vector<std::string_view> names;
  for (const Analyser* each : Analyser::all()) names.push_back(each->name());
  CHECK(names == std::vector<std::string_view>{"facts", "init", "noise", "numa", "pairs", "storm", "strided"});
}
