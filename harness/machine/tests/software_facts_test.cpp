#include "harness/machine/software_facts.hpp"

#include <cstdio>
#include <memory>

#include "harness/cmake/testing/catch.hpp"
#include "harness/machine/loaded_libraries.hpp"
#include "harness/machine/tests/fake_machine.hpp"

using namespace syncbench::machine;

TEST_CASE("of the mapped files those that carry messages are named, each once, copies apart") {
  FakeMachine machine;
  machine.write("proc/self/maps",
                "55f2-55f3 r--p 00000000 fe:00 1     /usr/bin/libmpi-tool\n"
                "7f00-7f01 r--p 00000000 fe:00 2     /opt/with blank/libmpi.so.40.30.4\n"
                "7f01-7f02 r-xp 00001000 fe:00 2     /opt/with blank/libmpi.so.40.30.4\n"
                "7f02-7f03 r-xp 00000000 fe:00 3     /usr/lib/libhwloc.so.15\n"
                "7f03-7f04 r-xp 00000000 fe:00 4     /opt/hwloc/libhwloc.so.15 (deleted)\n"
                "7f04-7f05 rw-p 00000000 00:00 0\n"
                "7f05-7f06 r-xp 00000000 fe:00 5     /usr/lib/libc.so.6\n");
  const Facts facts = software_facts(machine.tree());
  CHECK(value(facts, "library.libmpi.path") == text("/opt/with blank/libmpi.so.40.30.4"));
  CHECK(value(facts, "library.libmpi.build_id") == unreadable("no such file"));
  CHECK(value(facts, "library.libhwloc.path") == text("/opt/hwloc/libhwloc.so.15"));
  CHECK(value(facts, "library.libhwloc.build_id") == unreadable("the file was replaced since it was loaded"));
  CHECK(value(facts, "library.libhwloc#2.path") == text("/usr/lib/libhwloc.so.15"));
  CHECK(facts.find("library.libc.path") == nullptr);
  CHECK(facts.find("library.libmpi#2.path") == nullptr);
}

TEST_CASE("kernel and distribution come from their files") {
  FakeMachine machine;
  machine.write("proc/sys/kernel/osrelease", "6.1.0-1\n");
  machine.write("etc/os-release", "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
  const Facts facts = software_facts(machine.tree());
  CHECK(value(facts, "software.kernel") == text("6.1.0-1"));
  CHECK(value(facts, "software.distribution") == text("Debian GNU/Linux 12 (bookworm)"));
  CHECK(value(facts, "library") == unreadable("no such file"));
}

TEST_CASE("the build-id of the hwloc that this program loaded is the one that readelf shows") {
  const Facts facts = software_facts(Tree());
  const FactValue path = value(facts, "library.libhwloc.path");
  REQUIRE(std::holds_alternative<std::string>(path));
  const std::string command =
      "LC_ALL=C readelf -n '" + std::get<std::string>(path) + "' 2>/dev/null | sed -n 's/.*Build ID: //p'";
  const std::unique_ptr<FILE, int (*)(FILE*)> readelf(popen(command.c_str(), "r"), &pclose);
  REQUIRE(readelf != nullptr);
  char line[256] = {};
  if (fgets(line, sizeof line, readelf.get()) == nullptr) {
    WARN("no readelf here: not compared");
    return;
  }
  const std::string shown(line);
  CHECK(value(facts, "library.libhwloc.build_id") == text(shown.substr(0, shown.find('\n'))));
}
