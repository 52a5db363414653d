#include <cmath>

#include <nlohmann/json.hpp>

#include "analysis/cli/command_line.hpp"
#include "analysis/init/init_report.hpp"
#include "analysis/launches/launches_report.hpp"
#include "analysis/tests/hand_made_run.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/nanos.hpp"
#include "harness/core/text_table.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::size_t kIterations = 60;
constexpr std::size_t kCycles = 30;

// Two ranks on two nodes. Rank 1 stays in MPI_Init for 10 ms longer, and rank 0 waits for it when it touches its peer.
std::vector<results::StartupRow> startup_rows(std::int64_t mpi_init) {
  std::vector<results::StartupRow> rows;
  for (std::int64_t rank = 0; rank < 2; ++rank) {
    std::int64_t now = 1'000 * kMs;
    const auto add = [&](const char* phase, std::int64_t after, std::int64_t peer = -1) {
      rows.push_back({rank, phase, peer, now += after, kAbsent});
    };
    add("wrapper", 0);
    add("main", 20 * kMs);
    add("options", kMs);
    add("mpi-init", mpi_init + rank * 10 * kMs);
    add("peer", 12 * kMs - rank * 10 * kMs, 1 - rank);
    add("communicator", kMs);
    add("topology", 30 * kMs);
    add("clock", 40 * kMs);
    add("library", 3 * kMs);
    add("ready", 5 * kMs);
  }
  return rows;
}

// The first operation takes 1 ms, the next nine 30 µs, then 10 µs each.
std::int64_t time_of(std::size_t iteration) {
  if (iteration == 0) return kMs;
  return iteration < 10 ? 30'000 : 10'000;
}

results::PointHeader init_point(const std::string& id, const std::string& part) {
  results::PointHeader point = point_of(id, 8, 1, "serial");
  point.attributes["suite"] = std::string("init");
  point.attributes["part"] = part;
  point.attributes["warmup_iterations"] = std::int64_t{0};
  return point;
}

void write_first(results::RunWriter& writer, std::int64_t begin) {
  results::PointWriter part = writer.begin(init_point("p0000", "first"), {2, kIterations, 0, false});
  std::vector<std::int64_t> enter, leave;
  for (std::size_t rank = 0; rank < 2; ++rank) {
    for (std::size_t i = 0; i < kIterations; ++i) {
      enter.push_back(begin + static_cast<std::int64_t>(i) * 2 * kMs);
      leave.push_back(enter.back() + time_of(i));
    }
  }
  part.write({0, 2, 0, kIterations, enter, leave, {}, {}, std::vector<std::uint8_t>(enter.size(), 0)});
  part.write_blocks(std::vector<std::uint16_t>(kIterations, 0));
  part.commit(row_of_suite("init"));
}

// In each of five blocks six cycles; the first operation takes 400 µs, or 100 µs after a call that takes 200 µs.
void write_cycle(results::RunWriter& writer, const std::string& id, const std::string& before) {
  results::PointHeader point = init_point(id, "cycle");
  point.attributes["making"] = std::string("duplicate");
  point.attributes["before"] = before;
  point.mark_names = {"communicator", "library", "prepared", "preceded", "first", "checked", "second", "parted"};
  results::PointWriter part = writer.begin(point, {2, kCycles, 8, false});
  const bool called = before == "call";
  const std::vector<std::int64_t> lengths{50, 5, 10, called ? 200 : 0, called ? 100 : 400, 7, 20, 3, 30};
  std::vector<std::int64_t> enter, leave, marks;
  std::vector<std::uint16_t> blocks;
  for (std::size_t rank = 0; rank < 2; ++rank) {
    for (std::size_t i = 0; i < kCycles; ++i) {
      std::int64_t now = static_cast<std::int64_t>(i) * kMs;
      enter.push_back(now);
      for (std::size_t phase = 0; phase + 1 < lengths.size(); ++phase) marks.push_back(now += lengths[phase] * 1'000);
      leave.push_back(now + lengths.back() * 1'000);
      if (rank == 0) blocks.push_back(static_cast<std::uint16_t>(i / 6));
    }
  }
  part.write({0, 2, 0, kCycles, enter, leave, {}, marks, std::vector<std::uint8_t>(enter.size(), 0)});
  part.write_blocks(blocks);
  part.commit(row_of_suite("init"));
}

std::string write_init(const std::string& file, std::int64_t mpi_init = 100 * kMs, const std::string& run_id = {}) {
  results::RunHeader header = header_of(2, 2);
  if (!run_id.empty()) header.run_id = run_id;
  results::RunWriter writer(file, header, results::RunWriter::Existing::refuse);
  writer.set_startup(startup_rows(mpi_init));
  write_first(writer, startup_rows(mpi_init).back().when_ns + 6 * kMs);
  write_cycle(writer, "p0001", "nothing");
  write_cycle(writer, "p0002", "call");
  return writer.finish("finished").string();
}

void fits_100_columns(const std::string& text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    CHECK(display_width(text.substr(begin, end - begin)) <= 100);
    begin = end + 1;
  }
}

}  // namespace

