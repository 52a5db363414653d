#include <algorithm>
#include <cmath>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "analysis/cli/command_line.hpp"
#include "analysis/explain/explain_report.hpp"
#include "analysis/pairs/pairs_report.hpp"
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

constexpr std::size_t kBlocks = 5;
constexpr std::size_t kIterations = 10 + kBlocks * 20;

bool close(double a, double b) { return std::abs(a - b) <= 1e-3 * std::abs(b); }

// How long what `from` begins with `to` takes, ns.
using NanosOf = std::int64_t (*)(int from, int to);

using RankPairs = std::vector<std::pair<int, int>>;

// A run of suite pairs on backend mpi, but for what `more` changes.
class Run {
 public:
  Run(const std::string& file, int ranks, int nodes)
      : ranks_(ranks), header_(header_of(ranks, nodes)), writer_(file, header_, results::RunWriter::Existing::refuse) {}

  results::Attributes more;

  void add(const std::string& part, NanosOf nanos) {
    RankPairs left;
    for (int a = 0; a < ranks_; ++a) {
      for (int b = a + 1; b < ranks_; ++b) left.emplace_back(a, b);
    }
    while (!left.empty()) {
      RankPairs round, rest;
      std::vector<bool> busy(static_cast<std::size_t>(ranks_), false);
      for (const auto& pair : left) {
        auto a = busy[static_cast<std::size_t>(pair.first)], b = busy[static_cast<std::size_t>(pair.second)];
        (a || b ? rest : round).push_back(pair);
        if (!a && !b) a = b = true;
      }
      add_round(part, true, round, nanos);
      add_round(part, false, round, nanos);
      left = rest;
    }
  }

  // The machine gets 1 % slower with every block. The rank that is not timed is inside three times as long.
  void add_round(const std::string& part, bool forward, const RankPairs& pairs, NanosOf nanos) {
    results::PointHeader point = point_of(fmt::format("p{:04}", id_++), part == "latency" ? 8 : 1 << 20, 1, "serial");
    point.attributes["suite"] = std::string("pairs");
    point.attributes["operation"] = std::string(part == "latency" ? "centre" : "broadcast");
    point.attributes["part"] = part;
    point.attributes["direction"] = std::string(forward ? "forward" : "backward");
    std::string& list = std::get<std::string>(point.attributes["pairs"] = std::string());
    for (const auto& [a, b] : pairs) list += fmt::format("{}{}-{}", list.empty() ? "" : ",", a, b);
    point.attributes["round"] = std::int64_t{1};
    for (const auto& [name, value] : more) point.attributes[name] = value;
    write_point(
        writer_, point, static_cast<std::size_t>(ranks_), kIterations,
        [&](std::size_t rank, std::size_t i) {
          const auto own = static_cast<int>(rank);
          const auto pair = std::find_if(pairs.begin(), pairs.end(),
                                         [own](const auto& each) { return each.first == own || each.second == own; });
          if (pair == pairs.end()) return Sample{kAbsent, SampleStatus::ok, {}};
          const int timed = forward == (part == "latency") ? pair->first : pair->second;
          const auto time =
              static_cast<double>(forward ? nanos(pair->first, pair->second) : nanos(pair->second, pair->first));
          const double slow = 1 + 0.01 * static_cast<double>(i < 10 ? 0 : (i - 10) / 20);
          return Sample{std::llround((own == timed ? time : 3 * time) * slow), SampleStatus::ok, {}};
        },
        kBlocks);
  }

  std::string finish() { return writer_.finish("finished").string(); }

 private:
  int ranks_;
  results::RunHeader header_;
  results::RunWriter writer_;
  int id_ = 0;
};

std::int64_t healthy(int, int) { return 20'000; }
// What rank 2 sends takes four times as long, and there and back half of the way.
std::int64_t slow_sender(int from, int) { return from == 2 ? 400'000 : 100'000; }
std::int64_t slow_third(int from, int to) { return from == 2 || to == 2 ? 50'000 : 20'000; }
std::int64_t slow_link(int from, int to) { return from + to == 5 && (from == 1 || to == 1) ? 60'000 : 20'000; }

// Every finding of a file about pairs, as people read it. That the machine gets slower with every block is told too, as
// regimes; it is no finding about a pair.
std::vector<Finding> explained(const std::string& file) {
  std::vector<Finding> findings = explain_report(file, Selection()).findings;
  std::erase_if(findings, [](const Finding& each) { return each.cause == Cause::regimes; });
  return findings;
}

Outcome command(const std::vector<std::string>& arguments) { return run_command_line(arguments); }

}  // namespace

