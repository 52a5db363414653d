#include <cmath>

#include <nlohmann/json.hpp>

#include "analysis/cli/command_line.hpp"
#include "analysis/noise/noise_report.hpp"
#include "analysis/tests/hand_made_run.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/text_table.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::int64_t kPiece = 100'000'000;
constexpr std::int64_t kPieces = 100;  // 10 s
constexpr std::int64_t kPeriod = 4'000'000;

results::PointHeader noise_point(const std::string& id, const std::string& way) {
  results::PointHeader point = point_of(id, 0, 1, "none");
  point.attributes["suite"] = std::string("noise");
  point.attributes["operation"] = way == "selfish" ? std::string("selfish-loop") : std::string("work-quantum");
  point.attributes["backend"] = std::string("none");
  point.attributes["way"] = way;
  return point;
}

// Each rank's samples one after the other without a gap.
void write_samples(results::PointWriter& part, std::size_t ranks, const std::vector<std::int64_t>& lengths) {
  std::vector<std::int64_t> enter, leave;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    std::int64_t now = 0;
    for (const std::int64_t each : lengths) {
      enter.push_back(now);
      leave.push_back(now += each);
    }
  }
  part.write({0, ranks, 0, lengths.size(), enter, leave, {}, {}, std::vector<std::uint8_t>(enter.size(), 0)});
}

// Rank 0 is interrupted by nothing; rank 1, bound to core 1, by 95 µs every 4 ms and once by 310 µs: 2500 × 95 µs + 310
// µs of 10 s are 2.378 %.
std::string write_noise(const std::string& file, std::int64_t lost = 0) {
  results::RunHeader header = header_of(2, 1);
  header.rank_rows[1].cpus = "1";
  results::RunWriter writer(file, header, results::RunWriter::Existing::refuse);
  results::PointHeader point = noise_point("p0000", "selfish");
  point.attributes["warmup_iterations"] = kPieces;
  point.attributes["detours_lost"] = lost;
  results::PointWriter part = writer.begin(point, {2, kPieces, 0, false});
  write_samples(part, 2, std::vector<std::int64_t>(kPieces, kPiece));
  std::vector<results::DetourRow> rows;
  for (std::int64_t i = 0; i < kPieces * kPiece / kPeriod; ++i) {
    rows.push_back({1, i * kPeriod + 777, 95'000});
    if (i == 1'000) rows.push_back({1, i * kPeriod + 1'500'000, 310'000});
  }
  part.begin_detours(rows.size());
  part.write_detours(rows);
  part.commit(row_of_suite("noise"));
  return writer.finish("finished").string();
}

bool close(double value, double wanted) { return std::abs(value - wanted) <= 1e-6 * wanted; }

}  // namespace

