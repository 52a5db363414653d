#include "analysis/cli/command_line.hpp"
#include "analysis/decompose/decompose_report.hpp"
#include "analysis/tests/hand_made_run.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::size_t kIterations = 4;

// Storms of three operations on two ranks. Rank 1 enters 10 ns late, leaves the first operation 300 ns after rank 0 and
// the second 350 ns: it brings 300 ns into the second, brings 350 into the third. Warm-up is none.
std::string write_storm(const std::filesystem::path& path, bool marks) {
  results::RunWriter writer(path, header_of(2, 1), results::RunWriter::Existing::refuse);
  results::PointHeader point = point_of("p0000", 3'000, 3, "serial");
  point.attributes["operation"] = std::string("allreduce");
  point.attributes["root"] = std::int64_t{0};
  point.attributes["warmup_iterations"] = std::int64_t{0};
  if (marks) point.mark_names = {"done 1", "done 2", "done 3"};
  std::vector<std::int64_t> enter, leave, ends;
  for (std::int64_t rank = 0; rank < 2; ++rank) {
    for (std::size_t i = 0; i < kIterations; ++i) {
      const std::int64_t begin = 1'000'000 * static_cast<std::int64_t>(i + 1);
      enter.push_back(begin + 10 * rank);
      ends.push_back(begin + 1'000 + 300 * rank);
      ends.push_back(begin + 2'000 + 350 * rank);
      ends.push_back(begin + 3'000);
      leave.push_back(begin + 3'020);
    }
  }
  if (!marks) ends.clear();
  const std::vector<std::uint8_t> status(enter.size(), 0);
  results::PointWriter part = writer.begin(point, {2, kIterations, marks ? std::size_t{3} : 0, false});
  part.write({0, 2, 0, kIterations, enter, leave, {}, ends, status});
  results::IndexRow row;
  row.suite = "smallpkt";
  row.operation = "allreduce";
  row.backend = "mpi";
  row.n = kIterations;
  row.p50_ns = row.p99_ns = kAbsent;
  part.commit(row);
  return writer.finish("finished").string();
}

}  // namespace

TEST_CASE("a serial storm with marks is taken apart by operations, each entered when the one before is left") {
  const TemporaryFolder folder;
  const auto report = decompose_report(write_storm(folder / "run.h5", true), {}, true, true);
  REQUIRE(report.points.size() == 1);
  const PointShares& point = report.points[0];
  CHECK(point.n == 3 * kIterations);
  REQUIRE(point.samples);
  const Decomposition& samples = *point.samples;
  // Apart by 10, 300, 350 ns.
  CHECK(samples.rows[0].spread == 10);
  CHECK(samples.rows[1].spread == 300);
  CHECK(samples.rows[2].spread == 350);
  // Rank 0 waits for rank 1 in each of them.
  CHECK(samples.parts[samples.at(1, 0)].wait == 300);
  CHECK(samples.parts[samples.at(2, 0)].wait == 350);
  CHECK(samples.parts[samples.at(2, 1)].wait == 0);
  // The last operation ends when the storm does, not at its own mark.
  CHECK(samples.rows[2].after_last == 3'020 - 2'350);
  // What it is late by was all left over; the median of two is the lower, so it is rank 1's alone.
  CHECK(point.ranks[1].inherited == static_cast<std::int64_t>(kIterations) * (300 + 350));
  CHECK(point.ranks[1].own == 0);
  CHECK(point.ranks[0].inherited == 0);
}

TEST_CASE("without the marks of operations the command says what to measure") {
  const TemporaryFolder folder;
  const std::string file = write_storm(folder / "run.h5", false);
  const Outcome outcome = run_command_line(std::vector<std::string>{"decompose", "--operations", file});
  CHECK(outcome.code == ExitCode::data);
  CHECK_THAT(outcome.err, ContainsSubstring("measure it with --smallpkt.marks"));
  const Outcome whole =
      run_command_line(std::vector<std::string>{"decompose", "--operations", write_storm(folder / "marks.h5", true)});
  CHECK(whole.code == ExitCode::ok);
  CHECK_THAT(whole.out, ContainsSubstring("n 12 operations"));
  CHECK_THAT(whole.out, ContainsSubstring("inherited: it left the one before later"));
}
