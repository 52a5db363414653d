#include "analysis/cli/command_line.hpp"

#include <fstream>

#include <nlohmann/json.hpp>

#include "analysis/tests/hand_made_run.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/shuffle.hpp"
#include "harness/core/text.hpp"
#include "harness/core/text_table.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using analysis::testing::Sample;
using analysis::testing::TemporaryFolder;
using Catch::Matchers::ContainsSubstring;
using Json = nlohmann::json;

namespace {

Outcome run(const std::vector<std::string>& arguments) { return run_command_line(arguments); }

// One sentence for the user: a single line on stderr, nothing on stdout.
void refuses(const std::vector<std::string>& arguments, ExitCode code, const std::string& sentence) {
  const Outcome outcome = run(arguments);
  CAPTURE(arguments);
  CHECK(outcome.code == code);
  CHECK(outcome.out.empty());
  CHECK(outcome.err == "syncbench-analyze: " + sentence + "\n");
}

Json json_of(const std::vector<std::string>& arguments) {
  const Outcome outcome = run(arguments);
  REQUIRE(outcome.code == ExitCode::ok);
  return Json::parse(outcome.out);
}

}  // namespace

TEST_CASE("the summary of a hand-made run reads like this") {
  const TemporaryFolder folder;
  const std::string file = testing::write_hand_made_run(folder / "run.h5");
  const Outcome outcome = run({"summary", file});
  CHECK(outcome.code == ExitCode::ok);
  CHECK(outcome.err.empty());
  CHECK(outcome.out == file +
                           "\n"
                           "run 123e4567-e89b-12d3-a456-426614174000, created 2024-05-06T07:08:09Z by\n"
                           "  syncbench 0.1.0 (b60ac20)\n"
                           "4 ranks on 2 nodes (n1, n2), launcher srun\n"
                           "complete, ended by: finished\n"
                           "\n"
                           "warning: 4 ranks share 2 cores: times are those of an oversubscribed node\n"
                           "\n"
                           "all points: suite smallpkt, operation allreduce, backend mpi, verified yes,\n"
                           "  status ok\n"
                           "\n"
                           "                                         95 %  95 %\n"
                           "                                    p50  from    to  p95  p99  p99.9   max      late\n"
                           "point  bytes  pieces  policy    n    µs    µs    µs   µs   µs     µs    µs    starts\n"
                           "p0000      8       1  serial   98  4.06  4.05  4.07    –    –      –  4.11  2 of 100\n"
                           "p0001  65536     137  fused   400  5.20  5.18  5.22    –    –      –  5.40         0\n"
                           "\n"
                           "n iterations after the warm-up; the time of one is that of its slowest rank\n"
                           "95 % from, to: limits of p50\n"
                           "95 %, this launch: another launch may lie outside\n"
                           "– too few iterations: p95 needs 1200, p99 needs 6000, p99.9 needs 60000\n"
                           "late starts are not in n: a rank got its start too late, and how long the\n"
                           "  operation took is unknown\n"
                           "\n"
                           "p0002 not measured: needs 96 GiB a node, and there are 64 (suite smallpkt,\n"
                           "  operation allreduce, backend mpi, bytes 1048576, pieces 1, policy serial)\n"
                           "\n"
                           "warning: 4 ranks share 2 cores: times are those of an oversubscribed node\n"
                           "\n"
                           "next: syncbench-analyze percentiles " +
                           file + "\n");
}

