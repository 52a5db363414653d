#include "harness/machine/binding.hpp"

#include <fstream>
#include <string>

#include <sched.h>
#include <unistd.h>

#include "harness/cmake/testing/catch.hpp"
#include "harness/machine/host.hpp"

using namespace syncbench;

TEST_CASE("the binding is the list that the kernel shows, and follows sched_setaffinity") {
  cpu_set_t before;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  std::size_t first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  const auto binding = machine::current_binding();
  sched_setaffinity(0, sizeof before, &before);
  CHECK(binding.processors == std::to_string(first));
  CHECK(binding.allowed == 1);
  CHECK(binding.allowed_cores == 1);
  CHECK_FALSE(binding.cores.empty());
  CHECK(binding.cores_of_machine >= 1);
  CHECK(binding.cores_of_machine <= binding.of_machine);
  CHECK(binding.of_machine >= static_cast<std::size_t>(CPU_COUNT(&before)));
}

TEST_CASE("available memory is more than nothing and no more than the machine has") {
  const auto pages =
      static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  CHECK(machine::available_memory() > Bytes{0});
  CHECK(machine::available_memory() <= Bytes{pages});
  CHECK_FALSE(machine::host_name().empty());
}
