#include <array>
#include <cstring>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "harness/cmake/testing/catch.hpp"
#include "harness/machine/processor_facts.hpp"
#include "harness/machine/rank_facts.hpp"
#include "harness/machine/tcp_connections.hpp"
#include "harness/machine/tests/fake_machine.hpp"

using namespace syncbench;
using namespace syncbench::machine;

namespace {

// A connection with ourselves over loopback.
class Loop {
 public:
  Loop() {
    listener_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const where = reinterpret_cast<sockaddr*>(&address);
    REQUIRE(bind(listener_, where, size) == 0);
    REQUIRE(listen(listener_, 1) == 0);
    REQUIRE(getsockname(listener_, where, &size) == 0);
    client = socket(AF_INET, SOCK_STREAM, 0);
    REQUIRE(connect(client, where, size) == 0);
    server = accept(listener_, nullptr, nullptr);
    REQUIRE(server >= 0);
  }
  ~Loop() {
    for (const int each : {client, server, listener_}) close(each);
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  int client = -1, server = -1;

 private:
  int listener_ = -1;
};

const TcpPeer* find(const std::vector<TcpPeer>& peers, std::string_view address) {
  for (const TcpPeer& each : peers) {
    if (each.address == address) return &each;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("processors' ticks are those of their lines") {
  FakeMachine machine;
  machine.write("proc/stat",
                "cpu  9 9 9 9\ncpu0 1 2 3 4 5 6 7 8 9 10\ncpu1 11 12 13 14 15 16 17 18 0 0\ncpu10 5\nintr 1\n");
  const Facts facts = processor_facts(machine.tree(), {1, 10, 11});
  CHECK(*facts.find("stat.cpu1.user") == Fact{FactClass::counter, whole(11)});
  CHECK(value(facts, "stat.cpu1.steal") == whole(18));
  CHECK(value(facts, "stat.cpu10.user") == whole(5));
  CHECK(value(facts, "stat.cpu10.steal") == unreadable("no such column"));
  CHECK(value(facts, "stat.cpu11.user") == unreadable("no such line"));
  CHECK(facts.find("stat.cpu0.user") == nullptr);
}

TEST_CASE("the process's own connections are counted by peer, with what the kernel says of them") {
  const Loop loop;
  const std::array<char, 1'000> message{};
  REQUIRE(send(loop.client, message.data(), message.size(), 0) == 1'000);
  std::array<char, 1'000> received{};
  REQUIRE(recv(loop.server, received.data(), received.size(), MSG_WAITALL) == 1'000);
  const auto peers = tcp_connections(Tree("/"));
  const TcpPeer* const own = find(peers, "127.0.0.1");
  REQUIRE(own != nullptr);
  CHECK(own->connections == 2);  // both ends are ours; the listener is no connection
  CHECK(own->bytes_received == 1'000);
  CHECK(own->total_retrans == 0);
  CHECK(own->mss > 500);
  CHECK(own->interface == "lo");
  CHECK(own->own == "127.0.0.1");
}

TEST_CASE("a rank's counters carry its number, and processor time goes on") {
  const Loop loop;
  const Tree tree("/");
  const Facts before = rank_facts(tree, Rank{7});
  const Facts after = rank_facts(tree, Rank{7});
  const auto time = [](const Facts& facts) { return std::get<std::int64_t>(value(facts, "rank.7.cpu_ns")); };
  CHECK(time(after) > time(before));
  CHECK(before.find("rank.7.tcp.127.0.0.1.bytes_acked")->fact_class == FactClass::counter);
  CHECK(before.find("rank.7.tcp.127.0.0.1.rtt_us")->fact_class == FactClass::passing);
  CHECK(std::get<std::int64_t>(value(before, "rank.7.involuntary_switches")) >= 0);
}

TEST_CASE("a rank's page faults and huge pages are the kernel's numbers, whatever the program is called") {
  FakeMachine machine;
  machine.write("proc/self/stat", "42 (a) b (c) S 1 42 42 0 -1 4194304 1234 7 56 8 0 0\n");
  machine.write("proc/self/smaps_rollup",
                "00400000-7fff ---p 0 00:00 0 [rollup]\nRss:  1604 kB\nAnonHugePages:  4096 kB\n");
  const Facts facts = rank_facts(machine.tree(), Rank{3});
  CHECK(*facts.find("rank.3.minor_faults") == Fact{FactClass::counter, whole(1234)});
  CHECK(*facts.find("rank.3.major_faults") == Fact{FactClass::counter, whole(56)});
  CHECK(value(facts, "rank.3.memory_kib") == whole(1604));
  CHECK(value(facts, "rank.3.huge_pages_kib") == whole(4096));
  CHECK(value(facts, "rank.3.hugetlb_kib") == unreadable("no such line"));
  machine.write("proc/self/stat", "42 (cut");
  CHECK(value(rank_facts(machine.tree(), Rank{3}), "rank.3.minor_faults") == unreadable("no such field"));
}
