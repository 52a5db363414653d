#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/nanos.hpp"
#include "results/check.hpp"
#include "results/reader.hpp"
#include "results/tests/edit.hpp"
#include "results/tests/refusal.hpp"
#include "results/tests/sample_run.hpp"
#include "results/tests/temporary_folder.hpp"

namespace fs = std::filesystem;
using namespace syncbench;
using namespace syncbench::results;
using namespace syncbench::results::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

const PointSummary kSummary{
    .slowest = {30, kAbsent, 25}, .status = {0, 0, 3}, .levels = {0, 0.5, 1}, .sketch = {1, 2, 3, 4, 5, 6}};
const std::vector<std::uint16_t> kBlocks{0, 0, 1};

fs::path write_run(const fs::path& file, const PointSummary& summary = kSummary) {
  RunWriter writer(file, sample_header(2, 1), RunWriter::Existing::refuse);
  write_point(writer, "p0000", SampleData({2, 4, 0, false}));
  PointHeader point = sample_point("p0001");
  point.attributes["warmup_iterations"] = std::int64_t{0};
  IndexRow row;
  row.suite = "smallpkt";
  row.operation = "allreduce";
  row.backend = "mpi";
  row.policy = "serial";
  row.n = 1;
  writer.summary(point, summary, kBlocks, row);
  return writer.finish("finished");
}

}  // namespace

TEST_CASE("a summary comes back as it was written") {
  const TemporaryFolder folder;
  const RunReader reader(write_run(folder / "run.h5"));
  CHECK_FALSE(reader.is_summary("p0000"));
  REQUIRE(reader.is_summary("p0001"));
  CHECK(reader.shape("p0001").ranks == 2);
  CHECK(reader.shape("p0001").iterations == 3);
  const PointSummary summary = reader.summary("p0001");
  CHECK(summary.slowest == kSummary.slowest);
  CHECK(summary.status == kSummary.status);
  CHECK(summary.levels == kSummary.levels);
  CHECK(summary.sketch == kSummary.sketch);
  CHECK(reader.blocks("p0001") == kBlocks);
}

TEST_CASE("a file with a summary conforms to the schema") {
  const TemporaryFolder folder;
  CHECK(departures(write_run(folder / "run.h5")).empty());
}

TEST_CASE("samples of a summary are refused with the reason") {
  const TemporaryFolder folder;
  const RunReader reader(write_run(folder / "run.h5"));
  const Refusal refusal([&] { reader.samples("p0001", 0, 2); });
  CHECK(refusal.code() == ExitCode::data);
  CHECK_THAT(refusal.sentence(), ContainsSubstring("/points/p0001") && ContainsSubstring("--record summary"));
}

TEST_CASE("a summary that does not fit the run is a bug") {
  const TemporaryFolder folder;
  PointSummary wrong = kSummary;
  wrong.sketch.pop_back();
  CHECK(Refusal([&] { write_run(folder / "run.h5", wrong); }).code() == ExitCode::internal);
}

TEST_CASE("damaged summaries are refused as bad data") {
  const TemporaryFolder folder;
  const fs::path file = write_run(folder / "run.h5");
  SECTION("a time below zero") { Edit(file).set_value("/points/p0001/slowest", {0}, -5); }
  SECTION("levels that fall") { Edit(file).set_value("/points/p0001/sketch_levels", {0}, 1); }
  SECTION("a status without a name") { Edit(file).set_value("/points/p0001/slowest_status", {0}, 9); }
  SECTION("a dataset that is missing") { Edit(file).remove("/points/p0001/sketch"); }
  const Refusal refusal([&] { RunReader(file).summary("p0001"); });
  CHECK(refusal.code() == ExitCode::data);
  CHECK_FALSE(departures(file).empty());
}