TEST_CASE("phases of a rank add up to the time from its launch to its first result, exactly") {
  const TemporaryFolder folder;
  const InitReport report = init_report(write_init(folder / "run.h5"), Selection());
  const StartupPhases& startup = report.startup;
  CHECK(startup.wrapper);
  std::vector<std::string> names;
  std::vector<std::int64_t> sums(2, 0);
  for (const StartupPhase& each : startup.phases) {
    names.push_back(each.name);
    for (std::size_t rank = 0; rank < 2; ++rank) sums[rank] += each.ns[rank];
  }
  CHECK(names == std::vector<std::string>{"main", "options", "mpi-init", "peer", "communicator", "topology", "clock",
                                          "library", "ready", "gate", "first"});
  CHECK(sums == startup.total_ns);
  CHECK(startup.total_ns == std::vector<std::int64_t>{219 * kMs, 219 * kMs});
  CHECK(startup.phases[2].ns == std::vector<std::int64_t>{100 * kMs, 110 * kMs});
  CHECK(startup.phases[3].ns == std::vector<std::int64_t>{12 * kMs, 2 * kMs});
  CHECK(startup.foreign_ns(0) == 137 * kMs);  // without options, topology, clock, ready and gate: 82 ms
}

TEST_CASE("the sentence names the largest phases first, and what is left out") {
  const TemporaryFolder folder;
  const InitReport report = init_report(write_init(folder / "run.h5"), Selection());
  CHECK(
      report.sentences.at(0) ==
      "of 137 ms before the first result on rank 0 (n1), 100 are MPI_Init, 20.0 the launcher and loading the program, "
      "12.0 connecting to 1 peer; syncbench's own 82.0 ms are left out");
}

