#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/nanos.hpp"
#include "results/check.hpp"
#include "results/parts.hpp"
#include "results/reader.hpp"
#include "results/recover.hpp"
#include "results/tests/refusal.hpp"
#include "results/tests/sample_run.hpp"
#include "results/tests/temporary_folder.hpp"

using namespace syncbench;
using namespace syncbench::results;
using namespace syncbench::results::testing;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("a finished run gives back its header, log and end") {
  const TemporaryFolder folder;
  const RunReader reader(write_small_run(folder / "run.h5"));
  const RunHeader& header = reader.header();
  CHECK(header.software == "syncbench");
  CHECK(header.version == "0.1.0");
  CHECK(header.git == "b60ac20");
  CHECK(header.created == "2024-05-06T07:08:09Z");
  CHECK(header.run_id == "123e4567-e89b-12d3-a456-426614174000");
  CHECK_FALSE(header.emulated);
  CHECK(header.backends == "null,mpi");
  CHECK(header.launcher == "srun");
  CHECK(header.launch_index == 3);
  CHECK(header.argv == "syncbench --suite smallpkt");
  CHECK(header.config_json == R"({"suite":"smallpkt","größe":8})");
  REQUIRE(header.rank_rows.size() == 2);
  CHECK(header.rank_rows[1].pid == 4001);
  CHECK(header.rank_rows[1].cpus == "1");
  CHECK(header.rank_rows[1].device.empty());
  REQUIRE(header.node_rows.size() == 1);
  CHECK(header.node_rows[0].hostname == "n00");
  REQUIRE(reader.log().size() == 1);
  CHECK(reader.log()[0].rank == -1);
  CHECK(reader.log()[0].text == "ranks are not bound");
  CHECK(reader.complete());
  CHECK(reader.exit_reason() == "finished");
}

TEST_CASE("clock rows of every part come together in the run, sorted and once each, and each part has its own") {
  const TemporaryFolder folder;
  const auto file = folder / "run.h5";
  const ClockRow a{0, 100, 0, 0.0, 0, 0, 0};
  const ClockRow b{1, 105, 2'000'000'005, 5e-5, 700, 600, -100};
  const ClockRow c{0, 900, 0, 0.0, 0, 0, 0};
  RunWriter writer(file, sample_header(2, 1), RunWriter::Existing::refuse);
  writer.set_clock({a, b});
  write_point(writer, "p0000", SampleData({2, 3, 0, false}));
  writer.set_clock({a, c, b});
  write_point(writer, "p0001", SampleData({2, 3, 0, false}));
  CHECK(RunReader(part_file(file, "p0000")).clock() == std::vector{a, b});
  writer.finish("finished");
  CHECK(RunReader(file).clock() == std::vector{a, c, b});
  CHECK(departures(file).empty());
}

TEST_CASE("how ranks started is read back from parts, from the merged file, and from one that was recovered") {
  const TemporaryFolder folder;
  const auto file = folder / "run.h5";
  const std::vector<StartupRow> rows{{0, "wrapper", -1, 100, 1'796'040'000'000'000'000},
                                     {0, "main", -1, 140, 1'796'040'000'000'000'040},
                                     {0, "peer", 1, 140, kAbsent},
                                     {1, "process", -1, -7, kAbsent},
                                     {1, "main", -1, 3, 1'796'040'000'000'000'000}};
  RunWriter writer(file, sample_header(2, 2), RunWriter::Existing::refuse);
  writer.set_startup(rows);
  write_point(writer, "p0000", SampleData({2, 3, 0, false}));
  CHECK(RunReader(part_file(file, "p0000")).header().startup_rows == rows);
  const auto copy = folder / "dead.h5";
  copy_parts(file, copy);
  recover(copy);
  CHECK(RunReader(copy).header().startup_rows == rows);
  writer.finish("finished");
  CHECK(RunReader(file).header().startup_rows == rows);
  CHECK(departures(file).empty());
}

TEST_CASE("startups of ranks or peers that the run does not have, or out of order, are refused") {
  const auto refused = [](const std::vector<StartupRow>& rows) {
    const TemporaryFolder folder;
    RunWriter writer(folder / "run.h5", sample_header(2, 2), RunWriter::Existing::refuse);
    writer.set_startup(rows);
    write_point(writer, "p0000", SampleData({2, 3, 0, false}));
    return Refusal([&] { RunReader(part_file(folder / "run.h5", "p0000")); }).sentence();
  };
  CHECK_THAT(refused({{2, "main", -1, 0, 0}}), ContainsSubstring("/run/startup: row 0 is about rank 2 of 2"));
  CHECK_THAT(refused({{0, "peer", 2, 0, 0}}), ContainsSubstring("is about peer 2 of 2"));
  CHECK_THAT(refused({{0, "main", -1, 5, 0}, {0, "options", -1, 4, 0}}), ContainsSubstring("row 1 is earlier"));
  CHECK_THAT(refused({{1, "main", -1, 5, 0}, {0, "main", -1, 6, 0}}), ContainsSubstring("belongs to a lower rank"));
}

TEST_CASE("detours come back as they were written, piece by piece, and a point that did not listen has none") {
  const TemporaryFolder folder;
  const auto file = folder / "run.h5";
  std::vector<DetourRow> rows;
  for (std::int64_t i = 0; i < 5'000; ++i) rows.push_back({i / 2'500, 1'000 * i, 50 + i % 7});
  RunWriter writer(file, sample_header(2, 1), RunWriter::Existing::refuse);
  const SampleData data({2, 3, 0, false});
  PointWriter point = writer.begin(sample_point("p0000"), data.shape);
  point.write(data.whole());
  point.begin_detours(rows.size());
  point.write_detours(std::span(rows).first(2'999));
  point.write_detours(std::span(rows).subspan(2'999));
  point.commit({});
  write_point(writer, "p0001", data);
  CHECK(RunReader(part_file(file, "p0000")).detours("p0000") == rows);
  const RunReader run(writer.finish("finished"));
  CHECK(run.detours("p0000") == rows);
  CHECK_FALSE(run.detours("p0001"));
  CHECK(departures(file).empty());
}

TEST_CASE("more or fewer detours than were announced are an error of ours") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(2, 1), RunWriter::Existing::refuse);
  PointWriter point = writer.begin(sample_point("p0000"), {2, 1, 0, false});
  const std::vector<DetourRow> rows(2, DetourRow{0, 10, 5});
  CHECK_THROWS_AS(point.write_detours(rows), Error);
  point.begin_detours(1);
  CHECK_THROWS_AS(point.write_detours(rows), Error);
  CHECK_THROWS_AS(point.commit({}), Error);
}
