#include "harness/machine/cpu_facts.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/machine/pressure_facts.hpp"
#include "harness/machine/tests/fake_machine.hpp"

using namespace syncbench::machine;

TEST_CASE("processor settings are collapsed over processors") {
  FakeMachine machine;
  const std::string folder = "sys/devices/system/cpu/";
  for (const std::string cpu : {"cpu0", "cpu1", "cpu10"}) {
    machine.write(folder + cpu + "/cpufreq/scaling_governor", "performance\n");
    machine.write(folder + cpu + "/cpuidle/state1/name", "C1\n");
    machine.write(folder + cpu + "/cpuidle/state1/latency", "2\n");
    machine.write(folder + cpu + "/cpuidle/state1/disable", cpu == "cpu10" ? "1\n" : "0\n");
  }
  machine.folder(folder + "cpuidle");
  machine.write(folder + "smt/active", "0\n");
  machine.write(folder + "isolated", "\n");
  const Facts facts = cpu_facts(machine.tree());
  CHECK(value(facts, "cpu.governor") == text("performance ×3"));
  CHECK(value(facts, "cpu.energy_preference") == unreadable("no such file"));
  CHECK(value(facts, "cpu.idle.state1.name") == text("C1"));
  CHECK(value(facts, "cpu.idle.state1.exit_latency_us") == whole(2));
  CHECK(value(facts, "cpu.idle.state1.disabled") == text("0 ×2, 1 ×1"));
  CHECK(value(facts, "cpu.smt_active") == whole(0));
  CHECK(value(facts, "cpu.isolated") == text(""));
}

TEST_CASE("model and microcode are those of the first processor, on Arm its numbers") {
  FakeMachine x86;
  x86.write("proc/cpuinfo", "model\t\t: 1\nmodel name\t: Some: CPU\nmicrocode\t: 0xa1\n\nmodel name\t: Other\n");
  CHECK(value(cpu_facts(x86.tree()), "cpu.model") == text("Some: CPU"));
  CHECK(value(cpu_facts(x86.tree()), "cpu.microcode") == text("0xa1"));
  FakeMachine arm;
  arm.write("proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n");
  CHECK(value(cpu_facts(arm.tree()), "cpu.model") == text("implementer 0x41, part 0xd0c"));
  CHECK(value(cpu_facts(arm.tree()), "cpu.microcode") == unreadable("not on this machine"));
}

TEST_CASE("secrets on the kernel's command line are redacted") {
  FakeMachine machine;
  machine.write("proc/cmdline", "quiet root=UUID=8932f937-d72c-4106 luks.key=abc --token abc isolcpus=2-31\n");
  CHECK(value(cpu_facts(machine.tree()), "cpu.kernel_command_line") ==
        text("quiet root=UUID=8932f937-d72c-4106 luks.key=[redacted] --token [redacted] isolcpus=2-31"));
}

TEST_CASE("load and pressure are numbers of their own columns") {
  FakeMachine machine;
  machine.write("proc/loadavg", "0.50 0.25 0.10 3/124 999\n");
  machine.write("proc/pressure/cpu", "some avg10=1.25 avg60=0.00 avg300=0.00 total=12345\n");
  CHECK(value(cpu_facts(machine.tree()), "cpu.load_1min") == FactValue(0.5));
  CHECK(value(cpu_facts(machine.tree()), "cpu.runnable_of_threads") == text("3/124"));
  const Facts pressure = pressure_facts(machine.tree());
  CHECK(value(pressure, "pressure.cpu.some_us") == whole(12345));
  CHECK(value(pressure, "pressure.cpu.some_percent") == FactValue(1.25));
  CHECK(value(pressure, "pressure.cpu.full_us") == unreadable("no such line"));
  CHECK(value(pressure, "pressure.io.some_us") == unreadable("no such file"));
}
