#include <cmath>

#include <nlohmann/json.hpp>

#include "analysis/cli/command_line.hpp"
#include "analysis/launches/launches_report.hpp"
#include "analysis/statistics/launch_spread.hpp"
#include "analysis/tests/hand_made_run.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/nanos.hpp"
#include "harness/core/shuffle.hpp"
#include "harness/core/text_table.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

std::vector<double> powers_of_e(std::vector<double> exponents) {
  for (double& each : exponents) each = std::exp(each);
  return exponents;
}

Approx close(double value) { return Approx(value).epsilon(1e-6); }

// A launch in which an allreduce of 8 bytes has 400 times around its median, from 199 ns below to 200 ns above it.
struct Launch {
  std::int64_t median_ns = 1000;
  std::string steadiness = "steady";
  bool measured = true;
  std::string threads = "single", config = R"({"start":"barrier","out":"a.h5"})";
};

std::string write_launch(const std::string& file, int number, const Launch& launch) {
  results::RunHeader header = header_of(2, 1);
  header.run_id = "123e4567-e89b-12d3-a456-4266141740" + std::to_string(10 + number);
  header.mpi_threads = launch.threads;
  header.config_json = launch.config;
  results::RunWriter writer(file, header, results::RunWriter::Existing::refuse);
  results::PointHeader point = point_of("p0000", 8, 1, "serial");
  point.attributes["steadiness"] = launch.steadiness;
  if (launch.measured) {
    const std::vector<std::size_t> order = shuffled(1200, 3, 0);
    write_point(writer, point, 2, 1210, [&](std::size_t, std::size_t i) {
      return Sample{launch.median_ns - 599 + (i < 10 ? 0 : static_cast<std::int64_t>(order[i - 10]))};
    });
  } else {
    writer.not_measured(point, "needs 96 GiB a node, and there are 64");
  }
  return writer.finish("finished").string();
}

std::vector<std::string> write_launches(const TemporaryFolder& folder, const std::vector<Launch>& launches) {
  std::vector<std::string> files;
  for (const Launch& each : launches) {
    const int number = static_cast<int>(files.size());
    files.push_back(write_launch(folder / std::to_string(number), number, each));
  }
  return files;
}

// Six that take part, one that was unsteady, one without the point.
std::vector<Launch> eight_launches() {
  return {{.median_ns = 1000}, {.median_ns = 1200}, {.median_ns = 9000, .steadiness = "unsteady"},
          {.median_ns = 1300}, {.median_ns = 1500}, {.measured = false},
          {.median_ns = 1600}, {.median_ns = 1700}};
}

Outcome launches_of(const std::vector<std::string>& files, const std::vector<std::string>& options = {}) {
  std::vector<std::string> line{"launches"};
  line.insert(line.end(), files.begin(), files.end());
  line.insert(line.end(), options.begin(), options.end());
  return run_command_line(line);
}

}  // namespace

TEST_CASE("the interval over launches is that of their median, and what further launches are to be is wider") {
  // Logarithms 0, 1, 0, 1, 0, 1: mean 0.5, deviation √0.3; t of 5 degrees of freedom is 2.5705818.
  const std::vector<double> values = powers_of_e({0, 1, 0, 1, 0, 1});
  const auto spread = launch_spread(values);
  REQUIRE(spread);
  CHECK(spread->launches == 6);
  CHECK(spread->median == close(1.0));
  CHECK(spread->log_sd == close(std::sqrt(0.3)));
  CHECK(spread->cv == close(0.50622398));
  REQUIRE(spread->interval);
  CHECK(spread->interval->lower == close(1.0));
  CHECK(spread->interval->upper == close(2.7182818));
  const auto further = prediction_limits(values);
  REQUIRE(further);
  CHECK(further->lower == close(0.36031497));
  CHECK(further->upper == close(7.5441824));
}

