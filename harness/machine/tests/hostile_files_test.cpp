#include <sys/stat.h>

#include "harness/cmake/testing/catch.hpp"
#include "harness/machine/collect_facts.hpp"
#include "harness/machine/facts_json.hpp"
#include "harness/machine/file_facts.hpp"
#include "harness/machine/tally.hpp"
#include "harness/machine/tests/fake_machine.hpp"

using namespace syncbench::machine;

namespace {

const std::string kGarbage(
    "\x00\xff\x01[:]-,=\n\n\x80 9999999999999999999999 \x7f"
    "ELF",
    40);

}  // namespace

TEST_CASE("what cannot be read has its reason as value") {
  FakeMachine machine;
  machine.folder("folder");
  machine.write("file", "x");
  machine.write("large", std::string(kLargestFile.count + 1, 'x'));
  REQUIRE(mkfifo((machine.root() + "/pipe").c_str(), 0600) == 0);
  const Tree tree = machine.tree();
  CHECK(file_value(tree, "missing") == unreadable("no such file"));
  CHECK(file_value(tree, "file/below") == unreadable("no such file"));
  CHECK(file_value(tree, "folder") == unreadable("a folder, not a file"));
  CHECK(file_value(tree, "large") == unreadable("larger than 1 MiB"));
  CHECK(file_value(tree, "pipe") == unreadable("not a regular file"));
  CHECK(because_of(EACCES) == Unreadable{"permission denied"});
  CHECK(because_of(EOPNOTSUPP) == Unreadable{"not on this machine"});
}

TEST_CASE("a file of exactly 1 MiB is read, and its endless line is cut") {
  FakeMachine machine;
  machine.write("file", std::string(kLargestFile.count, 'x'));
  CHECK(file_value(machine.tree(), "file") == text(std::string(4096, 'x') + "…"));
}

TEST_CASE("text is a number only if it is one and nothing else") {
  CHECK(value_of(" 42\n") == whole(42));
  CHECK(value_of("-1") == whole(-1));
  CHECK(value_of("1.5") == FactValue(1.5));
  CHECK(value_of("18446744073709551615") == FactValue(18446744073709551615.0));
  CHECK(value_of("42 kB") == text("42 kB"));
  CHECK(value_of("0x2a") == text("0x2a"));
  CHECK(value_of("inf") == text("inf"));
  CHECK(value_of("") == text(""));
  CHECK(value_of("3", Form::text) == text("3"));
  CHECK(value_of("4096\t131072\t 6291456\n") == text("4096 131072 6291456"));
}

TEST_CASE("equal values of many files are counted, the most frequent first") {
  FakeMachine machine;
  machine.write("a", "powersave\n");
  machine.write("b", "performance\n");
  machine.write("c", "performance\n");
  CHECK(tally(machine.tree(), {"a", "b", "c"}) == text("performance ×2, powersave ×1"));
  CHECK(tally(machine.tree(), {"a", "missing"}) == text("powersave ×1, unreadable ×1"));
  CHECK(tally(machine.tree(), {"missing", "missing"}) == unreadable("no such file"));
  CHECK(tally(machine.tree(), {}) == unreadable("not on this machine"));
}

TEST_CASE("an empty machine has facts, most of them unreadable, and JSON") {
  FakeMachine machine;
  const Facts facts = collect_facts(machine.root());
  CHECK(value(facts, "cpu.clock_source") == unreadable("no such file"));
  CHECK(value(facts, "infiniband") == unreadable("not on this machine"));
  CHECK_FALSE(to_json(facts).empty());
}

TEST_CASE("a machine whose files are folders, or garbage, or too large has facts and JSON") {
  const FakeMachine empty;
  for (const std::string& content : {kGarbage, std::string(kLargestFile.count + 1, '\0'), std::string(100'000, '-'),
                                     std::string("9,9-0,:::/../../..\n::\n0::/../../etc\n"), std::string(1000, '\n')}) {
    FakeMachine machine;
    for (const std::string path : {"proc/self/status",
                                   "proc/self/limits",
                                   "proc/self/cgroup",
                                   "proc/self/maps",
                                   "proc/cpuinfo",
                                   "proc/cmdline",
                                   "proc/loadavg",
                                   "proc/meminfo",
                                   "proc/pressure/cpu",
                                   "proc/net/snmp",
                                   "proc/net/netstat",
                                   "proc/net/softnet_stat",
                                   "sys/fs/cgroup/cpu.max",
                                   "sys/fs/cgroup/cpu.stat",
                                   "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
                                   "sys/devices/system/node/node0/numastat",
                                   "sys/kernel/mm/transparent_hugepage/enabled",
                                   "etc/os-release",
                                   "sys/class/net/eth0/ifindex",
                                   "sys/class/net/eth0/uevent",
                                   "sys/class/net/eth0/statistics/rx_bytes",
                                   "sys/class/infiniband/mlx5_0/ports/1/state"}) {
      machine.write(path, content);
    }
    machine.folder("proc/sys/vm/zone_reclaim_mode");
    CHECK_FALSE(to_json(collect_facts(machine.root())).empty());
  }
}