TEST_CASE("who begins a round trip and who receives are timed, over the blocks' medians") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5", 3, 3);
  run.add("latency", slow_third);
  run.add("bandwidth", slow_sender);
  const PairsReport report = pairs_report(run.finish(), Selection());
  REQUIRE(report.measured.times.size() == 2);
  const RankPair& pair = report.measured.times[1].pairs.at(1);
  CHECK(pair.a == Rank{0});
  CHECK(pair.b == Rank{2});
  CHECK(pair.forward->n == 100);
  CHECK(pair.forward->median_ns == 102'000);
  CHECK(pair.backward->median_ns == 408'000);
  REQUIRE(pair.backward->interval);
  CHECK(close(pair.backward->interval->mean, 407'943));  // geometric mean of 400, 404, … 416 µs
  CHECK(report.measured.times[0].pairs.at(1).forward->median_ns == 51'000);
}

TEST_CASE("one slow host of three is named, with what it is slow in and which way") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5", 3, 3);
  run.add("latency", slow_third);
  run.add("bandwidth", slow_sender);
  const auto findings = explained(run.finish());
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::slow_node);
  CHECK(findings[0].hosts == std::vector<std::string>{"n3"});
  CHECK(findings[0].ranks == std::vector<std::int64_t>{2});
  CHECK_THAT(findings[0].what,
             ContainsSubstring("n3 is slow towards everyone (2 of 2 pairs): 8 B there and back take "
                               "2.5 × as long as between the others (95 %, this launch: 2.46 to 2.54; 51.0 µs)"));
  CHECK_THAT(findings[0].what, ContainsSubstring("1.00 MiB one way take 4.0 × as long"));
  CHECK_THAT(findings[0].what, ContainsSubstring("when it sends"));
  CHECK(close(*findings[0].share, 0.75));
  CHECK(findings[0].evidence.front().starts_with("/points/p000"));
}

TEST_CASE("one slow link of four nodes is named, and neither of its nodes") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5", 5, 5);
  run.add("latency", slow_link);
  const auto findings = explained(run.finish());
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::slow_pair);
  CHECK(findings[0].link == "n2–n5");
  CHECK_THAT(findings[0].what, ContainsSubstring("link n2–n5 alone is slow: 8 B there and back take 3.0 × as long"));
}

TEST_CASE("on a healthy run nobody is accused, and explain says so") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5", 4, 4);
  run.add("latency", healthy);
  run.add("bandwidth", healthy);
  const std::string file = run.finish();
  CHECK(explained(file).empty());
  for (const std::string& sentence : pairs_report(file, Selection()).sentences)
    CHECK_THAT(sentence, ContainsSubstring("6 pairs from 20.4 to 20.4 µs; no node and no link stands out"));
  CHECK_THAT(command({"explain", file}).out, ContainsSubstring("nothing found in 12 points"));
}

TEST_CASE("with two ranks it is said that nobody can be told, but a slow direction is one") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5", 2, 2);
  run.add("latency", healthy);
  run.add("bandwidth", [](int from, int) -> std::int64_t { return from == 1 ? 400'000 : 100'000; });
  const std::string file = run.finish();
  const auto findings = explained(file);
  REQUIRE(findings.size() == 1);
  CHECK_THAT(findings[0].what, ContainsSubstring("n2→n1 is slow one way: 1.00 MiB one way take 4.0 × as long as the "
                                                 "other way round"));
  CHECK_THAT(findings[0].advice, ContainsSubstring("it cannot be told"));
  CHECK_THAT(pairs_report(file, Selection()).sentences.at(1), ContainsSubstring("cannot be told which of the two is"));
}

TEST_CASE("a pair of which one direction is missing is left out, for that may be the slow one") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5", 3, 3);
  for (const bool forward : {true, false}) {
    run.add_round("bandwidth", forward, {{0, 1}}, healthy);
    run.add_round("bandwidth", forward, {{1, 2}}, slow_sender);
  }
  run.add_round("bandwidth", true, {{0, 2}}, healthy);
  const std::string file = run.finish();
  const PairsReport report = pairs_report(file, Selection());
  CHECK(report.comparisons.at(0).left_out == 1);
  CHECK(report.comparisons.at(0).verdicts.links.empty());
  CHECK_THAT(report.sentences.back(), ContainsSubstring("1 pair is left out"));
  // 2 alone is known to be slow one way.
  REQUIRE(explained(file).size() == 1);
  CHECK_THAT(explained(file)[0].what, ContainsSubstring("n3→n2 is slow one way"));
}

TEST_CASE("pairs within a node are not compared with pairs over the network, and ranks of a node are with each other") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5", 6, 2);
  // Within a node a tenth; rank 5 is slow there.
  run.add("latency", [](int from, int to) -> std::int64_t {
    if (from / 3 != to / 3) return 20'000;
    return from == 5 || to == 5 ? 5'000 : 2'000;
  });
  const std::string file = run.finish();
  const auto findings = explained(file);
  REQUIRE(findings.size() == 1);
  CHECK_THAT(findings[0].what, ContainsSubstring("rank 5 (n2) is slow towards everyone (2 of 2 pairs)"));
  CHECK(pairs_report(file, Selection()).comparisons.size() == 2);
}

