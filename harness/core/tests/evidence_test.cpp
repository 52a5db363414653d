#include "harness/core/evidence.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;

TEST_CASE("evidence has a name for what each counter was before and after an iteration") {
  CHECK(evidence_names(Evidence::off).empty());
  CHECK(evidence_names(Evidence::cpu) == std::vector<std::string>{"cpu_enter_ns", "cpu_leave_ns"});
  const auto full = evidence_names(Evidence::full);
  CHECK(full.size() == 10);
  CHECK(full[4] == "involuntary_switches_enter");
  CHECK(full[9] == "major_faults_leave");
}
