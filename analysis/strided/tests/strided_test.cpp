#include <cmath>
#include <sstream>

#include <nlohmann/json.hpp>

#include "analysis/cli/command_line.hpp"
#include "analysis/strided/strided_findings.hpp"
#include "analysis/strided/strided_report.hpp"
#include "analysis/tests/hand_made_run.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/text_table.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::size_t kBlocks = 5;
constexpr std::size_t kIterations = 10 + kBlocks * 20;

bool close(double a, double b) { return std::abs(a - b) <= 1e-3 * std::abs(b); }

struct Written {
  const char* method;
  std::int64_t nanos;
  std::int64_t packed = 0, exchanged = 0;  // marks, if any
};

// Points of one layout; the machine gets 1 % slower with every block.
class Run {
 public:
  explicit Run(const std::string& file) : writer_(file, header_of(2, 1), results::RunWriter::Existing::refuse) {}

  void add(const std::string& layout, std::int64_t bytes, const Written& written) {
    results::PointHeader point = point_of("p000" + std::to_string(id_++), bytes, 1, "serial");
    point.attributes["suite"] = std::string("strided");
    point.attributes["operation"] = std::string("ring");
    point.attributes["method"] = std::string(written.method);
    point.attributes["compared_layout"] = layout;
    point.attributes["group"] = layout + "-" + std::to_string(bytes);
    const bool marked = written.exchanged > 0;
    if (marked) point.mark_names = {"packed", "exchanged"};
    write_point(
        writer_, point, 2, kIterations,
        [&](std::size_t, std::size_t i) {
          const double slow = 1 + 0.01 * static_cast<double>(i < 10 ? 0 : (i - 10) / 20);
          Sample sample{std::llround(static_cast<double>(written.nanos) * slow), SampleStatus::ok, {}};
          if (marked) sample.marks = {written.packed, written.exchanged};
          return sample;
        },
        kBlocks);
  }

  std::string finish() { return writer_.finish("finished").string(); }

 private:
  results::RunWriter writer_;
  int id_ = 0;
};

// A datatype costs 3 × contiguous, MPI_Pack 2.5 ×, packing by hand 1.5 ×, of which a third is copying.
std::string write_strided(const std::string& file) {
  Run run(file);
  run.add("contiguous", 4'096, {.method = "as-it-lies", .nanos = 10'000});
  run.add("contiguous", 4'096, {.method = "datatype", .nanos = 10'100});
  run.add("vector:4", 4'096, {.method = "as-it-lies", .nanos = 10'000});
  run.add("vector:4", 4'096, {.method = "datatype", .nanos = 30'000});
  run.add("vector:4", 4'096, {.method = "mpi-pack", .nanos = 25'000, .packed = 5'000, .exchanged = 15'000});
  run.add("vector:4", 4'096, {.method = "hand", .nanos = 15'000, .packed = 2'000, .exchanged = 12'000});
  return run.finish();
}

const BrokenGuideline& only_broken(const StridedReport& report) {
  for (const GuidelineChecks& each : report.guidelines) {
    if (!each.broken.empty()) return each.broken.front();
  }
  FAIL("no guideline is broken");
  throw;
}

}  // namespace

TEST_CASE("each method is held against the same bytes contiguously, block by block") {
  const TemporaryFolder folder;
  const StridedReport report = strided_report(write_strided(folder / "run.h5"), Selection());
  REQUIRE(report.comparisons.size() == 2);
  const StridedComparison& vector = report.comparisons[1];
  CHECK(vector.label == "vector:4, ring f32 on mpi, 4096 B");
  REQUIRE(vector.rows.size() == 4);
  CHECK_FALSE(vector.rows[0].times_contiguous);
  REQUIRE(vector.find("datatype")->times_contiguous);
  CHECK(close(vector.find("datatype")->times_contiguous->mean, 3));
  CHECK(close(vector.find("datatype")->times_contiguous->lower, 3));  // both drift alike
  CHECK(close(vector.find("datatype")->times_contiguous->upper, 3));
  CHECK(close(vector.find("hand")->times_contiguous->mean, 1.5));
  CHECK(vector.find("messages") == nullptr);
}

TEST_CASE("packing, transfer and unpacking are shares that add up to the sample") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5");
  run.add("column", 1'024, {.method = "as-it-lies", .nanos = 10'000});
  run.add("column", 1'024, {.method = "hand", .nanos = 20'000, .packed = 5'000, .exchanged = 15'000});
  const StridedReport report = strided_report(run.finish(), Selection());
  const StridedComparison& column = report.comparisons[0];
  CHECK_FALSE(column.rows[0].phases);
  REQUIRE(column.rows[1].phases);
  const TransferPhases& phases = *column.rows[1].phases;
  // leaving drifts from 20.0 to 20.8 µs and the marks do not: the middle block's is 5 / 20.4, 10 / 20.4, 5.4 / 20.4
  CHECK(close(phases.pack, 5 / 20.4));
  CHECK(close(phases.transfer, 10 / 20.4));
  CHECK(close(phases.unpack, 5.4 / 20.4));
  CHECK(close(phases.pack + phases.transfer + phases.unpack, 1));
}

