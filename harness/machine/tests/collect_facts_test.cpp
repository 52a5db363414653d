#include "harness/machine/collect_facts.hpp"

#include <fstream>
#include <sstream>

#include <gnu/libc-version.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "harness/cmake/testing/catch.hpp"
#include "harness/machine/facts_json.hpp"
#include "harness/machine/tests/fake_machine.hpp"

using namespace syncbench::machine;

TEST_CASE("facts of this machine are what system calls say") {
  const Facts facts = collect_facts();
  utsname names{};
  REQUIRE(uname(&names) == 0);
  CHECK(value(facts, "software.kernel") == text(names.release));
  CHECK(value(facts, "software.kernel_build") == text(names.version));
  CHECK(value(facts, "software.architecture") == text(names.machine));
  CHECK(value(facts, "software.glibc") == text(gnu_get_libc_version()));
  rlimit limit{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  CHECK(value(facts, "process.open_files") == whole(static_cast<std::int64_t>(limit.rlim_cur)));
  struct sysinfo memory {};
  REQUIRE(sysinfo(&memory) == 0);
  CHECK(value(facts, "memory.total_kib") == whole(static_cast<std::int64_t>(memory.totalram * memory.mem_unit / 1024)));
  struct stat network {};
  REQUIRE(stat("/proc/self/ns/net", &network) == 0);
  CHECK(value(facts, "process.network_namespace") == whole(static_cast<std::int64_t>(network.st_ino)));
}

TEST_CASE("counters of this machine lie between two readings of rusage") {
  rusage before{};
  rusage after{};
  getrusage(RUSAGE_THREAD, &before);
  const Facts facts = collect_facts();
  getrusage(RUSAGE_THREAD, &after);
  const FactValue switches = value(facts, "process.voluntary_switches");
  REQUIRE(std::holds_alternative<std::int64_t>(switches));
  CHECK(std::get<std::int64_t>(switches) >= before.ru_nvcsw);
  CHECK(std::get<std::int64_t>(switches) <= after.ru_nvcsw);
}

TEST_CASE("variables of this process's environment are collected and secrets stay out of the JSON") {
  setenv("SYNCBENCH_TEST_VALUE", "seen", 1);
  setenv("SLURM_JWT", "not-to-be-seen", 1);
  const std::string json = to_json(collect_facts());
  unsetenv("SYNCBENCH_TEST_VALUE");
  unsetenv("SLURM_JWT");
  const auto parsed = nlohmann::json::parse(json);
  CHECK(parsed.at("config").at("env.SYNCBENCH_TEST_VALUE") == "seen");
  CHECK(parsed.at("volatile").at("env.SLURM_JWT") == "[redacted]");
  CHECK(json.find("not-to-be-seen") == std::string::npos);
}