TEST_CASE("a node whose ranks are slow with each other alone is held against other nodes") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5", 9, 3);
  run.add("latency", [](int from, int to) -> std::int64_t {
    if (from / 3 != to / 3) return 20'000;
    return from / 3 == 1 ? 6'000 : 2'000;
  });
  const auto findings = explained(run.finish());
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::slow_node);
  CHECK(findings[0].hosts == std::vector<std::string>{"n2"});
  CHECK(findings[0].ranks == std::vector<std::int64_t>{3, 4, 5});
  CHECK_THAT(findings[0].what, ContainsSubstring("n2 is slow within itself: 8 B there and back between its ranks take "
                                                 "3.0 × as long as on other nodes"));
}

TEST_CASE("where ranks share cores or a core nobody is accused") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5", 3, 3);
  run.more["waiting"] = std::string("yield");
  run.add("latency", slow_third);
  const std::string file = run.finish();
  CHECK(explained(file).empty());
  CHECK_THAT(pairs_report(file, Selection()).sentences.at(0), ContainsSubstring("ranks share cores"));
}

TEST_CASE("what datagrams lost on one way is a finding, and a narrower path worth knowing") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5", 2, 2);
  run.more = {{"udp_sent", std::int64_t{1000}},
              {"udp_mtu_forward", std::string("0-1:1500")},
              {"udp_mtu_backward", std::string("0-1:1400")},
              {"udp_received_forward", std::string("0-1:1000")},
              {"udp_received_backward", std::string("0-1:900")}};
  run.add("latency", healthy);
  const std::string file = run.finish();
  const auto findings = explained(file);
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].what == "n2→n1 loses datagrams: 100 of 1000 (10.0 %); the typical way loses 0 %");
  CHECK(findings[0].weight == Weight::finding);
  CHECK(findings[1].what == "the path's MTU is down to 1400 B on n2→n1, against 1500 B on the widest way");
  CHECK(findings[1].weight == Weight::note);
  CHECK_THAT(command({"pairs", file}).out, ContainsSubstring("datagrams that fill a packet"));
}

TEST_CASE("a run whose ranks could not reach each other says who") {
  const TemporaryFolder folder;
  const std::string file = folder / "run.h5";
  results::RunWriter writer(file, header_of(3, 3), results::RunWriter::Existing::refuse);
  results::PointHeader point = point_of("p0000", 8, 1, "serial");
  point.attributes["suite"] = std::string("pairs");
  point.attributes["unreachable"] = std::string("1-2");
  writer.not_measured(point, "not all ranks can reach each other");
  writer.finish("unreachable");
  CHECK_THAT(command({"pairs", file}).out,
             ContainsSubstring("n2 and n3 cannot reach each other, so nothing was measured"));
}

TEST_CASE("the text fits 100 columns whatever the number of ranks, and the JSON has every pair") {
  const TemporaryFolder folder;
  for (const int ranks : {2, 5, 16}) {
    Run run(folder / fmt::format("{}.h5", ranks), ranks, ranks);
    run.add("latency", slow_third);
    run.add("bandwidth", slow_sender);
    const std::string file = run.finish();
    const Outcome text = command({"pairs", file});
    CHECK(text.code == ExitCode::ok);
    std::istringstream lines(text.out);
    for (std::string line; std::getline(lines, line);) CHECK((line == file || display_width(line) <= 100));
    const auto json = nlohmann::json::parse(command({"pairs", file, "--json"}).out);
    const auto& first = json.at("files").at(0);
    CHECK(first.at("times").at(0).at("pairs").size() == static_cast<std::size_t>(ranks * (ranks - 1) / 2));
    CHECK(first.at("comparisons").at(0).at("kind") == "between nodes");
    if (ranks > 2) CHECK(first.at("comparisons").at(0).at("verdict").at("slow_places").at(0).at("place") == "n3");
  }
}

TEST_CASE("pairs that a file does not have are refused") {
  const TemporaryFolder folder;
  for (const char* wrong : {"0-3", "1-0", "0", "0-1:5", "x-y", "0-1,0-1", "0-1,,"}) {
    Run run(folder / fmt::format("{}.h5", wrong), 2, 2);
    run.more["pairs"] = std::string(wrong);
    run.add_round("latency", true, {{0, 1}}, healthy);
    CHECK_THROWS_AS(pairs_report(run.finish(), Selection()), Error);
  }
}

TEST_CASE("a file without points of suite pairs is refused with what to measure") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(pairs_report(write_hand_made_run(folder / "run.h5"), Selection()),
                    ContainsSubstring("--suite pairs"));
}