TEST_CASE(
    "a datatype that is slower than packing through the library breaks a guideline, a percent of difference none") {
  const TemporaryFolder folder;
  const StridedReport report = strided_report(write_strided(folder / "run.h5"), Selection());
  CHECK(report.checked() == 3);
  REQUIRE(report.broken() == 1);
  const BrokenGuideline& broken = only_broken(report);
  CHECK(broken.which == BrokenGuideline::Which::datatype_above_pack);
  CHECK(broken.id == "p0003");
  CHECK(broken.other_id == "p0004");
  CHECK(close(broken.ratio.mean, 1.2));
}

TEST_CASE("a layout that costs more described one way than another breaks a guideline, whichever way that is") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5");
  run.add("vector:4", 4'096, {.method = "datatype", .nanos = 20'000});
  run.add("vector:4", 4'096, {.method = "list-datatype", .nanos = 20'200});
  run.add("vector:4", 4'096, {.method = "nested-datatype", .nanos = 10'000});
  run.add("vector:4", 8'192, {.method = "datatype", .nanos = 30'000});
  run.add("vector:4", 8'192, {.method = "nested-datatype", .nanos = 10'000});
  run.add("struct", 4'096, {.method = "datatype", .nanos = 10'000});
  run.add("struct", 4'096, {.method = "list-datatype", .nanos = 40'000});
  const std::string file = run.finish();
  const StridedReport report = strided_report(file, Selection());
  CHECK(report.checked() == 8);  // each of the four pairs both ways
  CHECK(report.broken() == 3);
  REQUIRE(report.sentences.size() == 2);
  CHECK(report.sentences[0] ==
        "struct, ring f32 on mpi, 4096 B: this MPI breaks a guideline: a datatype made as a list of its stretches "
        "takes 4.0 "
        "× (95 %, this launch: 4.0 to 4.0) as long as one made as an array of structs; 1 of 2 such checks "
        "fails");
  CHECK(report.sentences[1] ==
        "vector:4, ring f32 on mpi, 8192 B: this MPI breaks a guideline: a datatype made as a vector takes "
        "3.0 × (95 %, this launch: 3.0 to 3.0) as long as one made as one stretch, resized and repeated; 2 of 2 such "
        "checks "
        "fail, and here it costs most");
  const auto findings = strided_findings(file, Selection());
  REQUIRE(findings.size() == 2);               // one a guideline, where it costs most
  CHECK(close(*findings[1].cost_ns, 20'400));  // 30.6 µs against 10.2 in the middle block
  CHECK(findings[1].evidence.front() == "/points/p0003/enter");
  CHECK(findings[1].advice ==
        "describe it as one stretch, resized and repeated, or pack it by hand, and tell the MPI library's makers if "
        "other launches say the same");
  const auto json = nlohmann::json::parse(run_command_line(std::vector<std::string>{"strided", file, "--json"}).out);
  const auto& broken = json.at("files").at(0).at("guidelines").at("broken").at(0);
  CHECK(broken.at("guideline") == "description-above-another");
  CHECK(broken.at("method") == "list-datatype");
  CHECK(broken.at("other_method") == "datatype");
}

TEST_CASE("one element of a contiguous datatype and its elements one by one are checked both ways") {
  const TemporaryFolder folder;
  Run slow_type(folder / "a.h5"), slow_elements(folder / "b.h5");
  slow_type.add("contiguous", 64, {.method = "as-it-lies", .nanos = 1'000});
  slow_type.add("contiguous", 64, {.method = "datatype", .nanos = 1'100});
  slow_elements.add("contiguous", 64, {.method = "as-it-lies", .nanos = 1'100});
  slow_elements.add("contiguous", 64, {.method = "datatype", .nanos = 1'000});
  const StridedReport a = strided_report(slow_type.finish(), Selection());
  const StridedReport b = strided_report(slow_elements.finish(), Selection());
  REQUIRE(a.broken() == 1);
  REQUIRE(b.broken() == 1);
  CHECK(only_broken(a).which == BrokenGuideline::Which::one_type_above_many);
  CHECK(only_broken(b).which == BrokenGuideline::Which::many_above_one_type);
}

TEST_CASE("the sentence says what each way of sending costs, and how much of it is copying") {
  const TemporaryFolder folder;
  const StridedReport report = strided_report(write_strided(folder / "run.h5"), Selection());
  REQUIRE(report.sentences.size() == 3);
  CHECK_THAT(report.sentences[1], ContainsSubstring("sending it as a datatype costs 3.0 × contiguous") &&
                                      ContainsSubstring("packing it by hand costs 1.5 × contiguous") &&
                                      ContainsSubstring("the copy is 35 % of it"));  // 5.3 of 15.3 µs
  CHECK_THAT(report.sentences[2], ContainsSubstring("1.20 × (95 %, this launch: 1.20 to 1.20) as long as MPI_Pack"));
}

TEST_CASE("what making a datatype each time costs is said apart from its use") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5");
  run.add("vector:4", 4'096, {.method = "as-it-lies", .nanos = 10'000});
  run.add("vector:4", 4'096, {.method = "new-datatype", .nanos = 20'000, .packed = 4'000, .exchanged = 19'000});
  const StridedReport report = strided_report(run.finish(), Selection());
  REQUIRE(report.sentences.size() == 1);
  // of the middle block's 20.4 µs: 4 for making it, 1.4 for freeing it
  CHECK_THAT(report.sentences[0], ContainsSubstring("made anew each time, making and freeing it is 26 %"));
}

TEST_CASE("a layout that costs more than contiguous and a broken guideline are findings with what they cost") {
  const TemporaryFolder folder;
  const auto findings = strided_findings(write_strided(folder / "run.h5"), Selection());
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].cause == Cause::layout);
  CHECK(close(*findings[0].cost_ns, 20'400));  // 30.6 µs against 10.2 in the middle block
  CHECK(close(*findings[0].share, 2.0 / 3));
  CHECK_THAT(findings[0].what, ContainsSubstring("the copy is 35 % of it") &&
                                   ContainsSubstring("a datatype takes 2.0 × as long as packing by hand"));
  CHECK_THAT(findings[0].advice, ContainsSubstring("by hand"));
  CHECK(findings[0].evidence.front() == "/points/p0003/enter");
  CHECK(findings[1].cause == Cause::guideline);
  CHECK(close(*findings[1].cost_ns, 5'100));  // 30.6 against 25.5
}

TEST_CASE("layouts that want the same remedy are one finding about the costliest, and a conversion is one of its own") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5");
  run.add("contiguous", 4'096, {.method = "as-it-lies", .nanos = 10'000});
  run.add("contiguous", 4'096, {.method = "datatype", .nanos = 10'000});
  run.add("row", 4'096, {.method = "as-it-lies", .nanos = 10'000});
  run.add("row", 4'096, {.method = "datatype", .nanos = 10'100});
  run.add("face", 4'096, {.method = "as-it-lies", .nanos = 10'000});
  run.add("face", 4'096, {.method = "datatype", .nanos = 12'000});
  run.add("column", 4'096, {.method = "as-it-lies", .nanos = 10'000});
  run.add("column", 4'096, {.method = "datatype", .nanos = 40'000});
  run.add("half-to-float", 4'096, {.method = "as-it-lies", .nanos = 10'000});
  run.add("half-to-float", 4'096, {.method = "hand", .nanos = 15'000, .packed = 2'000, .exchanged = 12'000});
  const auto findings = strided_findings(run.finish(), Selection());
  REQUIRE(findings.size() == 2);
  CHECK_THAT(findings[0].what,
             ContainsSubstring("column, ring f32 on mpi, 4096 B: sending it as a datatype costs 4.0 ×") &&
                 ContainsSubstring("likewise face 1.2 ×") && !ContainsSubstring("row"));
  CHECK_THAT(findings[1].what, ContainsSubstring("half-to-float") && ContainsSubstring("the copy is 35 % of it"));
  CHECK_THAT(findings[1].advice, ContainsSubstring("conversion"));
}

TEST_CASE("syncbench-analyze strided shows a table of at most 100 columns, and JSON") {
  const TemporaryFolder folder;
  const std::string file = write_strided(folder / "run.h5");
  const Outcome text = run_command_line(std::vector<std::string>{"strided", file});
  CHECK(text.code == ExitCode::ok);
  std::istringstream lines(text.out);
  for (std::string line; std::getline(lines, line);) CHECK((line == file || display_width(line) <= 100));
  CHECK_THAT(text.out, ContainsSubstring("new-datatype: packing is"));
  const auto json = nlohmann::json::parse(run_command_line(std::vector<std::string>{"strided", file, "--json"}).out);
  const auto& first = json.at("files").at(0);
  CHECK(first.at("comparisons").at(1).at("rows").at(3).at("method") == "hand");
  CHECK(close(first.at("comparisons").at(1).at("rows").at(1).at("times_contiguous").at("value"), 3));
  CHECK(first.at("guidelines").at("broken").at(0).at("guideline") == "datatype-above-pack");
}

TEST_CASE("a file without points of the suite is refused with what to measure") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(strided_report(write_hand_made_run(folder / "run.h5"), Selection()),
                    ContainsSubstring("--suite strided"));
}
