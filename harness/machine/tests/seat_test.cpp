#include "harness/machine/seat.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using namespace syncbench::machine;
using Catch::Matchers::ContainsSubstring;

namespace {

using Processors = std::vector<int>;

// Processors 0 to 7: node 0 has the cores {0,1} and {2,3}, node 1 {4,5} and {6,7}.
NumaMap two_sockets() { return synthetic_numa_map("package:2 [numa] core:2 pu:2"); }

Seat sit(const Seating& seating, const NumaMap& map, std::size_t local_rank, std::size_t local_ranks,
         const Processors& launched) {
  return seat_of(seating, map, {.local_rank = local_rank, .local_ranks = local_ranks, .launched = launched});
}

Processors where(CpuPolicy cpu, std::size_t local_rank, const Processors& launched = {0, 1, 2, 3, 4, 5, 6, 7}) {
  return sit({.cpu = cpu}, two_sockets(), local_rank, 2, launched).processors;
}

}  // namespace

TEST_CASE("each CPU policy has two ranks where it says") {
  CHECK(where(CpuPolicy::launched, 1, {6}) == Processors{6});
  CHECK(where(CpuPolicy::unbound, 1, {6}) == Processors{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(where(CpuPolicy::one_core, 1) == Processors{2, 3});
  CHECK(where(CpuPolicy::same_core, 0) == where(CpuPolicy::same_core, 1));
  CHECK(where(CpuPolicy::neighbour, 0) == Processors{0, 1});
  CHECK(where(CpuPolicy::neighbour, 1) == Processors{2, 3});
  CHECK(where(CpuPolicy::other_socket, 0) == Processors{0, 1});
  CHECK(where(CpuPolicy::other_socket, 1) == Processors{4, 5});
}

TEST_CASE("one core of those that the launcher left: a rank's own where each has few, else by turns") {
  CHECK(where(CpuPolicy::one_core, 0, {6, 7}) == Processors{6, 7});
  CHECK(where(CpuPolicy::one_core, 1, {6, 7}) == Processors{6, 7});
  CHECK(where(CpuPolicy::one_core, 1, {4, 5, 6, 7}) == Processors{6, 7});
}

TEST_CASE("ranks on a node have a core of it each, as long as there are some") {
  const Seating seating{.cpu = CpuPolicy::node, .memory = MemoryPolicy::node, .cpu_node = 1, .memory_node = 0};
  const Seat seat = sit(seating, two_sockets(), 1, 2, {0});
  CHECK(seat.processors == Processors{6, 7});
  CHECK(seat.memory_nodes == std::vector<int>{0});
  CHECK_THAT(sit(seating, two_sockets(), 2, 3, {0}).against,
             ContainsSubstring("3 ranks need a core each, and node 1 has 2"));
}

TEST_CASE("memory policies: pages on all nodes, touched from another node's core, in huge pages") {
  const auto of = [](MemoryPolicy memory) {
    return sit({.cpu = CpuPolicy::neighbour, .memory = memory}, two_sockets(), 0, 2, {0});
  };
  CHECK(of(MemoryPolicy::local).memory_nodes.empty());
  CHECK(of(MemoryPolicy::local).touched_from == Processors{0, 1});
  CHECK(of(MemoryPolicy::interleaved).memory_nodes == std::vector<int>{0, 1});
  CHECK(of(MemoryPolicy::wrong_touch).touched_from == Processors{4, 5});
  CHECK(of(MemoryPolicy::wrong_touch).processors == Processors{0, 1});
  CHECK(of(MemoryPolicy::huge_pages).huge_pages);
}

TEST_CASE("a rank that may run everywhere touches its memory nowhere wrongly") {
  const Seat seat = sit({.cpu = CpuPolicy::unbound, .memory = MemoryPolicy::wrong_touch}, two_sockets(), 0, 2, {0});
  CHECK_THAT(seat.against, ContainsSubstring("every node"));
}

TEST_CASE("what one node does not have is not applicable, and what it has is") {
  const NumaMap one = synthetic_numa_map("numa:1 core:2 pu:1");
  const auto against = [&](const Seating& seating) { return reason_against(seating, one); };
  CHECK_THAT(against({.cpu = CpuPolicy::other_socket}), ContainsSubstring("one package"));
  CHECK_THAT(against({.memory = MemoryPolicy::interleaved}), ContainsSubstring("one node with memory"));
  CHECK_THAT(against({.memory = MemoryPolicy::wrong_touch}), ContainsSubstring("one node with memory and cores"));
  CHECK_THAT(against({.memory = MemoryPolicy::node, .memory_node = 1}), ContainsSubstring("no memory on a node 1"));
  for (const CpuPolicy cpu :
       {CpuPolicy::launched, CpuPolicy::unbound, CpuPolicy::one_core, CpuPolicy::same_core, CpuPolicy::neighbour})
    CHECK(against({.cpu = cpu}).empty());
  CHECK(against({.memory = MemoryPolicy::huge_pages}).empty());
}

TEST_CASE("a node without memory holds no buffers, and one without cores no ranks") {
  NumaMap map = two_sockets();
  map.nodes[1].memory = Bytes{0};
  CHECK_THAT(reason_against({.memory = MemoryPolicy::node, .memory_node = 1}, map), ContainsSubstring("no memory"));
  CHECK_THAT(reason_against({.memory = MemoryPolicy::wrong_touch}, map), ContainsSubstring("one node"));
  map = two_sockets();
  map.nodes[1].cores.clear();
  CHECK_THAT(reason_against({.cpu = CpuPolicy::node, .cpu_node = 1}, map), ContainsSubstring("no cores"));
  CHECK(reason_against({.cpu = CpuPolicy::node, .cpu_node = 0}, map).empty());
}

TEST_CASE("a machine of which nothing is known has no seat, but nothing against a plan") {
  CHECK(reason_against({.cpu = CpuPolicy::other_socket}, {}).empty());
  CHECK_THAT(sit({}, {}, 0, 1, {0}).against, ContainsSubstring("not known"));
}
