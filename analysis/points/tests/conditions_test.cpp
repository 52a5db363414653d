#include "analysis/points/conditions.hpp"

#include "analysis/cli/command_line.hpp"
#include "analysis/tests/hand_made_run.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "results/reader.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

using Sentences = std::vector<std::string>;

PointCondition healthy(const std::string& id) {
  PointCondition point;
  point.id = id;
  point.label = "allreduce of 8 B on mpi";
  point.stop = "precision";
  point.iterations = 1'000;
  point.warmup = 100;
  return point;
}

}  // namespace

TEST_CASE("a point that went well has no sentence") { CHECK(condition_sentences({healthy("p0000")}).empty()); }

TEST_CASE("an unsteady point is named") {
  PointCondition point = healthy("p0003");
  point.unsteady = true;
  CHECK(condition_sentences({point, healthy("p0004")}) ==
        Sentences{"p0003 (allreduce of 8 B on mpi) is unsteady: the level still changes, so compare no number of it"});
}

TEST_CASE("points with the same trouble share a sentence") {
  std::vector<PointCondition> points;
  for (const char* id : {"p0000", "p0001", "p0002", "p0003", "p0004", "p0005"}) {
    points.push_back(healthy(id));
    points.back().unsteady = true;
  }
  CHECK(condition_sentences(points)[0].starts_with("all 6 points (p0000, p0001, p0002, p0003, …) are unsteady"));
  points[5].unsteady = false;
  CHECK(condition_sentences(points)[0].starts_with("5 of 6 points (p0000"));
}

TEST_CASE("a limit of time before the precision is said, and what to do") {
  PointCondition point = healthy("p0003");
  point.stop = "time";
  CHECK(condition_sentences({point}).empty());
  point.imprecise = true;
  CHECK(
      condition_sentences({point}) ==
      Sentences{"p0003 (allreduce of 8 B on mpi) ended at the limit of time before the median was as precise as asked "
                "for: raise --time-ms, or lower --precision"});
}

// 9 of 900 after the warm-up are a hundredth.
TEST_CASE("late starts of a hundredth of the iterations are said with their number") {
  PointCondition point = healthy("p0003");
  point.late = 8;
  CHECK(condition_sentences({point}).empty());
  point.late = 9;
  CHECK(condition_sentences({point}) ==
        Sentences{
            "p0003 (allreduce of 8 B on mpi) lost iterations to late starts: a rank got the deadline too late, in 9 "
            "of 900 iterations of p0003; they count in no quantile"});
}

TEST_CASE("a warm-up of more than a fifth is said") {
  PointCondition point = healthy("p0003");
  point.warmup = 200;
  CHECK(condition_sentences({point}).empty());
  point.warmup = 501;
  CHECK_THAT(condition_sentences({point})[0], ContainsSubstring("501 of 1,000 iterations of p0003 (50 %)"));
}

TEST_CASE("only a run that asked for a precision can miss it") {
  for (const bool automatic : {true, false}) {
    const TemporaryFolder folder;
    results::RunHeader header = header_of(2, 1);
    header.config_json =
        automatic ? R"({"iterations":"auto","precision":0.01})" : R"({"iterations":"400","precision":0.01})";
    results::RunWriter writer(folder / "run.h5", header, results::RunWriter::Existing::refuse);
    write_point(writer, point_of("p0000", 8, 1, "serial"), 2, 110, [](std::size_t, std::size_t) {
      return Sample{1'000, SampleStatus::ok, {}};
    });
    const results::RunReader reader(writer.finish("finished"));
    const PointCondition condition = condition_of(reader.header(), reader.point("p0000"), 110);
    CHECK(condition.stop == "count");
    CHECK(condition.imprecise == automatic);
    CHECK(condition.iterations == 110);
    CHECK(condition.warmup == 10);
  }
}

TEST_CASE("nothing found says what was looked at, what was left out and what was not measured") {
  const TemporaryFolder folder;
  const std::string file = folder / "run.h5";
  results::RunWriter writer(file, header_of(2, 1), results::RunWriter::Existing::refuse);
  write_point(writer, point_of("p0000", 8, 1, "serial"), 2, 1'010, [](std::size_t rank, std::size_t i) {
    return Sample{static_cast<std::int64_t>(5'000 - 10 * rank + i % 7),
                  i == 500 ? SampleStatus::late_start : SampleStatus::ok,
                  {}};
  });
  writer.not_measured(point_of("p0001", 1'048'576, 1, "serial"), "needs 96 GiB a node, and there are 64");
  writer.finish("finished");
  const std::string text = run_command_line(std::vector<std::string>{"explain", file}).out;
  CHECK_THAT(text, ContainsSubstring("nothing found in 1 point of 2 ranks"));
  CHECK_THAT(text, !ContainsSubstring("splitting"));
  CHECK_THAT(text, ContainsSubstring("A rank that comes late by"));
  CHECK_THAT(text, ContainsSubstring("left out of 1,010 iterations: 10 of the warm-up, 1 with a late start"));
  CHECK_THAT(text, ContainsSubstring("not measured: p0001 (needs 96 GiB a node, and there are 64)"));
}