TEST_CASE("each rank's share, number, median, longest and period of interruptions are the file's") {
  const TemporaryFolder folder;
  const NoiseReport report = noise_report(write_noise(folder / "run.h5"), Selection());
  REQUIRE(report.ranks.size() == 2);
  CHECK(report.ranks[0].count == 0);
  CHECK(report.ranks[0].share() == 0);
  CHECK_FALSE(report.ranks[0].longest_ns);
  const RankNoise& noisy = report.ranks[1];
  CHECK(noisy.time_ns == 10e9);
  CHECK(noisy.count == 2'501);
  CHECK(close(noisy.share(), (2'500 * 95e3 + 310e3) / 10e9));
  CHECK(*noisy.median_ns == 95e3);
  CHECK(*noisy.longest_ns == 310e3);
  REQUIRE(noisy.periods.size() == 1);
  CHECK(close(noisy.periods[0].nanos, 4e6));
}

TEST_CASE("the sentence names the core, what it loses, the timer and the longest") {
  const TemporaryFolder folder;
  const NoiseReport report = noise_report(write_noise(folder / "run.h5"), Selection());
  REQUIRE(report.sentences.size() == 2);
  CHECK(report.sentences[0] == "rank 0 on n1, on any of cores 0-3, was not interrupted in 10.0 s");
  CHECK(report.sentences[1] ==
        "core 1 (rank 1 on n1) loses 2.4 % to interruptions of 95.0 µs every 4.00 ms (a timer of 250 Hz), longest 310 "
        "µs");
}

TEST_CASE("lengths of one period are told together, whatever the last digits of its measurement") {
  RankNoise noise;
  noise.host = "n1";
  noise.cpus = "0";
  noise.time_ns = 5e9;
  noise.lost_ns = 0.7e9;
  noise.count = 12'000;
  noise.longest_ns = 12e6;
  const auto period = [](double nanos, double length) {
    Period each;
    each.nanos = nanos;
    each.length_ns = length;
    return each;
  };
  noise.periods = {period(999.9e3, 54e3), period(4e6, 34e3), period(1'000.2e3, 23e3)};
  CHECK(noise_sentence(noise) ==
        "core 0 (rank 0 on n1) loses 14 % to interruptions of 54.0 µs and of 23.0 µs every 1.000 ms (a timer of 1000 "
        "Hz) and of 34.0 µs every 4.00 ms (a timer of 250 Hz), longest 12.0 ms");
}

TEST_CASE("where interruptions were not kept, what is lost is a lower bound") {
  const TemporaryFolder folder;
  const NoiseReport report = noise_report(write_noise(folder / "run.h5", 17), Selection());
  CHECK_THAT(report.sentences[1], ContainsSubstring("loses at least 2.4 % to"));
}

TEST_CASE("quanta are compared with the fastest hundredth of them") {
  const TemporaryFolder folder;
  results::RunWriter writer(folder / "run.h5", header_of(1, 1), results::RunWriter::Existing::refuse);
  results::PointHeader point = noise_point("p0000", "quantum");
  point.attributes["warmup_iterations"] = std::int64_t{0};
  // A quantum takes 100 µs, every 40th 195 µs, and one in 200 has a processor that runs 1 % faster than it may.
  std::vector<std::int64_t> lengths;
  for (int i = 0; i < 10'000; ++i) lengths.push_back(i % 40 == 39 ? 195'000 : i % 200 == 0 ? 99'000 : 100'000);
  results::PointWriter part = writer.begin(point, {1, lengths.size(), 0, false});
  write_samples(part, 1, lengths);
  part.commit(row_of_suite("noise"));
  const NoiseReport report = noise_report(writer.finish("finished"), Selection());
  REQUIRE(report.ranks.size() == 1);
  const RankNoise& noise = report.ranks[0];
  CHECK(noise.count == 250);
  CHECK(*noise.median_ns == 95e3);
  CHECK(close(noise.lost_ns, 250 * 95e3));
  REQUIRE(noise.periods.size() == 1);
  CHECK(std::abs(noise.periods[0].nanos / 4.095e6 - 1) < 0.01);  // 39 × 100 µs and 195 µs
  CHECK(report.sentences.size() == 1);
}

TEST_CASE("the command prints sentences and a table within 100 columns, and a document with the same numbers") {
  const TemporaryFolder folder;
  const std::string file = write_noise(folder / "run.h5");
  const Outcome text = run_command_line(std::vector<std::string>{"noise", file});
  REQUIRE(text.code == ExitCode::ok);
  CHECK_THAT(text.out, ContainsSubstring("longest 310 µs"));
  for (std::size_t begin = 0; begin < text.out.size();) {
    const std::size_t end = text.out.find('\n', begin);
    CHECK(display_width(text.out.substr(begin, end - begin)) <= 100);
    begin = end + 1;
  }
  const Outcome document = run_command_line(std::vector<std::string>{"noise", "--json", file});
  const auto json = nlohmann::json::parse(document.out);
  CHECK(json.at("command") == "noise");
  const auto& rank = json.at("files").at(0).at("ranks").at(1);
  CHECK(rank.at("count") == 2'501);
  CHECK(rank.at("longest_ns") == 310e3);
  CHECK(close(rank.at("periods").at(0).at("period_ns"), 4e6));
  CHECK(json.at("files").at(0).at("ranks").at(0).at("longest_ns").is_null());
}

TEST_CASE("a file without noise is refused with what to measure") {
  const TemporaryFolder folder;
  const std::string file = write_hand_made_run(folder / "run.h5");
  CHECK_THROWS_WITH(noise_report(file, Selection()), ContainsSubstring("--suite noise"));
}

TEST_CASE("ticks are told by their frequency, within 2 %") {
  CHECK(tick_frequency(4.05e6) == 250);
  CHECK(tick_frequency(1e6) == 1000);
  CHECK(tick_frequency(10e6) == 100);
  CHECK_FALSE(tick_frequency(4.1e6));
  CHECK_FALSE(tick_frequency(20e6));
}
