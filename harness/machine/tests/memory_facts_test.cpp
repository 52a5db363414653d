#include "harness/machine/memory_facts.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/machine/tests/fake_machine.hpp"

using namespace syncbench::machine;

TEST_CASE("memory facts are the chosen setting, each NUMA node's numbers and the error counts") {
  FakeMachine machine;
  machine.write("proc/meminfo",
                "MemTotal:       24683656 kB\nMemFree:        1 kB\nHugePages_Total:      16\n"
                "HugePages_Free:       9\nHugepagesize:       2048 kB\n");
  machine.write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  machine.write("proc/sys/kernel/numa_balancing", "1\n");
  machine.write("sys/devices/system/node/node1/cpulist", "7\n");
  machine.write("sys/devices/system/node/node1/distance", "21 10\n");
  machine.write("sys/devices/system/node/node1/numastat", "numa_hit 8\nnuma_miss 17\n");
  machine.write("sys/devices/system/edac/mc/mc0/ce_count", "3\n");
  const Facts facts = memory_facts(machine.tree());
  CHECK(value(facts, "memory.total_kib") == whole(24683656));
  CHECK(value(facts, "memory.huge_page_kib") == whole(2048));
  CHECK(value(facts, "memory.huge_pages_reserved") == whole(16));
  CHECK(*facts.find("memory.huge_pages_free") == Fact{FactClass::passing, whole(9)});
  CHECK(value(facts, "memory.thp_enabled") == text("madvise"));
  CHECK(value(facts, "memory.thp_defrag") == unreadable("no such file"));
  CHECK(value(facts, "memory.numa_balancing") == whole(1));
  CHECK(*facts.find("memory.node1.processors") == Fact{FactClass::identity, text("7")});
  CHECK(value(facts, "memory.node1.distances") == text("21 10"));
  CHECK(*facts.find("memory.node1.numa_miss") == Fact{FactClass::counter, whole(17)});
  CHECK(value(facts, "memory.node1.other_node") == unreadable("no such line"));
  CHECK(value(facts, "memory.mc0.corrected_errors") == whole(3));
}
