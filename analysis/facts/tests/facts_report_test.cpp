#include "analysis/facts/facts_report.hpp"

#include <nlohmann/json.hpp>

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using Catch::Matchers::ContainsSubstring;

namespace {

NodeFacts node(const std::string& host, const std::string& begin, const std::string& end) {
  return {host, "/run/facts/" + host, parse_facts(begin), parse_facts(end)};
}

FactsReport two_nodes() {
  FactsReport report;
  report.file = "run.h5";
  report.complete = true;
  report.header.node_rows = {{.node = 0, .hostname = "n1"}, {.node = 1, .hostname = "n2"}};
  for (std::int64_t rank = 0; rank < 2; ++rank) {
    results::RankRow& row = report.header.rank_rows.emplace_back();
    row.rank = row.node = rank;
  }
  const std::string end =
      R"({"config": {"cpu.governor": "powersave"}, "counter": {"tcp.OutSegs": 2304, "tcp.InErrs": 0},
                             "volatile": {"cpu.load_1min": "5.10"}})";
  sort_facts(
      {node("n1", R"({"identity": {"cpu.model": "A"}, "config": {"cpu.governor": "performance", "net.eth0.mtu": 9000},
                             "counter": {"tcp.OutSegs": 1100, "tcp.InErrs": 0}, "volatile": {"cpu.load_1min": "0.10"}})",
            end),
       node("n2", R"({"identity": {"cpu.model": "A"}, "config": {"cpu.governor": "powersave", "net.eth0.mtu": 1500},
                             "counter": {"tcp.OutSegs": 1204, "tcp.InErrs": 0}, "volatile": {"cpu.load_1min": "5.10"}})",
            end)},
      {}, report);
  report.unreadable = unreadable_facts(R"({"config": {"cpu.boost": {"unreadable": "no such file"}, "x": 1}})");
  return report;
}

std::vector<std::string> names_of(const std::vector<FactRow>& rows) {
  std::vector<std::string> names;
  for (const FactRow& each : rows) names.push_back(each.name);
  return names;
}

}  // namespace

TEST_CASE("each fact is in the one list that says how it behaves") {
  using Names = std::vector<std::string>;
  const FactsReport report = two_nodes();
  CHECK(names_of(report.alike) == Names{"cpu.model"});
  CHECK(names_of(report.different) == Names{"net.eth0.mtu"});
  CHECK(names_of(report.changed) == Names{"cpu.governor"});
  CHECK(names_of(report.grown) == Names{"tcp.OutSegs"});
  CHECK(names_of(report.unmoved) == Names{"tcp.InErrs"});
  CHECK(names_of(report.momentary) == Names{"cpu.load_1min"});
  REQUIRE(report.unreadable.size() == 1);
  CHECK(report.unreadable[0].reason == "no such file");
  CHECK(report.unreadable[0].names == Names{"cpu.boost"});
}

TEST_CASE("only facts with the names that were asked for are listed") {
  FactsReport report;
  sort_facts({node("n1", R"({"config": {"cpu.governor": "performance", "net.eth0.mtu": 9000}})", "")}, {"net"}, report);
  CHECK(names_of(report.alike) == std::vector<std::string>{"net.eth0.mtu"});
}

TEST_CASE("the text names the hosts where values differ, and how much counters grew") {
  const std::string text = facts_text(two_nodes());
  CHECK_THAT(text, ContainsSubstring("net.eth0.mtu  1500 on n2; 9000 on n1"));
  CHECK_THAT(text, ContainsSubstring("cpu.governor  performance → powersave on n1; powersave on n2"));
  CHECK_THAT(text, ContainsSubstring("tcp.OutSegs  +1,100 on n2; +1,204 on n1"));
  CHECK_THAT(text, ContainsSubstring("1 more counter did not grow"));
  CHECK_THAT(text, ContainsSubstring("cpu.load_1min  0.10 → 5.10 on n1; 5.10 on n2"));
  CHECK_THAT(text, ContainsSubstring("no such file: cpu.boost"));
}

TEST_CASE("the document has every list, with null where a moment has no value") {
  const auto json = nlohmann::json::parse(facts_json({two_nodes()}));
  const auto& file = json["files"][0];
  CHECK(file["different"][0]["nodes"][1]["begin"] == "1500");
  CHECK(file["alike"][0]["nodes"][0]["end"].is_null());
  CHECK(file["grown"][0]["nodes"][0]["end"] == "2304");
}
