#include "harness/machine/binding.hpp"

#include "harness/machine/hwloc_handles.hpp"

namespace syncbench::machine {
namespace {

void add_cores(hwloc_topology_t topology, hwloc_const_bitmap_t processors, Binding& binding) {
  const Bitmap cores(hwloc_bitmap_alloc());
  hwloc_obj_t core = nullptr;
  while ((core = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_CORE, core)) != nullptr) {
    ++binding.cores_of_machine;
    if (hwloc_bitmap_intersects(core->cpuset, processors) != 0) hwloc_bitmap_set(cores.get(), core->logical_index);
  }
  binding.cores = list_text(cores.get());
  binding.allowed_cores = weight(cores.get());
}

// The cache that lies nearest to memory above a processor; null if none is known.
hwloc_obj_t last_cache_above(hwloc_obj_t processor) {
  hwloc_obj_t last = nullptr;
  for (hwloc_obj_t each = processor->parent; each != nullptr; each = each->parent) {
    if (hwloc_obj_type_is_dcache(each->type) != 0) last = each;
  }
  return last;
}

void add_caches(hwloc_topology_t topology, hwloc_const_bitmap_t processors, Binding& binding) {
  const Bitmap sharing(hwloc_bitmap_alloc());
  hwloc_obj_t processor = nullptr;
  while ((processor = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, processor)) != nullptr) {
    if (hwloc_bitmap_intersects(processor->cpuset, processors) == 0) continue;
    const hwloc_obj_t cache = last_cache_above(processor);
    if (cache == nullptr || hwloc_bitmap_isincluded(cache->cpuset, sharing.get()) != 0) continue;
    binding.last_level_cache.count += cache->attr->cache.size;
    hwloc_bitmap_or(sharing.get(), sharing.get(), cache->cpuset);
  }
  binding.cache_processors = list_text(sharing.get());
}

}  // namespace

Binding current_binding() {
  Binding binding;
  // Processors outside the cpuset of a job or container are part of the machine too.
  const Topology topology = load_topology(HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
  if (topology == nullptr) return binding;
  binding.of_machine = weight(hwloc_topology_get_topology_cpuset(topology.get()));
  const Bitmap processors(hwloc_bitmap_alloc());
  const Bitmap nodes(hwloc_bitmap_alloc());
  if (hwloc_get_cpubind(topology.get(), processors.get(), HWLOC_CPUBIND_PROCESS) != 0) return binding;
  binding.processors = list_text(processors.get());
  binding.allowed = weight(processors.get());
  add_cores(topology.get(), processors.get(), binding);
  add_caches(topology.get(), processors.get(), binding);
  hwloc_cpuset_to_nodeset(topology.get(), processors.get(), nodes.get());
  binding.numa_nodes = list_text(nodes.get());
  return binding;
}

}  // namespace syncbench::machine
