#include <syncbench/analysis/network_findings.hpp>
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
  const auto lost = network_findings(
      {node("n2", begin, R"({"counter": {"tcp.OutSegs": 101000, "tcp.RetransSegs": 505, "tcp.TCPDSACKRecv": 101}})")});
  REQUIRE(lost.size() == 1);
  CHECK(lost[0].cause == Cause::network);
  CHECK_THAT(lost[0].what,
             ContainsSubstring("500 of 100000 TCP segments again (0.50 %); 400 of them were lost on the way out"));
  CHECK(lost[0].hosts == std::vector<std::string>{"n2"});
  const auto few =
      network_findings({node("n2", begin, R"({"counter": {"tcp.OutSegs": 101000, "tcp.RetransSegs": 105}})")});
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
  CHECK(network_findings({node("n1", R"({"counter": {"tcp.RetransSegs": {"unreadable": "no such file"}}})", "")})
            .empty());
  CHECK_THROWS_WITH(parse_facts("[1"), ContainsSubstring("no JSON object"));
}

TEST_CASE("small segments are a small MTU, at the node that has them towards everyone") {
  const auto node_with = [](const char* host, const std::string& end) { return node(host, "", end); };
  const auto small = network_findings(
      {node_with("n1", R"({"volatile": {"rank.0.tcp.10.0.0.2.mss": 524, "rank.0.tcp.10.0.0.3.mss": 524}})"),
       node_with("n2", R"({"volatile": {"rank.1.tcp.10.0.0.1.mss": 524, "rank.1.tcp.10.0.0.3.mss": 1448}})"),
       node_with("n3", R"({"volatile": {"rank.2.tcp.10.0.0.1.mss": 524, "rank.2.tcp.10.0.0.2.mss": 1448}})")});
  REQUIRE(small.size() == 1);
  CHECK(small[0].cause == Cause::network);
  CHECK(small[0].certain);
  CHECK(small[0].hosts == std::vector<std::string>{"n1"});
  CHECK_THAT(small[0].what, ContainsSubstring("n1 talks to everyone in segments of 524 B: an MTU of about 576"));
  const auto one_path = network_findings({node_with("n1", R"({"volatile": {"rank.0.tcp.10.0.0.2.mss": 524}})"),
                                          node_with("n2", R"({"volatile": {"rank.1.tcp.10.0.0.1.mss": 536}})")});
  REQUIRE(one_path.size() == 1);
  CHECK(one_path[0].hosts == std::vector<std::string>{"n1", "n2"});
  CHECK(network_findings({node_with("n1", R"({"volatile": {"rank.0.tcp.10.0.0.2.mss": 1448}})")}).empty());
}
