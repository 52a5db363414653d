#include <fstream>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "results/check.hpp"
#include "results/reader.hpp"
#include "results/recover.hpp"
#include "results/tests/refusal.hpp"
#include "results/tests/sample_run.hpp"
#include "results/tests/temporary_folder.hpp"

namespace fs = std::filesystem;
using namespace syncbench;
using namespace syncbench::results;
using namespace syncbench::results::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr auto kRefuse = RunWriter::Existing::refuse;
const SampleShape kSmall{1, 1, 0, false};

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

// A run of two points that dies before it is finished.
void die_early(const fs::path& file) {
  RunWriter writer(file, sample_header(1, 1), kRefuse);
  write_point(writer, "p0000", SampleData(kSmall));
  writer.log({"2024-05-06T07:08:10Z", 0, "warning", "late"});
  writer.not_measured(sample_point("p0001"), "no time left");
  const PointWriter unfinished = writer.begin(sample_point("p0002"), kSmall);
}

}  // namespace

TEST_CASE("a place that does not exist fails before anything is measured") {
  const TemporaryFolder folder;
  const Refusal refusal([&] { RunWriter(folder / "missing/run.h5", sample_header(1, 1), kRefuse); });
  CHECK(refusal.code() == ExitCode::io);
  CHECK_THAT(refusal.sentence(), ContainsSubstring("missing/run.h5.parts") && ContainsSubstring("No such file"));
}

TEST_CASE("a place below a file fails before anything is measured") {
  const TemporaryFolder folder;
  std::ofstream(folder / "plain") << "x";
  const Refusal refusal([&] { RunWriter(folder / "plain/run.h5", sample_header(1, 1), kRefuse); });
  CHECK(refusal.code() == ExitCode::io);
  CHECK_THAT(refusal.sentence(), ContainsSubstring("Not a directory"));
}

TEST_CASE("a header that contradicts itself is not written") {
  const TemporaryFolder folder;
  RunHeader header = sample_header(2, 1);
  header.rank_rows.pop_back();
  const Refusal refusal([&] { RunWriter(folder / "run.h5", header, kRefuse); });
  CHECK(refusal.code() == ExitCode::internal);
  CHECK_THAT(refusal.sentence(), ContainsSubstring("says 2 ranks and /run/ranks has 1 rows"));
}

TEST_CASE("a part appears only when it is committed") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(1, 1), kRefuse);
  const SampleData data(kSmall);
  PointWriter part = writer.begin(sample_point("p0000"), kSmall);
  part.write(data.whole());
  CHECK_FALSE(fs::exists(folder / "run.h5.parts/p0000.h5"));
  part.commit({});
  CHECK(fs::exists(folder / "run.h5.parts/p0000.h5"));
  CHECK(entries(folder / "run.h5.parts") == 2);  // and the lock
}

TEST_CASE("a part that is abandoned leaves nothing") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(1, 1), kRefuse);
  {
    PointWriter part = writer.begin(sample_point("p0000"), kSmall);
    part.write(SampleData(kSmall).whole());
  }
  CHECK(entries(folder / "run.h5.parts") == 1);  // the lock
}

TEST_CASE("a point that was abandoned can be written as not measured") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(1, 1), kRefuse);
  { const PointWriter abandoned = writer.begin(sample_point("p0000"), kSmall); }
  writer.not_measured(sample_point("p0000"), "the payload was wrong");
  const RunReader reader(writer.finish("finished"));
  CHECK(reader.point("p0000").attributes.at("reason") == Value("the payload was wrong"));
}

TEST_CASE("a point is written once") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(1, 1), kRefuse);
  write_point(writer, "p0000", SampleData(kSmall));
  CHECK(Refusal([&] { writer.begin(sample_point("p0000"), kSmall); }).code() == ExitCode::internal);
  CHECK(Refusal([&] { writer.not_measured(sample_point("p0000"), "why"); }).code() == ExitCode::internal);
}

TEST_CASE("an id that is a path is refused") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(1, 1), kRefuse);
  CHECK(Refusal([&] { writer.begin(sample_point("../p0000"), kSmall); }).code() == ExitCode::internal);
}

TEST_CASE("samples that do not fit the point's shape are refused") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(1, 1), kRefuse);
  PointWriter part = writer.begin(sample_point("p0000"), kSmall);
  const SampleData two({1, 2, 0, false});
  CHECK(Refusal([&] { part.write(two.whole()); }).code() == ExitCode::internal);
  SampleBlock short_of_leaves = SampleData(kSmall).whole();
  short_of_leaves.leave = {};
  CHECK(Refusal([&] { part.write(short_of_leaves); }).code() == ExitCode::internal);
  CHECK(Refusal([&] { writer.begin(sample_point("p0001"), {2, 1, 0, false}); }).code() == ExitCode::internal);
}

