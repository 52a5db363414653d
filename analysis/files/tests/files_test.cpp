// check and recover, and what every command says of a folder of parts.
#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "analysis/cli/command_line.hpp"
#include "analysis/tests/hand_made_run.hpp"
#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using analysis::testing::Sample;
using analysis::testing::TemporaryFolder;
using Catch::Matchers::ContainsSubstring;
using Json = nlohmann::json;

namespace {

Outcome run(const std::vector<std::string>& arguments) { return run_command_line(arguments); }

// What a run with three points leaves when it dies: the name of its parts folder.
std::string leave_three_points(const std::string& file) {
  results::RunWriter writer(file, testing::header_of(2, 1), results::RunWriter::Existing::refuse);
  for (const char* id : {"p0000", "p0001", "p0002"})
    testing::write_point(writer, testing::point_of(id, 8, 1, "serial"), 2, 110,
                         [](std::size_t, std::size_t i) { return Sample{1000 + static_cast<std::int64_t>(i)}; });
  return file + ".parts";
}

}  // namespace

TEST_CASE("check says valid, or every departure and exit 65") {
  const TemporaryFolder folder;
  const std::string file = testing::write_hand_made_run(folder / "run.h5");
  const Outcome valid = run({"check", file});
  CHECK(valid.code == ExitCode::ok);
  CHECK(valid.out == file + ": valid syncbench/1, 3 points\nnext: syncbench-analyze summary " + file + "\n");

  const std::string wrong = folder / "wrong.h5";
  std::ofstream(wrong) << "not HDF5";
  const Outcome invalid = run({"check", file, wrong});
  CHECK(invalid.code == ExitCode::data);
  CHECK(invalid.out == file + ": valid syncbench/1, 3 points\n");
  CHECK_THAT(invalid.err, ContainsSubstring(wrong + ": "));

  const Outcome json = run({"check", "--json", file, wrong});
  CHECK(json.code == ExitCode::data);
  const Json document = Json::parse(json.out);
  CHECK(document["files"][0]["points"] == 3);
  CHECK(document["files"][1]["valid"] == false);
  CHECK(document["files"][1]["departures"].size() >= 1);
}

TEST_CASE("check looks at every part of a folder") {
  const TemporaryFolder folder;
  const std::string parts = leave_three_points(folder / "run.h5");
  CHECK(run({"check", parts}).out ==
        parts + ": valid syncbench/1, 3 points\nnext: syncbench-analyze summary " + parts + "\n");
  std::filesystem::resize_file(parts + "/p0001.h5", 100);
  const Outcome damaged = run({"check", parts});
  CHECK(damaged.code == ExitCode::data);
  CHECK_THAT(damaged.err, ContainsSubstring(parts + ": p0001.h5: "));
  CHECK(run({"check", folder / "."}).code == ExitCode::io);
}

TEST_CASE("a part that is damaged or of another run is named, and the others are reported") {
  const TemporaryFolder folder;
  const std::string parts = leave_three_points(folder / "run.h5");
  SECTION("damaged") { std::filesystem::resize_file(parts + "/p0001.h5", 100); }
  SECTION("of another run") {
    results::RunHeader header = testing::header_of(2, 1);
    header.run_id = "another";
    results::RunWriter writer(folder / "other.h5", header, results::RunWriter::Existing::refuse);
    testing::write_point(writer, testing::point_of("p0001", 8, 1, "serial"), 2, 110,
                         [](std::size_t, std::size_t) { return Sample{1000}; });
    std::filesystem::copy_file(folder / "other.h5.parts/p0001.h5", parts + "/p0001.h5",
                               std::filesystem::copy_options::overwrite_existing);
  }
  for (const char* command : {"summary", "explain", "percentiles", "facts"}) {
    const Outcome outcome = run({command, parts});
    CAPTURE(command);
    CHECK(outcome.code == ExitCode::data);
    CHECK_FALSE(outcome.out.empty());
    CHECK_THAT(outcome.err, ContainsSubstring(parts + "/p0001.h5: left out ("));
  }
  const Json document = Json::parse(run({"summary", "--json", parts}).out);
  CHECK(document["files"][0]["points"].size() == 2);
}

TEST_CASE("a folder that cannot be recovered does not keep the others from it") {
  const TemporaryFolder folder;
  const std::string parts = leave_three_points(folder / "run.h5");
  const Outcome outcome = run({"recover", folder / "missing.h5", parts});
  CHECK(outcome.code == ExitCode::io);
  CHECK_THAT(outcome.err, ContainsSubstring("missing.h5"));
  CHECK_THAT(outcome.out, ContainsSubstring("wrote " + (folder / "run.h5")));
  CHECK(std::filesystem::exists(folder / "run.h5"));
}
