#include "harness/machine/collect_facts.hpp"

#include <unistd.h>

#include "harness/machine/cpu_facts.hpp"
#include "harness/machine/environment_facts.hpp"
#include "harness/machine/infiniband_facts.hpp"
#include "harness/machine/memory_facts.hpp"
#include "harness/machine/network_facts.hpp"
#include "harness/machine/pressure_facts.hpp"
#include "harness/machine/process_facts.hpp"
#include "harness/machine/software_facts.hpp"
#include "harness/machine/tcp_facts.hpp"

namespace syncbench::machine {

Facts collect_facts(const std::string& root) {
  const Tree tree(root);
  Facts facts;
  for (const auto reader : {process_facts, cpu_facts, pressure_facts, memory_facts, software_facts, network_facts,
                            tcp_facts, infiniband_facts}) {
    facts.add(reader(tree));
  }
  facts.add(environment_facts(environ));
  return facts;
}

}  // namespace syncbench::machine