TEST_CASE("no line of text is wider than 80 and no line of a table wider than 100") {
  const TemporaryFolder folder;
  results::RunWriter writer(folder / "run.h5", testing::header_of(2, 1), results::RunWriter::Existing::refuse);
  std::size_t id = 0;
  for (const char* operation : {"allreduce", "reduce-scatter"}) {
    for (const char* policy : {"serial", "bucketed:1M,25M"}) {
      results::PointHeader point = testing::point_of("p" + std::to_string(id++), 4194304, 1000, policy);
      point.attributes["operation"] = operation;
      testing::write_point(writer, point, 2, 5000, [](std::size_t, std::size_t i) {
        return Sample{static_cast<std::int64_t>(1'000'000'000 + 7919 * i % 4999), SampleStatus::ok};
      });
    }
  }
  const std::string file = writer.finish("finished").string();
  for (const char* command : {"summary", "percentiles"}) {
    for (const std::string& line : split(run({command, file}).out, '\n')) {
      CAPTURE(line);
      CHECK(display_width(line) <= 100);
    }
  }
}

TEST_CASE("points that are alike in the table's columns are told apart by what differs") {
  const TemporaryFolder folder;
  results::RunWriter writer(folder / "run.h5", testing::header_of(2, 1), results::RunWriter::Existing::refuse);
  for (const std::int64_t lateness : {0, 2}) {
    results::PointHeader point = testing::point_of("p" + std::to_string(lateness), 8, 1, "serial");
    point.attributes["lateness"] = lateness;
    point.attributes["timer_overhead_ns"] = lateness;
    testing::write_point(writer, point, 2, 11, [](std::size_t, std::size_t) { return Sample{5, SampleStatus::ok}; });
  }
  const std::string text = run({"summary", writer.finish("finished").string()}).out;
  CHECK_THAT(text, ContainsSubstring("bytes  lateness  n"));
  CHECK_THAT(text, !ContainsSubstring("timer_overhead"));
}

TEST_CASE("samples of several operations are shown as means, without tails, and as nulls in JSON") {
  const TemporaryFolder folder;
  results::RunWriter writer(folder / "run.h5", testing::header_of(2, 1), results::RunWriter::Existing::refuse);
  results::PointHeader point = testing::point_of("p0000", 8, 1, "serial");
  point.attributes["operations_per_sample"] = std::int64_t{20};
  const std::vector<std::size_t> order = shuffled(400, 3, 0);
  testing::write_point(writer, point, 2, 410, [&order](std::size_t, std::size_t i) {
    return Sample{static_cast<std::int64_t>(i < 10 ? 9000 : 1000 + order[i - 10]), SampleStatus::ok};
  });
  const std::string file = writer.finish("finished").string();
  const std::string text = run({"summary", file}).out;
  CHECK_THAT(text, ContainsSubstring("timer mean of 20"));
  CHECK_THAT(text, ContainsSubstring("p0000      8  400  0.06  0.06  0.06    –    –      –    –"));
  CHECK_THAT(text, ContainsSubstring("means have no tail and no max"));
  CHECK_THAT(text, !ContainsSubstring("too few"));
  CHECK_THAT(run({"percentiles", file}).out, ContainsSubstring("\ntimer mean of 20\n"));
  const Json json = json_of({"summary", "--json", "--subtract-overhead", file})["files"][0]["points"][0];
  CHECK(json["timer"]["operations_per_sample"] == 20);
  CHECK(json["timer"]["subtracted_ns"] == 22);
  CHECK(json["subjects"][0]["quantiles"][0]["value_ns"] == 59);  // (1199 - 22) / 20 = 58.85
  CHECK(json["subjects"][0]["quantiles"][2]["value_ns"].is_null());
  CHECK(json["subjects"][0]["quantiles"][2]["needed_n"].is_null());
  CHECK(json["subjects"][0]["max_ns"].is_null());
}

TEST_CASE("wrong payload fails the point loudly") {
  const TemporaryFolder folder;
  results::RunWriter writer(folder / "run.h5", testing::header_of(2, 1), results::RunWriter::Existing::refuse);
  testing::write_point(writer, testing::point_of("p0000", 8, 1, "serial"), 2, 30, [](std::size_t, std::size_t i) {
    return Sample{5, i == 25 ? SampleStatus::corrupt : SampleStatus::ok};
  });
  const std::string file = writer.finish("finished").string();
  const std::string text = run({"summary", file}).out;
  CHECK_THAT(text, ContainsSubstring("verified WRONG"));
  CHECK_THAT(text, ContainsSubstring("status failed"));
  CHECK_THAT(text, ContainsSubstring("WRONG payload, iterations: 1;"));
  CHECK(json_of({"summary", "--json", file})["files"][0]["points"][0]["corrupt_iterations"] == 1);
}

TEST_CASE("percentiles by rank show each rank's own time and whose fault it is not") {
  const TemporaryFolder folder;
  const std::string file = testing::write_hand_made_run(folder / "run.h5");
  const std::string text = run({"percentiles", "--by", "rank", "--where", "id=p0000", file}).out;
  CHECK_THAT(text, ContainsSubstring("98 of 110 iterations count: 10 warm-up, 2 late starts, 0 corrupt\n"));
  CHECK_THAT(text, ContainsSubstring("rank 3 on n2   98     4.06        –        –        –        –     4.11\n"));
  CHECK_THAT(text, ContainsSubstring("  effective n           92        –        –        –        –\n"));
  CHECK_THAT(text, ContainsSubstring("the longest time is the victim's, not the culprit's"));
  CHECK_THAT(text, !ContainsSubstring("p0001"));
}

TEST_CASE("json has integer nanoseconds, null for what n does not carry, and the number needed") {
  const TemporaryFolder folder;
  const std::string file = testing::write_hand_made_run(folder / "run.h5");
  const Json document = json_of({"percentiles", file, "--json", "--where", "policy=serial"});
  CHECK(document["format"] == "syncbench-analyze/1");
  CHECK(document["command"] == "percentiles");
  CHECK(document["by"] == "point");
  const Json& run = document["files"][0];
  CHECK(run["complete"] == true);
  CHECK(run["run"]["nodes"][1]["hostname"] == "n2");
  CHECK(run["log"][0]["rank"].is_null());
  REQUIRE(run["points"].size() == 2);
  const Json& quantiles = run["points"][0]["subjects"][0]["quantiles"];
  CHECK(document["scope"] == "launch");
  CHECK(quantiles[0]["value_ns"] == 4059);
  CHECK(quantiles[0]["bracket_ns"].is_null());
  CHECK(quantiles[0]["lower_ns"] == 4048);
  CHECK(quantiles[0]["upper_ns"] == 4071);
  CHECK(quantiles[0]["refused"].is_null());
  CHECK(quantiles[3]["quantile"] == "p99");
  CHECK(quantiles[3]["value_ns"].is_null());
  CHECK(quantiles[3]["needed_n"] == 6000);
  CHECK(quantiles[3]["refused"] == "too-few-iterations");
  CHECK(run["points"][0]["subjects"][0]["max_ns"] == 4109);
  CHECK(run["points"][1]["measured"] == false);
  CHECK(run["points"][1]["reason"] == "needs 96 GiB a node, and there are 64");
}

TEST_CASE("several files make one document and several tables") {
  const TemporaryFolder folder;
  const std::string a = testing::write_hand_made_run(folder / "a.h5"),
                    b = testing::write_hand_made_run(folder / "b.h5");
  CHECK(json_of({"summary", a, b, "--json"})["files"].size() == 2);
  const std::string text = run({"summary", a, b}).out;
  CHECK_THAT(text, ContainsSubstring(a + "\n\n" + b + "\n"));
}

TEST_CASE("files that cannot be read are told from files that are no results") {
  const TemporaryFolder folder;
  const std::string wrong = folder / "wrong.h5";
  std::ofstream(wrong) << "not HDF5";
  for (const char* command : {"summary", "percentiles"}) {
    CHECK(run({command, folder / "missing.h5"}).code == ExitCode::io);
    CHECK(run({command, wrong}).code == ExitCode::data);
  }
  CHECK(run({"check", folder / "missing.h5"}).code == ExitCode::io);
  const std::string good = testing::write_hand_made_run(folder / "run.h5");
  CHECK(run({"summary", good, wrong}).out.empty());
}

TEST_CASE("what the user got wrong is one sentence with the nearest right thing") {
  refuses({"sumary", "f"}, ExitCode::usage, "there is no command 'sumary'; did you mean summary?");
  refuses({"--vresion"}, ExitCode::usage, "--vresion does not stand before the command; did you mean --version?");
  refuses({"--json", "summary"}, ExitCode::usage,
          "--json does not stand before the command; write syncbench-analyze COMMAND FILE --json");
  refuses({"summary"}, ExitCode::usage, "summary: which result file? Try: syncbench-analyze summary FILE.h5");
  refuses({"summary", "f", "--jsn"}, ExitCode::usage, "summary: there is no option --jsn; did you mean --json?");
  refuses({"summary", "f", "--wher=a=b"}, ExitCode::usage, "summary: there is no option --wher; did you mean --where?");
  refuses({"check", "-q", "f"}, ExitCode::usage, "check: there is no option -q; its options are --help --json");
  refuses({"percentiles", "f", "--by"}, ExitCode::usage, "percentiles: --by needs a value");
  refuses({"percentiles", "f", "--json=maybe"}, ExitCode::usage, "percentiles: --json takes no value");
  refuses({"percentiles", "f", "--by", "rnk"}, ExitCode::usage,
          "percentiles: --by takes rank, node, point, not 'rnk'; did you mean rank?");
  refuses({"summary", "f", "--where", "bytes"}, ExitCode::usage,
          "--where: 'bytes' is no condition; write key=value, for example bytes=8..64K");
}

TEST_CASE("a condition that does not fit the file is a usage error") {
  const TemporaryFolder folder;
  const std::string file = testing::write_hand_made_run(folder / "run.h5");
  refuses({"percentiles", file, "--where", "byts=8"}, ExitCode::usage,
          "--where: no point has an attribute 'byts'; did you mean bytes?");
  refuses({"summary", file, "--where", "bytes=9"}, ExitCode::usage,
          "--where: no point has bytes=9; bytes is 8, 65536, 1048576");
}

TEST_CASE("each --where takes one value, and files may follow it") {
  const TemporaryFolder folder;
  const std::string file = testing::write_hand_made_run(folder / "run.h5");
  const Json document = json_of({"summary", "--where", "bytes=8,1M", "--where", "pieces=1", file, "--json"});
  CHECK(document["files"][0]["points"].size() == 2);
}

TEST_CASE("help and version go to stdout, no command at all is an error") {
  for (const char* flag : {"--help", "-h"}) {
    CHECK(run({flag}).code == ExitCode::ok);
    CHECK_THAT(run({flag}).out, ContainsSubstring("percentiles"));
  }
  CHECK_THAT(run({"summary", "--help"}).out, ContainsSubstring("--where KEY=VALUE"));
  CHECK_THAT(run({"--version"}).out, Catch::Matchers::StartsWith("syncbench-analyze "));
  const Outcome none = run({});
  CHECK(none.code == ExitCode::usage);
  CHECK(none.out.empty());
  CHECK_THAT(none.err, ContainsSubstring("percentiles"));
}

TEST_CASE("what a file contains does not steer the terminal") {
  const TemporaryFolder folder;
  results::RunHeader header = testing::header_of(2, 1);
  header.launcher = "\x1b[2Jsrun";
  results::RunWriter writer(folder / "run.h5", header, results::RunWriter::Existing::refuse);
  writer.not_measured(testing::point_of("p0000", 8, 1, "serial"), "\x1b]0;title\x07");
  const std::string file = writer.finish("finished").string();
  CHECK(run({"summary", file}).out.find('\x1b') == std::string::npos);
  CHECK_THAT(run({"summary", file}).out, ContainsSubstring("no point was measured\n"));
  CHECK_THAT(run({"percentiles", file}).out, ContainsSubstring("p0000 not measured"));
}

TEST_CASE("a run that did not come to its end says so in its heading") {
  const TemporaryFolder folder;
  {
    results::RunWriter writer(folder / "run.h5", testing::header_of(2, 1), results::RunWriter::Existing::refuse);
    testing::write_point(writer, testing::point_of("p0000", 8, 1, "serial"), 2, 11, [](std::size_t, std::size_t) {
      return Sample{5, SampleStatus::ok};
    });
  }
  const std::string part = folder / "run.h5.parts/p0000.h5";
  CHECK_THAT(run({"summary", part}).out, ContainsSubstring("\nNOT COMPLETE: points are missing\n"));
  CHECK(json_of({"summary", part, "--json"})["files"][0]["complete"] == false);
}
