#include <array>

#include "analysis/run/point_series.hpp"
#include "analysis/run/point_statistics.hpp"
#include "analysis/tests/hand_made_run.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/nanos.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using analysis::testing::TemporaryFolder;

namespace {

// 2 ranks, 110 iterations of which 10 are warm-up: 1010 … 1109 ns in the order 10 + 37 (i − 10) mod 100; iteration 50
// (1090 ns) started late; so n = 99.
std::string write_summary_run(const std::string& file) {
  results::PointSummary summary{.slowest = {}, .status = {}, .levels = {0, 0.5, 1}, .sketch = {3, 4, 5, 6, 7, 8}};
  std::vector<std::uint16_t> blocks;
  for (std::int64_t i = 0; i < 110; ++i) {
    summary.slowest.push_back(i < 10 ? 1000 + i : 1010 + (i - 10) * 37 % 100);
    summary.status.push_back(i == 50 ? 3 : 0);
    blocks.push_back(i < 60 ? 0 : 1);
  }
  results::RunWriter writer(file, testing::header_of(2, 1), results::RunWriter::Existing::refuse);
  writer.summary(testing::point_of("p0000", 8, 1, "serial"), summary, blocks, {});
  return writer.finish("finished");
}

}  // namespace

TEST_CASE("of a summary a point's quantiles are those of its iterations") {
  const TemporaryFolder folder;
  const results::RunReader reader(write_summary_run(folder / "run.h5"));
  const PointStatistics point = point_statistics(reader, reader.point("p0000"), Subject::point, std::array{kP50});
  CHECK(point.ranks == 2);
  CHECK(point.late == 1);
  CHECK(point.eligible == 99);
  // The 50th of 1010 … 1109 without 1090.
  CHECK(point.subjects[0].quantiles[0].value == Nanos{1059});
  CHECK(point.subjects[0].quantiles[0].lower.count() != kAbsent);
  CHECK(point.subjects[0].longest == Nanos{1109});
}

TEST_CASE("of a summary a rank's quantiles are those recorded, where the point carries them, without limits") {
  const TemporaryFolder folder;
  const results::RunReader reader(write_summary_run(folder / "run.h5"));
  const PointStatistics point = point_statistics(reader, reader.point("p0000"), Subject::rank, std::array{kP50, kP99});
  REQUIRE(point.subjects.size() == 2);
  CHECK(point.subjects[1].rank == Rank{1});
  CHECK(point.subjects[1].n == 99);
  CHECK(point.subjects[1].quantiles[0].value == Nanos{7});
  CHECK(point.subjects[1].quantiles[0].lower.count() == kAbsent);
  CHECK_FALSE(point.subjects[1].quantiles[1].carried());  // not recorded, and 99 would not carry it
  CHECK(point.subjects[1].longest == Nanos{8});
}

TEST_CASE("of a summary nothing is known by node") {
  const TemporaryFolder folder;
  const results::RunReader reader(write_summary_run(folder / "run.h5"));
  CHECK_THROWS_AS(point_statistics(reader, reader.point("p0000"), Subject::node, std::array{kP50}), Error);
}

TEST_CASE("a summary has blocks like any other point") {
  const TemporaryFolder folder;
  const results::RunReader reader(write_summary_run(folder / "run.h5"));
  const PointSeries series = read_series(reader, reader.point("p0000"));
  CHECK(series.n == 99);
  REQUIRE(series.blocks.size() == 2);
  CHECK(series.blocks.at(1) == 1060);  // the 25th of 1010 + (50 … 99) · 37 mod 100
}