TEST_CASE("a committed point takes no more samples") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(1, 1), kRefuse);
  PointWriter part = writer.begin(sample_point("p0000"), kSmall);
  part.commit({});
  CHECK(Refusal([&] { part.write(SampleData(kSmall).whole()); }).code() == ExitCode::internal);
}

TEST_CASE("a run that dies leaves parts that can each be read alone") {
  const TemporaryFolder folder;
  die_early(folder / "run.h5");
  CHECK_FALSE(fs::exists(folder / "run.h5"));
  CHECK(entries(folder / "run.h5.parts") == 2);
  const RunReader measured(folder / "run.h5.parts/p0000.h5");
  CHECK_FALSE(measured.complete());
  CHECK(measured.exit_reason().empty());
  CHECK(measured.header().run_id == "123e4567-e89b-12d3-a456-426614174000");
  CHECK(measured.index().size() == 1);
  CHECK(measured.log().empty());
  CHECK(measured.samples("p0000", 0, 1).leave == std::vector<std::int64_t>{100});
  const RunReader skipped(folder / "run.h5.parts/p0001.h5");
  REQUIRE(skipped.log().size() == 1);
  CHECK(skipped.log()[0].text == "late");
  CHECK(departures(folder / "run.h5.parts/p0000.h5").empty());
  CHECK(departures(folder / "run.h5.parts/p0001.h5").empty());
}

TEST_CASE("a run that died is recovered from its parts") {
  const TemporaryFolder folder;
  die_early(folder / "run.h5");
  recover(folder / "run.h5");
  CHECK_FALSE(fs::exists(folder / "run.h5.parts"));
  const RunReader reader(folder / "run.h5");
  CHECK_FALSE(reader.complete());
  CHECK(reader.exit_reason() == "recovered");
  CHECK(reader.index().size() == 2);
  CHECK(reader.log().size() == 1);
  CHECK(departures(folder / "run.h5").empty());
}

TEST_CASE("a part of another run is named and left, and the others are merged") {
  const TemporaryFolder folder;
  die_early(folder / "run.h5");
  RunHeader other = sample_header(1, 1);
  other.run_id = "00000000-0000-0000-0000-000000000000";
  {
    RunWriter writer(folder / "other.h5", other, kRefuse);
    write_point(writer, "p0005", SampleData(kSmall));
  }
  fs::rename(folder / "other.h5.parts/p0005.h5", folder / "run.h5.parts/p0005.h5");
  const Recovered done = recover(folder / "run.h5");
  REQUIRE(done.left_out.size() == 1);
  CHECK(done.left_out[0].part == folder / "run.h5.parts/p0005.h5");
  CHECK_THAT(done.left_out[0].reason, ContainsSubstring("belongs to run '00000000"));
  CHECK(done.left == std::vector<std::string>{"p0005.h5"});
  CHECK(RunReader(folder / "run.h5").index().size() == 2);
  CHECK(entries(folder / "run.h5.parts") == 1);
  CHECK(RunReader(folder / "run.h5.parts/p0005.h5").index().size() == 1);
}

TEST_CASE("recovering where there is nothing says so") {
  const TemporaryFolder folder;
  CHECK(Refusal([&] { recover(folder / "run.h5"); }).code() == ExitCode::io);
  fs::create_directory(folder / "run.h5.parts");
  const Refusal refusal([&] { recover(folder / "run.h5"); });
  CHECK(refusal.code() == ExitCode::io);
  CHECK_THAT(refusal.sentence(), ContainsSubstring("no finished part"));
  write_small_run(folder / "whole.h5");
  CHECK(Refusal([&] { recover(folder / "whole.h5"); }).code() == ExitCode::usage);
}

TEST_CASE("a finished run takes no more points") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(1, 1), kRefuse);
  writer.finish("finished");
  CHECK(Refusal([&] { writer.begin(sample_point("p0000"), kSmall); }).code() == ExitCode::internal);
  CHECK(Refusal([&] { writer.finish("again"); }).code() == ExitCode::internal);
}

TEST_CASE("finishing leaves the run's file and nothing else") {
  const TemporaryFolder folder;
  CHECK(write_small_run(folder / "run.h5") == folder / "run.h5");
  CHECK(entries(folder.path()) == 1);
}
