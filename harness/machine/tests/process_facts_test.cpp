#include "harness/machine/process_facts.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/machine/cgroup_cpu.hpp"
#include "harness/machine/tests/fake_machine.hpp"

using namespace syncbench::machine;

TEST_CASE("a process's binding, limits and switches come from its files in /proc") {
  FakeMachine machine;
  machine.write("proc/self/status",
                "Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1,4\nMems_allowed_list:\t0\n"
                "voluntary_ctxt_switches:\t17\nnonvoluntary_ctxt_switches:\t5\n");
  machine.write("proc/self/limits",
                "Limit                     Soft Limit           Hard Limit           Units     \n"
                "Max open files            1024                 4096                 files     \n"
                "Max locked memory         unlimited            unlimited            bytes     \n");
  machine.link("proc/self/ns/net", "net:[4026531840]");
  machine.write(".dockerenv", "");
  const Facts facts = process_facts(machine.tree());
  CHECK(value(facts, "process.cpus_allowed") == text("0-1,4"));
  CHECK(value(facts, "process.mems_allowed") == text("0"));
  CHECK(value(facts, "process.voluntary_switches") == whole(17));
  CHECK(value(facts, "process.involuntary_switches") == whole(5));
  CHECK(value(facts, "process.open_files") == whole(1024));
  CHECK(value(facts, "process.memlock_bytes") == text("unlimited"));
  CHECK(value(facts, "process.network_namespace") == whole(4026531840));
  CHECK(value(facts, "process.container") == text("docker"));
  CHECK(value(facts, "process.dev_shm_bytes") == unreadable("no such file"));
  CHECK(value(facts, "process.cpu_quota") == unreadable("no CPU controller in sight"));
}

TEST_CASE("a version 2 quota is the smallest on the way up, and throttling adds up") {
  FakeMachine machine;
  machine.write("proc/self/cgroup", "0::/job/step\n");
  machine.write("sys/fs/cgroup/job/step/cpu.max", "max 100000\n");
  machine.write("sys/fs/cgroup/job/step/cpu.stat", "usage_usec 9\nnr_throttled 2\nthrottled_usec 30\n");
  machine.write("sys/fs/cgroup/job/cpu.max", "150000 100000\n");
  machine.write("sys/fs/cgroup/job/cpu.stat", "nr_throttled 5\nthrottled_usec 700\n");
  const auto cpu = cgroup_cpu(machine.tree());
  REQUIRE(cpu);
  CHECK(cpu->quota == 1.5);
  CHECK(cpu->throttled_periods == 7);
  CHECK(cpu->throttled_us == 730);
}

TEST_CASE("a version 1 quota is two files, and throttled time is in ns") {
  FakeMachine machine;
  machine.write("proc/self/cgroup", "4:memory:/job\n3:cpu,cpuacct:/job\n0::/\n");
  machine.write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "50000\n");
  machine.write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
  machine.write("sys/fs/cgroup/cpu,cpuacct/job/cpu.stat", "nr_periods 9\nnr_throttled 3\nthrottled_time 5000000\n");
  const auto cpu = cgroup_cpu(machine.tree());
  REQUIRE(cpu);
  CHECK(cpu->quota == 0.5);
  CHECK(cpu->throttled_periods == 3);
  CHECK(cpu->throttled_us == 5000);
}

TEST_CASE("without a limit there is no quota; in a container the group's root counts") {
  FakeMachine machine;
  machine.write("proc/self/cgroup", "0::/../../outside\n");
  machine.write("sys/fs/cgroup/cpu.max", "max 100000\n");
  const auto cpu = cgroup_cpu(machine.tree());
  REQUIRE(cpu);
  CHECK_FALSE(cpu->quota);
  CHECK(value(process_facts(machine.tree()), "process.cpu_quota") == text("none"));
}

TEST_CASE("the quota counts where it is less than the allowed processors") {
  CHECK(effective_processors(4, 1.5) == 1.5);
  CHECK(effective_processors(1, 1.5) == 1.0);
  CHECK(effective_processors(4, std::nullopt) == 4.0);
}
