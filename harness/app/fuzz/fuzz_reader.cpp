#include <array>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "analysis/cli/command_line.hpp"
#include "harness/app/fuzz/checksum.hpp"
#include "harness/app/fuzz/input.hpp"
#include "harness/app/fuzz/memory_file.hpp"

namespace syncbench::fuzz {
namespace {

using Words = std::vector<std::string>;

// Of each command the form that looks at most of a file.
const std::array<Words, 20>& command_lines() {
  static const std::array<Words, 20> all{{{"explain"},
                                          {"explain", "--json"},
                                          {"summary"},
                                          {"summary", "--json"},
                                          {"percentiles", "--by", "rank"},
                                          {"timeline"},
                                          {"timeline", "--json"},
                                          {"decompose", "--by", "node"},
                                          {"decompose", "--json", "--iterations"},
                                          {"skew"},
                                          {"pairs", "--json"},
                                          {"storm"},
                                          {"strided"},
                                          {"noise"},
                                          {"numa"},
                                          {"init"},
                                          {"export", "--what", "points", "--format", "json"},
                                          {"export", "--what", "samples"},
                                          {"check"},
                                          {"check", "--json"}}};
  return all;
}

void require_sound(const Words& words, const analysis::Outcome& outcome, const std::string& out) {
  const bool expected =
      outcome.code == ExitCode::ok || outcome.code == ExitCode::data || outcome.code == ExitCode::usage;
  if (!expected) std::fprintf(stderr, "%s: %s", words.front().c_str(), outcome.err.c_str());
  require(expected, "an exit code that is not of the data");
  const bool json = words.back() == "--json" || words.back() == "--iterations" || words.back() == "json";
  require(!json || outcome.code == ExitCode::usage || out.empty() || nlohmann::json::accept(out), "JSON that is none");
}

void read_reader(Input input) {
  const MemoryFile file(input);
  // The choice must not hang on what a mutation is likely to leave as it is.
  Words words = command_lines()[lookup3(input) % command_lines().size()];
  words.insert(words.begin() + 1, file.path().string());
  const analysis::Outcome outcome = analysis::run_command_line(words);
  std::string out = outcome.out;
  try {
    if (outcome.stream) outcome.stream([&out](std::string_view piece) { out += piece; });
  } catch (const Error& error) {
    require(error.code() == ExitCode::data || error.code() == ExitCode::usage, error.what());
    return;  // an array that was begun
  }
  require_sound(words, outcome, out);
}

}  // namespace
}  // namespace syncbench::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  syncbench::fuzz::read_reader({data, size});
  return 0;
}
