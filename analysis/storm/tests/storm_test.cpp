#include <cmath>

#include <nlohmann/json.hpp>

#include "analysis/cli/command_line.hpp"
#include "analysis/storm/storm_report.hpp"
#include "analysis/tests/hand_made_run.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/text_table.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::int64_t kTotal = 1'960'000;
constexpr std::size_t kBlocks = 5;
constexpr std::size_t kIterations = 10 + 5 * 20;

results::PointHeader part_of(results::PointHeader point, const std::string& part) {
  point.attributes["part"] = part;
  return point;
}

// Takes `nanos` on a machine that gets 1 % slower with every block.
SampleOf drifting(double nanos) {
  return [nanos](std::size_t, std::size_t i) {
    const std::size_t block = i < 10 ? 0 : (i - 10) / 20;
    return Sample{std::llround(nanos * (1 + 0.01 * static_cast<double>(block))), SampleStatus::ok};
  };
}

// Serial storms cost 200 µs and 3 µs for each piece; all packed into one operation, 100 µs. A sweep of α = 2 µs and 1
// GB/s.
std::string write_storms(const std::string& file) {
  results::RunWriter writer(file, header_of(2, 1), results::RunWriter::Existing::refuse);
  int id = 0;
  const auto add = [&](std::int64_t bytes, std::int64_t pieces, const char* policy, const char* part, double nanos) {
    write_point(writer, part_of(point_of("p000" + std::to_string(id++), bytes, pieces, policy), part), 2, kIterations,
                drifting(nanos), kBlocks);
  };
  for (const std::int64_t pieces : {1, 47, 137})
    add(kTotal, pieces, "serial", "storm", 200'000 + 3'000 * static_cast<double>(pieces));
  add(kTotal, 137, "fused", "storm", 100'000);
  for (const std::int64_t bytes : {8, 64, 512, 4096})
    add(bytes, 1, "serial", "sweep", 2'000 + static_cast<double>(bytes));
  return writer.finish("finished").string();
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-4 * std::abs(b); }

}  // namespace

TEST_CASE("the price of splitting is one minus fused over storm, and a drift of both does not widen it") {
  const TemporaryFolder folder;
  const StormReport report = storm_report(write_storms(folder / "run.h5"), Selection());
  REQUIRE(report.storms.size() == 1);
  const Storm& storm = report.storms.front();
  const auto row = std::find_if(storm.rows.begin(), storm.rows.end(),
                                [](const StormRow& r) { return r.pieces == 137 && r.policy == "serial"; });
  REQUIRE(row != storm.rows.end());
  REQUIRE(row->price);
  CHECK(close(row->price->mean, 1 - 100'000.0 / 611'000.0));
  CHECK(close(row->price->lower, row->price->mean));
  CHECK(close(*row->times_single, 611'000.0 / 203'000.0));
}

TEST_CASE("what an operation costs is the slope of time over pieces") {
  const TemporaryFolder folder;
  const StormReport report = storm_report(write_storms(folder / "run.h5"), Selection());
  REQUIRE(report.storms.front().costs.size() == 1);
  const OperationCost& cost = report.storms.front().costs.front();
  CHECK(cost.pieces == std::vector<std::int64_t>{1, 47, 137});
  REQUIRE(cost.nanos);
  // 3000 ns, times the mean of 1.00 1.01 1.02 1.03 1.04.
  CHECK(close(cost.nanos->mean, 3'060));
  CHECK(cost.nanos->lower < 3'060);
  CHECK(cost.nanos->upper > 3'060);
}

TEST_CASE("the sweep's line is found and says where half of the bandwidth is reached") {
  const TemporaryFolder folder;
  const StormReport report = storm_report(write_storms(folder / "run.h5"), Selection());
  REQUIRE(report.sweeps.size() == 1);
  REQUIRE(report.sweeps.front().segments.size() == 1);
  CHECK(std::abs(report.sweeps.front().segments.front().alpha_ns / 2'040 - 1) < 0.01);  // the median block is at 1.02
  CHECK(std::abs(*report.sweeps.front().half_bandwidth_bytes / 2'000 - 1) < 0.01);
}

TEST_CASE("the sentence says price, cost and what recovers it, and the table fits 100 columns") {
  const TemporaryFolder folder;
  const std::string file = write_storms(folder / "run.h5");
  const Outcome outcome = run_command_line(std::vector<std::string>{"storm", file});
  REQUIRE(outcome.code == ExitCode::ok);
  std::string flat = outcome.out;
  for (std::size_t at = 0; (at = flat.find("\n  ", at)) != std::string::npos;) flat.replace(at, 3, " ");
  CHECK_THAT(flat, ContainsSubstring("137 operations of 14307 B, serial, take 623 µs, 3.0 × one of 1.87 MiB: 84 % is "
                                     "the price of splitting"));
  CHECK_THAT(flat, ContainsSubstring("3.06 µs an operation of 14307 B to 1.87 MiB"));
  for (std::size_t begin = 0; begin < outcome.out.size();) {
    const std::size_t end = outcome.out.find('\n', begin);
    CHECK(display_width(outcome.out.substr(begin, end - begin)) <= 100);
    begin = end + 1;
  }
}

TEST_CASE("the storm's document has the same numbers") {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_command_line(std::vector<std::string>{"storm", "--json", write_storms(folder / "run.h5")});
  const auto json = nlohmann::json::parse(outcome.out);
  const auto& storm = json.at("files").at(0).at("storms").at(0);
  CHECK(storm.at("bytes") == kTotal);
  CHECK(storm.at("rows").size() == 4);
  CHECK(close(storm.at("operation_costs").at(0).at("operation_ns").at("value"), 3'060));
}

TEST_CASE("a file without storm or sweep is refused with what to measure") {
  const TemporaryFolder folder;
  results::RunWriter writer(folder / "run.h5", header_of(2, 1), results::RunWriter::Existing::refuse);
  writer.not_measured(part_of(point_of("p0000", 8, 1, "serial"), "sweep"), "no time left");
  writer.finish("finished");
  CHECK_THROWS_WITH(storm_report(folder / "run.h5", Selection()),
                    ContainsSubstring("has no measured storm and no size sweep"));
}

TEST_CASE("policies that differ in their numbers are rows of one storm, whatever memory their copies take") {
  const TemporaryFolder folder;
  results::RunWriter writer(folder / "run.h5", header_of(2, 1), results::RunWriter::Existing::refuse);
  int id = 0;
  const auto add = [&](const char* policy, results::Attributes numbers, double nanos) {
    results::PointHeader point = part_of(point_of("p000" + std::to_string(id++), kTotal, 137, policy), "storm");
    for (const auto& [name, value] : numbers) point.attributes[name] = value;
    write_point(writer, point, 2, kIterations, drifting(nanos), kBlocks);
  };
  using Whole = std::int64_t;
  add("serial", {}, 500'000);
  add("fused", {{"extra_bytes", Whole{2 * kTotal}}, {"issued", Whole{1}}}, 100'000);
  add("bucketed", {{"bucket_first", Whole{1 << 20}}, {"bucket_limit", Whole{25 << 20}}, {"issued", Whole{2}}}, 125'000);
  add("overlapped", {{"compute_ns", Whole{50'000}}}, 300'000);
  add("overlapped", {{"compute_ns", Whole{400'000}}}, 600'000);
  const StormReport report = storm_report(writer.finish("finished"), {});
  REQUIRE(report.storms.size() == 1);
  std::vector<std::string> policies;
  for (const StormRow& row : report.storms[0].rows) policies.push_back(row.policy);
  CHECK(policies == std::vector<std::string>{"bucketed:1M,25M", "fused", "overlapped:400", "overlapped:50", "serial"});
  CHECK(close(report.storms[0].rows[4].price->mean, 0.8));  // 1 − 100/500
}

TEST_CASE("whole tensors are compared with all of a model as slices are, which stands there once") {
  const TemporaryFolder folder;
  results::RunWriter writer(folder / "run.h5", header_of(2, 1), results::RunWriter::Existing::refuse);
  int id = 0;
  const auto add = [&](double fraction, const char* of, std::int64_t pieces, double nanos) {
    const auto bytes = static_cast<std::int64_t>(fraction * 1e8);
    results::PointHeader point = part_of(point_of("p000" + std::to_string(id++), bytes, pieces, "serial"), "storm");
    point.attributes["model"] = std::string("resnet50");
    point.attributes["fraction"] = fraction;
    point.attributes["fraction_of"] = std::string(of);
    write_point(writer, point, 2, kIterations, drifting(nanos), kBlocks);
  };
  add(1, "tensor", 161, 1'000'000);
  add(0.02, "tensor", 161, 700'000);
  add(0.02, "model", 2, 50'000);
  const StormReport report = storm_report(writer.finish("finished"), {});
  REQUIRE(report.fractions.size() == 3);
  CHECK_FALSE(report.fractions[0].share.has_value());
  CHECK(close(report.fractions[1].share->mean, 0.7));
  CHECK(close(report.fractions[2].share->mean, 0.05));
}