TEST_CASE(
    "an operation is warm from where nine of ten take what the second half takes, and one call removes its share") {
  const TemporaryFolder folder;
  const InitReport report = init_report(write_init(folder / "run.h5"), Selection());
  REQUIRE(report.first.size() == 1);
  const WarmUp& warm_up = report.first[0].warm_up.value();
  CHECK(warm_up.first_ns == kMs);
  CHECK(warm_up.second_ns == 30'000);
  CHECK(warm_up.warm_ns == 10'000);
  CHECK(warm_up.warm_after == 10);
  CHECK(warm_up.excess_ns == 990'000 + 9 * 20'000);
  CHECK(std::abs(*warm_up.one_call_removes - 990.0 / 1'170) < 1e-12);
  CHECK(
      report.sentences.at(1) ==
      "the first allreduce of 8 B on mpi takes 1.00 ms, a warm one 10.0 µs; warm after 10 iterations; one warm-up call "
      "removes 990 µs, 85 % of what is paid beyond that");
  std::vector<std::int64_t> medians;
  for (const CurvePoint& each : report.first[0].curve) medians.push_back(each.median_ns);
  CHECK(medians == std::vector<std::int64_t>{kMs, 30'000, 30'000, 30'000, 10'000, 10'000, 10'000});
}

TEST_CASE("what was never cold is warm from the first on, and too few iterations say nothing") {
  CHECK(warm_up_of(std::vector<std::int64_t>(20, 7))->warm_after == 0);
  CHECK_FALSE(warm_up_of(std::vector<std::int64_t>(20, 7))->one_call_removes);
  CHECK_FALSE(warm_up_of(std::vector<std::int64_t>(19, 7)));
  std::vector<std::int64_t> falling;
  for (std::int64_t i = 0; i < 100; ++i) falling.push_back(1'000 - 10 * i);
  CHECK(warm_up_of(falling)->warm_after == 52);  // the third of the second half is its 95 %
}

TEST_CASE("a second half that is often disturbed does not make a slow first call a warm one") {
  std::vector<std::int64_t> times(100, 10);
  times[0] = 100;
  for (std::size_t i = 50; i < 100; i += 8) times[i] = 1'000;
  CHECK(warm_up_of(times)->warm_after == 1);
  CHECK(warm_up_of(times)->one_call_removes == 1);
}

TEST_CASE("what a call before the first operation saves is its ratio to that with nothing before it") {
  const TemporaryFolder folder;
  const InitReport report = init_report(write_init(folder / "run.h5"), Selection());
  REQUIRE(report.cycles.size() == 2);
  const CycleRow& row = report.cycles[1];
  CHECK(row.of(CyclePhase::communicator) == 50'000);
  CHECK(row.of(CyclePhase::precede) == 200'000);
  CHECK(row.of(CyclePhase::first) == 100'000);
  CHECK(row.of(CyclePhase::free) == 30'000);
  CHECK(std::abs(row.first_over_nothing.value().mean - 0.25) < 1e-12);
  CHECK_THAT(
      report.sentences.at(2),
      ContainsSubstring("a call of one element before it makes the first allreduce of 8 B on mpi take 75 % less"));
}

TEST_CASE("explain tells of the startup and of an operation that is slow at first") {
  const TemporaryFolder folder;
  const Outcome text = run_command_line(std::vector<std::string>{"explain", write_init(folder / "run.h5")});
  CHECK_THAT(text.out, ContainsSubstring("100 are MPI_Init"));
  CHECK_THAT(text.out, ContainsSubstring("one warm-up call"));
  CHECK_THAT(text.out, ContainsSubstring("/run/startup"));
}

TEST_CASE("the command prints within 100 columns, and a document with every rank's phases") {
  const TemporaryFolder folder;
  const std::string file = write_init(folder / "run.h5");
  const Outcome text = run_command_line(std::vector<std::string>{"init", file});
  REQUIRE(text.code == ExitCode::ok);
  fits_100_columns(text.out);
  const auto json =
      nlohmann::json::parse(run_command_line(std::vector<std::string>{"init", "--json", file}).out).at("files").at(0);
  CHECK(json.at("startup").at("phases").at(2).at("ns") == nlohmann::json({100 * kMs, 110 * kMs}));
  CHECK(json.at("first").at(0).at("warm_up").at("warm_after") == 10);
}

TEST_CASE("a file that does not say how its ranks started is refused with what to measure") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(init_report(write_hand_made_run(folder / "run.h5"), Selection()),
                    ContainsSubstring("--suite init"));
}

TEST_CASE(
    "launches are one set: of each phase the slowest rank's median, limits from six launches on, and who it was") {
  const TemporaryFolder folder;
  std::vector<std::string> files;
  for (std::int64_t launch = 0; launch < 6; ++launch)
    files.push_back(write_init(folder / std::to_string(launch), (100 + launch * launch) * kMs,
                               "123e4567-e89b-12d3-a456-42661417400" + std::to_string(launch)));
  const LaunchesReport report = launches_report(files);
  const LaunchPhase& mpi_init = report.phases.at(2);
  CHECK(mpi_init.ns.values ==
        std::vector<std::int64_t>{110 * kMs, 111 * kMs, 114 * kMs, 119 * kMs, 126 * kMs, 135 * kMs});
  CHECK(mpi_init.ns.median == 114 * kMs);  // the third of six
  CHECK(mpi_init.ns.lowest == 110 * kMs);
  CHECK(mpi_init.ns.highest == 135 * kMs);
  CHECK(mpi_init.ns.interval.value().upper == 135 * kMs);
  CHECK(mpi_init.rank.rank == 1);
  CHECK(mpi_init.node.host == "n2");
  CHECK(mpi_init.node.launches == 6);
  CHECK(report.phases.back().name == "total");
  CHECK(report.first.at(0).warm_after.median == 10);
  CHECK_FALSE(launches_report(std::span(files).first(5)).phases.at(2).ns.interval);

  std::vector<std::string> line{"launches"};
  line.insert(line.end(), files.begin(), files.end());
  const Outcome text = run_command_line(line);
  REQUIRE(text.code == ExitCode::ok);
  fits_100_columns(text.out);
  CHECK_THAT(text.out, ContainsSubstring("over 6 launches the slowest rank needs 141 ms"));
}

TEST_CASE("a run that is named twice, or one with other phases, is no launch of the set") {
  const TemporaryFolder folder;
  const std::string file = write_init(folder / "run.h5");
  CHECK_THROWS_WITH(launches_report(std::vector{file, file}), ContainsSubstring("is the same run"));
  results::RunHeader header = header_of(2, 2);
  header.run_id = "123e4567-e89b-12d3-a456-426614174009";
  results::RunWriter writer(folder / "other.h5", header, results::RunWriter::Existing::refuse);
  std::vector<results::StartupRow> rows = startup_rows(kMs);
  writer.set_startup(rows);
  write_point(writer, point_of("p0000", 8, 1, "serial"), 2, 20, [](std::size_t, std::size_t) { return Sample{7}; });
  const std::string other = writer.finish("finished").string();
  CHECK_THROWS_WITH(launches_report(std::vector{file, other}), ContainsSubstring("has other phases"));
}
