#include "analysis/explain/observed.hpp"

#include <nlohmann/json.hpp>

#include "analysis/cli/command_line.hpp"
#include "analysis/tests/hand_made_run.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

// An operation of 1000 bytes takes 2 µs and one of 3000 bytes 4 µs; a storm of ten of 3000 bytes takes 60 µs.
std::string write_times(const std::string& file) {
  results::RunWriter writer(file, header_of(2, 1), results::RunWriter::Existing::refuse);
  const auto add = [&](const char* id, std::int64_t bytes, std::int64_t pieces, std::int64_t nanos) {
    write_point(writer, point_of(id, bytes, pieces, "serial"), 2, 110, [nanos](std::size_t, std::size_t) {
      return Sample{nanos, SampleStatus::ok};
    });
  };
  add("p0000", 1'000, 1, 2'000);
  add("p0001", 3'000, 1, 4'000);
  add("p0002", 30'000, 10, 60'000);
  return writer.finish("finished").string();
}

}  // namespace

TEST_CASE("a user's number is held against this run's operations, interpolated in bytes") {
  const TemporaryFolder folder;
  const std::string file = write_times(folder / "run.h5");
  const auto one = bisect(file, {}, {1e6, 2'000, 1});
  REQUIRE(one);
  CHECK(one->library_ns.mean == 3'000);
  CHECK_FALSE(one->extrapolated);
  // Ten operations of 3000 bytes: the storm of ten is nearer than the single operation.
  CHECK(bisect(file, {}, {1e6, 30'000, 10})->library_ns.mean == 60'000);
  CHECK(bisect(file, {}, {1e6, 6'000, 1})->extrapolated);
}

namespace {

// Without the line breaks and indents that a terminal's width asks for.
std::string unwrapped(const std::string& text) {
  std::string words;
  for (const char each : text) {
    const char next = each == '\n' ? ' ' : each;
    if (next != ' ' || words.empty() || words.back() != ' ') words += next;
  }
  return words;
}

}  // namespace

TEST_CASE("what lies above is said, and bad numbers are refused") {
  const TemporaryFolder folder;
  const std::string file = write_times(folder / "run.h5");
  const auto run = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"explain", file});
    return run_command_line(options);
  };
  const Outcome outcome = run({"--observed", "217ms", "--bytes", "30000", "--operations", "10"});
  CHECK(outcome.code == ExitCode::ok);
  const std::string words = unwrapped(outcome.out);
  CHECK_THAT(words, ContainsSubstring("needs 0.06 ms for this"));
  CHECK_THAT(words, ContainsSubstring("217 ms lie above"));
  const auto json =
      nlohmann::json::parse(run({"--observed", "217ms", "--bytes", "30000", "--operations", "10", "--json"}).out);
  CHECK(json["observed_ns"] == 217e6);
  CHECK(json["files"][0]["library_ns"]["value"] == 60'000.0);
  CHECK(json["files"][0]["above_ns"] == 217e6 - 60'000);
  CHECK(json["files"][0]["explained"] == false);
  // 64 µs are 7 % above the library's 60: launches differ by as much.
  const Outcome near = run({"--observed", "64us", "--bytes", "30000", "--operations", "10"});
  CHECK_THAT(unwrapped(near.out), ContainsSubstring("your number is explained by it"));
  CHECK(run({"--observed", "soon", "--bytes", "8"}).code == ExitCode::usage);
  CHECK(run({"--observed", "1ms"}).code == ExitCode::usage);
}
