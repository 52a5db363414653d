#include "harness/machine/numa_map.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/machine/thread_binding.hpp"

using namespace syncbench;
using namespace syncbench::machine;

TEST_CASE("two packages with a node each, two cores of two threads: cores and their threads are the node's own") {
  const NumaMap map = synthetic_numa_map("package:2 [numa] core:2 pu:2");
  REQUIRE(map.nodes.size() == 2);
  CHECK(map.nodes[0].cores == std::vector<NumaCore>{{{0, 1}, 0}, {{2, 3}, 0}});
  CHECK(map.nodes[1].cores == std::vector<NumaCore>{{{4, 5}, 1}, {{6, 7}, 1}});
  CHECK(map.nodes[1].memory.count > 0);
  CHECK(map.packages() == std::vector<int>{0, 1});
  CHECK(map.with_cores() == std::vector<int>{0, 1});
  CHECK(map.processors() == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("1, 4 and 8 nodes are so many") {
  CHECK(synthetic_numa_map("numa:1 core:4 pu:1").nodes.size() == 1);
  CHECK(synthetic_numa_map("package:2 numa:2 core:2 pu:1").nodes.size() == 4);
  const NumaMap eight = synthetic_numa_map("package:2 numa:4 core:8 pu:1");
  CHECK(eight.nodes.size() == 8);
  CHECK(eight.cores().size() == 64);
  CHECK(eight.find(7)->cores.front().processors == std::vector<int>{56});
  CHECK(eight.find(8) == nullptr);
}

TEST_CASE("a second memory beside a package's own has no cores: each core has one nearest node") {
  const NumaMap map = synthetic_numa_map("package:2 [numa] [numa] core:2 pu:1");
  REQUIRE(map.nodes.size() == 4);
  CHECK(map.with_cores().size() == 2);
  CHECK(map.with_memory().size() == 4);
  CHECK(map.cores().size() == 4);
}

TEST_CASE("what describes no machine is refused with one that does") {
  CHECK_THROWS_AS(synthetic_numa_map("two sockets"), Error);
  CHECK_THROWS_WITH(synthetic_numa_map("two sockets"), Catch::Matchers::ContainsSubstring("package:2 [numa]"));
}

TEST_CASE("maps are of one shape when nodes, cores and where there is memory are the same") {
  NumaMap map = synthetic_numa_map("package:2 [numa] core:2 pu:1");
  const std::string shape = shape_text(map);
  map.nodes[0].memory.count += 4096;
  map.nodes[1].devices.emplace_back("eth0");
  CHECK(shape_text(map) == shape);
  map.nodes[0].memory.count = 0;
  CHECK(shape_text(map) != shape);
}

TEST_CASE("this machine has a node with this process's processors") {
  const NumaMap map = numa_map();
  REQUIRE_FALSE(map.nodes.empty());
  CHECK_FALSE(map.cores().empty());
  CHECK_FALSE(map.with_memory().empty());
}

TEST_CASE("a thread moves to one processor and back home") {
  const auto home = thread_processors();
  REQUIRE_FALSE(home.empty());
  {
    ThreadBinding binding;
    CHECK(binding.home() == home);
    REQUIRE(binding.move_to({home.back()}));
    CHECK(thread_processors() == std::vector<int>{home.back()});
    CHECK(thread_processor_list() == std::to_string(home.back()));
    CHECK_FALSE(binding.move_to({8'191}));  // there is none of that number
    CHECK_FALSE(binding.move_to({}));
    CHECK(thread_processors() == std::vector<int>{home.back()});
  }
  CHECK(thread_processors() == home);
}

TEST_CASE("placed memory is touched, writable, and refused where there is no such node") {
  PlacedMemory memory(Bytes{1'000'000}, -1, true);
  CHECK(memory.size().count >= 1'000'000);
  CHECK(memory.data()[999'999] == std::byte{0x5A});
  PlacedMemory moved(std::move(memory));
  CHECK(moved.data()[0] == std::byte{0x5A});
  CHECK_THROWS_AS(PlacedMemory(Bytes{4096}, 999, false), Error);
}
