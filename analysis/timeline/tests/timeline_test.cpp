#include <algorithm>

#include <nlohmann/json.hpp>

#include "analysis/cli/command_line.hpp"
#include "analysis/tests/hand_made_run.hpp"
#include "analysis/timeline/timeline_bins.hpp"
#include "analysis/timeline/timeline_report.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/text.hpp"
#include "harness/core/text_table.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

using Values = std::vector<std::optional<double>>;

// Four steps over 400 ns: two of 50 ns, one that lasts 200, a gap between blocks, one of 50.
TimeCourse course() {
  TimeCourse course;
  course.steps = {
      {0, true, 0, 0, 10, 50}, {1, true, 0, 50, 30, 50}, {2, true, 0, 100, 150, 150}, {3, true, 1, 350, 50, 50}};
  course.end = 400;
  return course;
}

Outcome run(const std::vector<std::string>& arguments) { return run_command_line(arguments); }

// Two ranks, 410 iterations a millisecond apart, 10 of them warm-up. In the second half rank 0 waits for most of a
// millisecond, because rank 1 comes late. Iterations 300 to 319 start late.
std::string write_slow_half(const std::string& file) {
  results::RunWriter writer(file, header_of(2, 1), results::RunWriter::Existing::refuse);
  write_point(writer, point_of("p0000", 8, 1, "serial"), 2, 410, [](std::size_t rank, std::size_t i) {
    const bool late = i >= 300 && i < 320;
    return Sample{i >= 210 && rank == 0 ? 900'000 : 10'000, late ? SampleStatus::late_start : SampleStatus::ok, {}};
  });
  return writer.finish("finished").string();
}

std::vector<std::string> lines_of(const std::string& text) { return split(text, '\n'); }

// The line that begins with a label.
std::string line_of(const std::string& text, const std::string& label) {
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with(label)) return line;
  }
  return {};
}

std::string repeated(const std::string& block, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += block;
  return text;
}

}  // namespace

TEST_CASE("a bin's value is the mean of its steps, and a long step counts in each bin by its part") {
  const TimeCourse steps = course();
  const TimelineBins bins(steps, 4);  // of 100 ns
  const std::vector<std::int64_t> times{10, 30, 150, 50};
  CHECK(bins.means(times) == Values{20.0, 150.0, 150.0, 50.0});
  CHECK(bins.greatest(times) == Values{30.0, 150.0, std::nullopt, 50.0});
  CHECK(TimelineBins(steps, 8).means(times) ==
        Values{10.0, 30.0, 150.0, 150.0, 150.0, std::nullopt, std::nullopt, 50.0});
}

TEST_CASE("what is absent is in no bin") {
  const TimeCourse steps = course();
  const std::vector<std::int64_t> times{kAbsent, kAbsent, 150, kAbsent};
  CHECK(TimelineBins(steps, 4).means(times) == Values{std::nullopt, 150.0, 150.0, std::nullopt});
}

// 66 blocks of 6.2 ms; iteration 210 begins at 210 ms, in block 33.
TEST_CASE("the timeline shows when a rank's calls become longer") {
  const TemporaryFolder folder;
  const std::string file = write_slow_half(folder / "run.h5");
  const Outcome outcome = run({"timeline", file});
  CHECK(outcome.code == ExitCode::ok);
  CHECK_THAT(outcome.out,
             ContainsSubstring("p0000 allreduce of 8 B on mpi: 410 iterations in 410 ms, the first 10 warm-up"));
  CHECK_THAT(outcome.out,
             ContainsSubstring("changes: 10.0 µs until t = 210 ms, then 900 µs until the end at t = 410 ms"));
  const std::string rank_0 = line_of(outcome.out, "rank 0");
  CHECK(rank_0.starts_with("rank 0        " + repeated("▁", 33)));
  CHECK(rank_0.ends_with(repeated("█", 32)));
  CHECK(line_of(outcome.out, "rank 1") == "rank 1        " + repeated("▁", 66));
  CHECK(line_of(outcome.out, "slowest rank").substr(14) == rank_0.substr(14));
}

TEST_CASE("marks of the timeline stand below the blocks in which something begins") {
  const TemporaryFolder folder;
  const Outcome outcome = run({"timeline", write_slow_half(folder / "run.h5")});
  const auto lines = lines_of(outcome.out);
  const auto marks = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
    return line.starts_with("       ") && line.find('^') != std::string::npos;
  });
  REQUIRE(marks != lines.end());
  CHECK(marks->find('^') == 14 + 33);
  CHECK(marks->find('!') == 14 + 48);  // 300 ms over 6.2
  // Every 0.1 s, in blocks 16, 32, 48; 0.4 and the unit would not fit behind block 64.
  REQUIRE(marks + 1 != lines.end());
  CHECK(*(marks + 1) == "              0               0.1             0.2             0.3 s");
}

TEST_CASE("no line of the timeline is wider than it may be") {
  const TemporaryFolder folder;
  const std::string file = write_slow_half(folder / "run.h5");
  for (const char* width : {"40", "80", "132"}) {
    const Outcome outcome = run({"timeline", file, "--width", width});
    for (const std::string& line : lines_of(outcome.out)) {
      if (line != file) CHECK(display_width(line) <= std::max<std::size_t>(80, std::stoul(width)));
    }
    CHECK(display_width(line_of(outcome.out, "rank 0")) == std::stoul(width));
  }
}

TEST_CASE("the timeline's document has the bins of every rank") {
  const TemporaryFolder folder;
  const Outcome outcome = run({"timeline", write_slow_half(folder / "run.h5"), "--json", "--width", "55"});
  const auto json = nlohmann::json::parse(outcome.out);
  CHECK(json["command"] == "timeline");
  const auto& point = json["files"][0]["points"][0];
  CHECK(point["id"] == "p0000");
  CHECK(point["warmup_iterations"] == 10);
  CHECK(point["slowest_ns"].size() == 41);
  CHECK(point["ranks"].size() == 2);
  CHECK(point["ranks"][0]["ns"][0] == 10'000);
  CHECK(point["ranks"][0]["ns"][40] == 900'000);
  CHECK(point["ranks"][1]["ns"][40] == 10'000);
  CHECK(point["regimes"].size() == 2);
  CHECK(point["regimes"][1]["first_iteration"] == 210);
  CHECK(point["regimes"][1]["p50_ns"] == 900'000);
  CHECK(point["regimes"][1]["late_iterations"] == 20);
}

TEST_CASE("a width that no terminal has is refused") {
  for (const char* width : {"39", "1001", "wide"}) {
    const Outcome outcome = run({"timeline", "run.h5", "--width", width});
    CHECK(outcome.code == ExitCode::usage);
    CHECK(outcome.err == "syncbench-analyze: timeline: --width takes a whole number from 40 to 1000\n");
  }
}

TEST_CASE("summary and percentiles say that a point has several levels") {
  const TemporaryFolder folder;
  const std::string file = write_slow_half(folder / "run.h5");
  const std::string summary = run({"summary", file}).out;
  CHECK_THAT(summary, ContainsSubstring("status 2 levels"));
  CHECK_THAT(summary, ContainsSubstring("p0000 (allreduce of 8 B on mpi) has several levels, one after the other"));
  CHECK_THAT(run({"percentiles", file}).out,
             ContainsSubstring("changes: 10.0 µs until t = 210 ms, then 900 µs until the end at t = 410 ms"));
  const auto json = nlohmann::json::parse(run({"summary", "--json", file}).out);
  CHECK(json["files"][0]["points"][0]["regimes"].size() == 2);
}
