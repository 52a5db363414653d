#include "analysis/run/point_statistics.hpp"

#include <array>
#include <limits>

#include "analysis/run/rank_samples.hpp"
#include "analysis/tests/hand_made_run.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/nanos.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using analysis::testing::Sample;
using analysis::testing::TemporaryFolder;

namespace {

std::vector<std::int64_t> longest(const PointStatistics& statistics) {
  std::vector<std::int64_t> all;
  for (const SubjectStatistics& subject : statistics.subjects) all.push_back(subject.longest.count());
  return all;
}

PointStatistics statistics(const results::RunReader& reader, const std::string& id, Subject subject) {
  return point_statistics(reader, reader.point(id), subject, std::array{kP50, kP95, kP99});
}

}  // namespace

// p0000: 4010 … 4109 on the slowest rank, two of which are of unknown time: 4017 and 4080. Of the 98 known ones the
// median is number 49: 4059. Of 100 it is number 50: 4060 if the unknown ones are the slowest, 4058 if the fastest. The
// limits are percentiles_test.py's.
TEST_CASE("a point's time is that of its slowest rank, without warm-up, and late iterations are of unknown time") {
  const TemporaryFolder folder;
  const results::RunReader reader(testing::write_hand_made_run(folder / "run.h5"));
  const PointStatistics point = statistics(reader, "p0000", Subject::point);
  CHECK(point.ranks == 4);
  CHECK(point.iterations == 110);
  CHECK(point.warmup == 10);
  CHECK(point.late == 2);
  CHECK(point.eligible == 98);
  CHECK(point.corrupt == 0);
  REQUIRE(point.subjects.size() == 1);
  const SubjectStatistics& all = point.subjects[0];
  CHECK(all.longest == Nanos{4109});
  CHECK(all.n == 98);
  CHECK(all.quantiles[0].value == Nanos{4059});
  CHECK(all.quantiles[0].fastest == Nanos{4058});
  CHECK(all.quantiles[0].slowest == Nanos{4060});
  CHECK(all.quantiles[0].lower == Nanos{4048});
  CHECK(all.quantiles[0].upper == Nanos{4071});
  CHECK(all.quantiles[0].effective.count == 92);
  CHECK(all.quantiles[1].refusal == Refusal::too_few);  // 100 have no 60 beyond p95
}

TEST_CASE("by rank and by node a late start of any rank makes the iteration one of unknown time for all") {
  const TemporaryFolder folder;
  const results::RunReader reader(testing::write_hand_made_run(folder / "run.h5"));
  const PointStatistics ranks = statistics(reader, "p0000", Subject::rank);
  CHECK(longest(ranks) == std::vector<std::int64_t>{1109, 2109, 3109, 4109});
  CHECK(ranks.subjects[3].n == 98);
  CHECK(ranks.subjects[3].rank == Rank{3});
  CHECK(ranks.subjects[3].node == NodeIndex{1});
  const PointStatistics nodes = statistics(reader, "p0000", Subject::node);
  CHECK(longest(nodes) == std::vector<std::int64_t>{2109, 4109});
  CHECK(nodes.subjects[1].n == 98);
  CHECK(nodes.subjects[1].node == NodeIndex{1});
}

TEST_CASE("nodes whose ranks are not neighbours are put together") {
  const TemporaryFolder folder;
  results::RunHeader header = testing::header_of(4, 2);
  for (std::size_t rank = 0; rank < 4; ++rank) header.rank_rows[rank].node = static_cast<std::int64_t>(rank % 2);
  for (std::size_t rank = 0; rank < 4; ++rank) header.rank_rows[rank].local_rank = static_cast<std::int64_t>(rank / 2);
  results::RunWriter writer(folder / "run.h5", header, results::RunWriter::Existing::refuse);
  testing::write_point(writer, testing::point_of("p0000", 8, 1, "serial"), 4, 11, [](std::size_t rank, std::size_t) {
    return Sample{static_cast<std::int64_t>(100 * rank), SampleStatus::ok};
  });
  const results::RunReader reader(writer.finish("finished"));
  CHECK(longest(statistics(reader, "p0000", Subject::node)) == std::vector<std::int64_t>{200, 300});
}

TEST_CASE("a rank that took no part has no times") {
  const TemporaryFolder folder;
  results::RunWriter writer(folder / "run.h5", testing::header_of(2, 1), results::RunWriter::Existing::refuse);
  testing::write_point(writer, testing::point_of("p0000", 8, 1, "serial"), 2, 30, [](std::size_t rank, std::size_t) {
    return Sample{rank == 1 ? kAbsent : 7, SampleStatus::ok};
  });
  const results::RunReader reader(writer.finish("finished"));
  const PointStatistics ranks = statistics(reader, "p0000", Subject::rank);
  CHECK(ranks.subjects[0].n == 20);
  CHECK(ranks.subjects[1].n == 0);
  CHECK(ranks.subjects[1].longest == Nanos{kAbsent});
  CHECK_FALSE(ranks.subjects[1].quantiles[0].carried());
}

TEST_CASE("damaged samples are named by file, point, rank and iteration") {
  const TemporaryFolder folder;
  results::RunWriter writer(folder / "run.h5", testing::header_of(2, 1), results::RunWriter::Existing::refuse);
  testing::write_point(writer, testing::point_of("p0000", 8, 1, "serial"), 2, 3, [](std::size_t rank, std::size_t i) {
    return Sample{rank == 1 && i == 2 ? -5 : 5, SampleStatus::ok};
  });
  const results::RunReader reader(writer.finish("finished"));
  CHECK_THROWS_WITH(statistics(reader, "p0000", Subject::point),
                    (folder / "run.h5") + ": point p0000, rank 1, iteration 2: a rank left before it entered");
}

TEST_CASE("a point without a warm-up count is refused") {
  const TemporaryFolder folder;
  const results::RunReader reader(testing::write_hand_made_run(folder / "run.h5"));
  results::PointHeader point = reader.point("p0000");
  point.attributes.erase("warmup_iterations");
  CHECK_THROWS_AS(point_statistics(reader, point, Subject::point, std::array{kP50}), Error);
}

TEST_CASE("ranks are read in groups that do not grow with the run") {
  CHECK(ranks_at_once({10'000, 10'000, 0, false}, 1) == 98);  // 170 kB a rank
  CHECK(ranks_at_once({10'000, 10'000, 0, false}, 8) == 96);  // whole chunks
  CHECK(ranks_at_once({10'000, 10'000, 0, false}, 99) == 98);
  CHECK(ranks_at_once({10'000, 1'000'000, 2, true}, 1) == 1);  // 41 MB a rank
  CHECK(ranks_at_once({10'000, 100'000'000, 0, false}, 1) == 1);
  CHECK(ranks_at_once({4, 0, 0, false}, 0) > 4);
}

TEST_CASE("more ranks than one group holds are all seen") {
  const TemporaryFolder folder;
  results::RunWriter writer(folder / "run.h5", testing::header_of(130, 2), results::RunWriter::Existing::refuse);
  testing::write_point(writer, testing::point_of("p0000", 8, 1, "serial"), 130, 12, [](std::size_t rank, std::size_t) {
    return Sample{static_cast<std::int64_t>(rank), SampleStatus::ok};
  });
  const results::RunReader reader(writer.finish("finished"));
  CHECK(longest(statistics(reader, "p0000", Subject::node)) == std::vector<std::int64_t>{64, 129});
  CHECK(longest(statistics(reader, "p0000", Subject::rank)).back() == 129);
}
