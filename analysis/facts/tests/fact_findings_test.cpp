#include "analysis/facts/interface_findings.hpp"
#include "analysis/facts/log_findings.hpp"
#include "analysis/facts/network_findings.hpp"
#include "analysis/facts/thread_level_findings.hpp"
#include "analysis/tests/hand_made_run.hpp"
#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;
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

TEST_CASE("a node through which nearly all segments go that are sent again is where they get lost") {
  const auto with = [](int host, int to_a, int again_a, int to_b, int again_b) {
    const int a = host == 1 ? 2 : 1, b = host == 3 ? 2 : 3;
    const auto peer = [&](int other, int sent, int again) {
      const std::string name = "\"rank.0.tcp.10.0.0." + std::to_string(other);
      return name + ".segs_out\": " + std::to_string(sent) + ", " + name + ".total_retrans\": " + std::to_string(again);
    };
    return node("n" + std::to_string(host), R"({"counter": {"tcp.OutSegs": 0, "tcp.RetransSegs": 0}})",
                R"({"volatile": {"rank.0.tcp.10.0.0.9.own_address": "10.0.0.)" + std::to_string(host) +
                    R"("}, "counter": {"tcp.OutSegs": 20000, "tcp.RetransSegs": )" + std::to_string(again_a + again_b) +
                    ", " + peer(a, to_a, again_a) + ", " + peer(b, to_b, again_b) + "}}");
  };
  const auto found = network_findings(
      {with(1, 10'000, 150, 10'000, 0), with(2, 10'000, 12, 10'000, 9), with(3, 10'000, 0, 10'000, 110)});
  REQUIRE(found.size() == 1);
  CHECK(found[0].hosts == std::vector<std::string>{"n2"});
  CHECK_THAT(found[0].what,
             ContainsSubstring("n2 loses what arrives there: 260 of 20000 TCP segments to it from n1, n3 "
                               "were sent again (1.3 %)"));
  const auto one_way =
      network_findings({with(1, 10'000, 150, 10'000, 0), with(2, 10'000, 0, 10'000, 0), with(3, 10'000, 0, 10'000, 0)});
  REQUIRE(one_way.size() == 1);
  CHECK(one_way[0].hosts == std::vector<std::string>{"n1"});
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

namespace {

// eth0 of so much, and what else there is; its rank talks to the other node through eth0.
NodeFacts on_eth0(const std::string& host, const std::string& speed, const std::string& more = "",
                  const std::string& kind = "hardware") {
  return node(host,
              R"({"config": {"net.eth0.kind": ")" + kind + R"(", "net.eth0.speed_mbit": )" + speed +
                  R"(, "net.eth0.state": "up")" + more + "}}",
              R"({"volatile": {"rank.0.tcp.10.0.0.9.interface": "eth0", "rank.0.tcp.127.0.0.1.interface": "lo"},
                  "counter": {"rank.0.tcp.10.0.0.9.bytes_acked": 2000000}})");
}

}  // namespace

TEST_CASE("connections through a slow interface beside a faster one that is up are a finding, for all nodes alike") {
  const std::string faster = R"(, "net.eth1.kind": "hardware", "net.eth1.speed_mbit": 100000, "net.eth1.state": "up",
      "env.OMPI_MCA_btl_tcp_if_include": "eth0")";
  const auto found = interface_findings({on_eth0("n1", "1000", faster), on_eth0("n2", "1000", faster)});
  REQUIRE(found.size() == 1);
  CHECK(found[0].weight == Weight::finding);
  CHECK(found[0].what ==
        "n1, n2: ranks exchange through eth0 of 1000 Mbit/s (OMPI_MCA_btl_tcp_if_include is eth0), while eth1 of "
        "100000 Mbit/s is up");
  CHECK(found[0].hosts == std::vector<std::string>{"n1", "n2"});
  CHECK_THAT(found[0].advice, ContainsSubstring("OMPI_MCA_btl_tcp_if_include=eth1"));
  const std::string down = R"(, "net.eth1.speed_mbit": 100000, "net.eth1.state": "down")";
  CHECK(interface_findings({on_eth0("n1", "1000", down), on_eth0("n2", "1000", down)}).empty());
  CHECK(interface_findings({on_eth0("n1", "1000", faster)}).empty());  // one node has no network between its ranks
}

TEST_CASE("connections through an interface that is no hardware are worth knowing") {
  const auto found = interface_findings(
      {on_eth0("n1", "10000", R"(, "process.container": "docker")", "veth or stacked"), on_eth0("n2", "10000")});
  REQUIRE(found.size() == 1);
  CHECK(found[0].weight == Weight::note);
  CHECK(found[0].hosts == std::vector<std::string>{"n1"});
  CHECK_THAT(found[0].what, ContainsSubstring("eth0, a veth pair") && ContainsSubstring("in a container (docker)"));
}

TEST_CASE("TCP beside an InfiniBand port that is up is a finding") {
  const auto with = [](const char* host, const std::string& state) {
    return on_eth0(host, "10000",
                   R"(, "infiniband.mlx5_0.1.link_layer": "InfiniBand", "infiniband.mlx5_0.1.state": ")" + state +
                       R"(", "infiniband.mlx5_0.1.rate": "100 Gb/sec")");
  };
  const auto found = interface_findings({with("n1", "4: ACTIVE"), with("n2", "1: DOWN")});
  REQUIRE(found.size() == 1);
  CHECK(found[0].hosts == std::vector<std::string>{"n1"});
  CHECK_THAT(found[0].what, ContainsSubstring("although the InfiniBand port mlx5_0.1 (100 Gb/sec) is up"));
}

TEST_CASE("what differs at an interface that the ranks use is a finding, at another a note") {
  const auto found = fact_findings(
      {on_eth0("n1", "10000", R"(, "net.eth7.mtu": 1500)"), on_eth0("n2", "1000", R"(, "net.eth7.mtu": 9000)")});
  REQUIRE(found.size() == 2);
  CHECK(found[0].what ==
        "net.eth0.speed_mbit differs between nodes: 1000 on n2; 10000 on n1; the ranks' connections go through it");
  CHECK(found[0].weight == Weight::finding);
  CHECK(found[1].weight == Weight::note);
}

TEST_CASE("ranks that stop each other are a finding, ranks that are not bound a note") {
  const TemporaryFolder folder;
  results::RunWriter writer(folder / "run.h5", header_of(2, 1), results::RunWriter::Existing::refuse);
  writer.log({"2024-05-06T07:08:10Z", -1, "unbound", "ranks are not bound: rank 0 may run on 2 processors"});
  writer.log({"2024-05-06T07:08:10Z", -1, "shared-core", "2 ranks are bound to one and the same core"});
  writer.log({"2024-05-06T07:08:10Z", -1, "not-measured", "nothing that explains anything"});
  const results::RunReader reader(writer.finish("finished"));
  const auto found = log_findings(reader);
  REQUIRE(found.size() == 2);
  CHECK(found[0].weight == Weight::note);
  CHECK(found[0].cause == Cause::placement);
  CHECK(found[1].weight == Weight::finding);
  CHECK(found[1].certain);
}

TEST_CASE("a thread level above the one of MPI_Init is worth a note, and how to see its price") {
  CHECK(thread_level_findings("").empty());
  CHECK(thread_level_findings("single").empty());
  const auto found = thread_level_findings("multiple");
  REQUIRE(found.size() == 1);
  CHECK(found[0].weight == Weight::note);
  CHECK_THAT(found[0].what, ContainsSubstring("thread level multiple"));
  CHECK_THAT(found[0].advice, ContainsSubstring("--mpi-threads single"));
}
