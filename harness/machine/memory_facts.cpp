#include "harness/machine/memory_facts.hpp"

#include <string>
#include <string_view>

#include "harness/machine/file_facts.hpp"

namespace syncbench::machine {
namespace {

// "always [madvise] never" → "madvise".
FactValue chosen(FactValue value) {
  const auto* const text = std::get_if<std::string>(&value);
  if (text == nullptr) return value;
  const std::size_t open = text->find('[');
  const std::size_t close = text->find(']');
  if (open == std::string::npos || close == std::string::npos || close < open) return value;
  return text->substr(open + 1, close - open - 1);
}

void add_huge_pages(const Tree& tree, const TextOrReason& meminfo, Facts& facts) {
  const std::string folder = "sys/kernel/mm/transparent_hugepage/";
  for (const std::string setting : {"enabled", "defrag"}) {
    facts.add(FactClass::config, "memory.thp_" + setting, chosen(file_value(tree, folder + setting, Form::text)));
  }
  facts.add(FactClass::config, "memory.huge_page_kib", kib_behind(meminfo, "Hugepagesize:"));
  facts.add(FactClass::config, "memory.huge_pages_reserved", value_behind(meminfo, "HugePages_Total:"));
  facts.add(FactClass::passing, "memory.huge_pages_free", value_behind(meminfo, "HugePages_Free:"));
}

// A line of numastat is "numa_miss 17".
void add_numastat(const TextOrReason& file, const std::string& name, Facts& facts) {
  for (const std::string counter : {"numa_hit", "numa_miss", "numa_foreign", "local_node", "other_node"}) {
    facts.add(FactClass::counter, name + "." + counter, value_behind(file, counter + " "));
  }
}

void add_numa_nodes(const Tree& tree, Facts& facts) {
  const std::string folder = "sys/devices/system/node";
  for (const std::string& node : tree.numbered_in(folder, "node")) {
    const std::string name = "memory." + node;
    const std::string path = folder + "/" + node;
    add_files(
        tree, FactClass::identity,
        {{name + ".processors", path + "/cpulist", Form::text}, {name + ".distances", path + "/distance", Form::text}},
        facts);
    add_numastat(tree.read(path + "/numastat"), name, facts);
  }
}

void add_errors(const Tree& tree, Facts& facts) {
  const std::string folder = "sys/devices/system/edac/mc";
  const auto controllers = tree.numbered_in(folder, "mc");
  if (controllers.empty()) facts.add(FactClass::counter, "memory.errors", Unreadable{std::string(kNotOnThisMachine)});
  for (const std::string& controller : controllers) {
    const std::string name = "memory." + controller;
    const std::string path = folder + "/" + controller;
    add_files(tree, FactClass::counter,
              {{name + ".corrected_errors", path + "/ce_count"}, {name + ".uncorrected_errors", path + "/ue_count"}},
              facts);
  }
}

}  // namespace

Facts memory_facts(const Tree& tree) {
  Facts facts;
  // The kernel keeps a few KiB more or less for itself from boot to boot: not an identity.
  const TextOrReason meminfo = tree.read("proc/meminfo");
  facts.add(FactClass::config, "memory.total_kib", kib_behind(meminfo, "MemTotal:"));
  add_files(tree, FactClass::config,
            {{"memory.numa_balancing", "proc/sys/kernel/numa_balancing"},
             {"memory.zone_reclaim_mode", "proc/sys/vm/zone_reclaim_mode"}},
            facts);
  add_huge_pages(tree, meminfo, facts);
  add_numa_nodes(tree, facts);
  add_errors(tree, facts);
  return facts;
}

}  // namespace syncbench::machine
