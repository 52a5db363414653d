#include "harness/core/evidence.hpp"

namespace syncbench {

std::vector<std::string> evidence_names(Evidence evidence) {
  if (evidence == Evidence::off) return {};
  std::vector<std::string> names{"cpu_enter_ns", "cpu_leave_ns"};
  if (evidence == Evidence::cpu) return names;
  for (const std::string name : {"voluntary_switches", "involuntary_switches", "minor_faults", "major_faults"}) {
    names.push_back(name + "_enter");
    names.push_back(name + "_leave");
  }
  return names;
}

}  // namespace syncbench
