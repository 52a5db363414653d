#include <syncbench/analysis/fact_findings.hpp>
#include <syncbench/testing/catch.hpp>

using namespace syncbench;
using namespace syncbench::analysis;
using Catch::Matchers::ContainsSubstring;

namespace {

NodeFacts node(const std::string& host, const std::string& begin, const std::string& end) {
  return {host, "/run/facts/" + host, parse_facts(begin), parse_facts(end)};
}

}  // namespace

TEST_CASE("segments sent again are a finding above one in a thousand, with the direction that duplicates tell") {
  const std::string begin = R"({"counter": {"tcp.OutSegs": 1000, "tcp.RetransSegs": 5, "tcp.TCPDSACKRecv": 1}})";
  const auto lost = fact_findings(
      {node("n2", begin, R"({"counter": {"tcp.OutSegs": 101000, "tcp.RetransSegs": 505, "tcp.TCPDSACKRecv": 101}})")});
  REQUIRE(lost.size() == 1);
  CHECK(lost[0].cause == Cause::network);
  CHECK_THAT(lost[0].what,
             ContainsSubstring("500 of 100000 TCP segments again (0.50 %); 400 of them were lost on the way out"));
  CHECK(lost[0].hosts == std::vector<std::string>{"n2"});
  const auto few =
      fact_findings({node("n2", begin, R"({"counter": {"tcp.OutSegs": 101000, "tcp.RetransSegs": 105}})")});
  CHECK(few.empty());
}

TEST_CASE("a throttled node is a finding") {
  const auto found =
      fact_findings({node("n1", R"({"counter": {"process.throttled_us": 0, "process.throttled_periods": 0}})",
                          R"({"counter": {"process.throttled_us": 81000, "process.throttled_periods": 9}})")});
  REQUIRE(found.size() == 1);
  CHECK(found[0].cause == Cause::throttled);
  CHECK_THAT(found[0].what, ContainsSubstring("81 ms in 9 periods"));
}

TEST_CASE("what differs between nodes is named with who has what, and what is the same is not") {
  const auto found = fact_findings(
      {node("n1", R"({"config": {"cpu.governor": "performance", "net.eth0.mtu": 9000, "net.eth0.state": "up"}})", ""),
       node("n2", R"({"config": {"cpu.governor": "performance", "net.eth0.mtu": 1500, "net.eth0.state": "down"}})",
            "")});
  REQUIRE(found.size() == 1);
  CHECK(found[0].what == "net.eth0.mtu differs between nodes: 1500 on n2; 9000 on n1");
  CHECK(found[0].weight == Weight::note);
}

TEST_CASE("processors lost on one node alone are a finding") {
  const auto with = [](const char* host, int count) {
    return node(host, R"({"counter": {"process.involuntary_switches": 0}})",
                R"({"counter": {"process.involuntary_switches": )" + std::to_string(count) + "}}");
  };
  const auto found = fact_findings({with("n1", 40), with("n2", 90'000), with("n3", 60)});
  REQUIRE(found.size() == 1);
  CHECK(found[0].hosts == std::vector<std::string>{"n2"});
  CHECK(fact_findings({with("n1", 40'000), with("n2", 90'000)}).empty());
}

TEST_CASE("facts that could not be read are nobody's") {
  CHECK(fact_findings({node("n1", R"({"counter": {"tcp.RetransSegs": {"unreadable": "no such file"}}})", "")}).empty());
  CHECK_THROWS_WITH(parse_facts("[1"), ContainsSubstring("no JSON object"));
}
