#include "harness/machine/hwloc_handles.hpp"

#include <cstdlib>

namespace syncbench::machine {

Topology load_topology(unsigned long flags, bool devices) {
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) return nullptr;
  Topology owned(topology);
  hwloc_topology_set_flags(topology, flags);
  if (devices) hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
  // Their drivers would be started, which takes long and changes what is measured later; PCI tells where cards are.
  for (const char* each : {"cuda", "nvml", "opencl", "rsmi", "levelzero", "gl"})
    hwloc_topology_set_components(topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, each);
  if (hwloc_topology_load(topology) != 0) return nullptr;
  return owned;
}

std::string list_text(hwloc_const_bitmap_t bitmap) {
  char* text = nullptr;
  if (hwloc_bitmap_list_asprintf(&text, bitmap) < 0) return {};
  const std::unique_ptr<char, decltype(&std::free)> owned(text, &std::free);
  return owned.get();
}

std::size_t weight(hwloc_const_bitmap_t bitmap) {
  const int count = hwloc_bitmap_weight(bitmap);
  return count < 0 ? 0 : static_cast<std::size_t>(count);
}

}  // namespace syncbench::machine
