#include "collect_facts.hpp"

#include <unistd.h>

#include <syncbench/machine/cpu_facts.hpp>
#include <syncbench/machine/environment_facts.hpp>
#include <syncbench/machine/infiniband_facts.hpp>
#include <syncbench/machine/memory_facts.hpp>
#include <syncbench/machine/network_facts.hpp>
#include <syncbench/machine/pressure_facts.hpp>
#include <syncbench/machine/process_facts.hpp>
#include <syncbench/machine/software_facts.hpp>
#include <syncbench/machine/tcp_facts.hpp>

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