// Logarithms 0 eleven times and 1 once: mean 1/12, deviation 0.288675; t of 11 degrees of freedom is 2.2009852, so
// Student's limit is exp(0.0833333 + 2.2009852 · 0.288675 · √(13/12)) = 2.105.
TEST_CASE("what further launches are to be holds all launches that were") {
  const auto further = prediction_limits(powers_of_e({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
  REQUIRE(further);
  CHECK(further->upper == close(2.7182818));
}

TEST_CASE("five launches have a spread and no interval, one has neither, and a time of 0 has no logarithm") {
  const std::vector<double> five = powers_of_e({0, 1, 0, 1, 0});
  REQUIRE(launch_spread(five));
  CHECK_FALSE(launch_spread(five)->interval);
  CHECK_FALSE(prediction_limits(five));
  CHECK_FALSE(launch_spread(std::vector<double>{7.0}));
  CHECK_FALSE(launch_spread(std::vector<double>{7.0, 0.0}));
}

TEST_CASE("left out one by one, a launch that is unlike the others lies outside of what they predict, and it alone") {
  const LeftOut result = leave_one_out(powers_of_e({0, 0.1, 0, 0.1, 0, 0.1, 5}));
  CHECK(result.covered == 6);
  CHECK(result.of == 7);
  CHECK(leave_one_out(powers_of_e({0, 1, 0, 1, 0, 1})).of == 0);  // five others carry no limits
}

TEST_CASE("of points of any suite launches tell each launch's median, the interval over launches and who has no part") {
  const TemporaryFolder folder;
  const std::vector<std::string> files = write_launches(folder, eight_launches());
  const LaunchesReport report = launches_report(files);
  REQUIRE(report.points.size() == 1);
  const LaunchPoint& point = report.points.front();
  const LaunchQuantile& median = point.quantiles.at(0);
  CHECK(median.ns == std::vector<std::int64_t>{1000, 1200, kAbsent, 1300, 1500, kAbsent, 1600, 1700});
  REQUIRE(median.spread);
  CHECK(median.spread->median == 1300);
  CHECK(median.spread->cv == close(0.19080321));
  REQUIRE(median.spread->interval);
  CHECK(median.spread->interval->lower == 1000);
  CHECK(median.spread->interval->upper == 1700);
  CHECK(point.quantiles.at(1).ns.front() == 1540);  // p95: the 1140th of 1200
  REQUIRE(point.absent.size() == 2);
  CHECK(point.absent[0].launch == 2);
  CHECK(point.absent[0].reason == "unsteady");
  CHECK(point.absent[1].reason == "not measured: needs 96 GiB a node, and there are 64");
  CHECK(report.phases.empty());  // these files do not say how their ranks started
}

TEST_CASE("launches say on what their limits rest, in text of 100 columns and in JSON") {
  const TemporaryFolder folder;
  const std::vector<std::string> files = write_launches(folder, eight_launches());
  const std::string text = launches_of(files).out;
  CHECK_THAT(text, ContainsSubstring("from launch to launch p50 varies by 19 %"));
  CHECK_THAT(text, ContainsSubstring("scope of the limits: over launches"));
  CHECK_THAT(text, ContainsSubstring("unsteady in launch 3"));
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
    CHECK(display_width(text.substr(begin, text.find('\n', begin) - begin)) <= 100);

  const auto json = nlohmann::json::parse(launches_of(files, {"--json"}).out);
  CHECK(json.at("scope") == "over launches");
  const auto& median = json.at("points").at(0).at("quantiles").at(0);
  CHECK(median.at("launches") == 6);
  CHECK(median.at("values_ns").at(2).is_null());
  CHECK(median.at("median_ns").get<double>() == 1300);
  CHECK(median.at("lower_ns").get<double>() == 1000);
  CHECK(json.at("points").at(0).at("left_out").at(1).at("launch") == 5);
}

TEST_CASE(
    "launches of another thread level or other settings are refused with what differs, other names of files not") {
  const TemporaryFolder folder;
  const std::vector<std::string> files = write_launches(folder, {{},
                                                                 {.config = R"({"start":"barrier","out":"b.h5"})"},
                                                                 {.threads = "multiple"},
                                                                 {.config = R"({"start":"none","out":"a.h5"})"}});
  CHECK(launches_report(std::vector{files[0], files[1]}).files.size() == 2);
  const Outcome threads = launches_of({files[0], files[2]});
  CHECK(threads.code == ExitCode::data);
  CHECK_THAT(threads.err, ContainsSubstring("the thread level of MPI (mpi_threads) is multiple, and single in"));
  CHECK_THAT(launches_of({files[0], files[3]}).err,
             ContainsSubstring(R"(setting --start is "none", and "barrier" in)"));
}

TEST_CASE("launches show the points that are asked for") {
  const TemporaryFolder folder;
  const std::vector<std::string> files = write_launches(folder, {{}, {}});
  CHECK(launches_of(files, {"--where", "bytes=8"}).code == ExitCode::ok);
  CHECK(launches_of(files, {"--where", "bytes=16"}).code == ExitCode::usage);
}
