#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>

#include <hwloc.h>

namespace syncbench::machine {

// hwloc's handles, owned. Internal to this room: nobody else sees hwloc.

struct TopologyDelete {
  void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, TopologyDelete>;

struct BitmapDelete {
  void operator()(hwloc_bitmap_t bitmap) const { hwloc_bitmap_free(bitmap); }
};
using Bitmap = std::unique_ptr<std::remove_pointer_t<hwloc_bitmap_t>, BitmapDelete>;

/// This machine with the flags, or null. Takes some milliseconds. `devices`: network and graphics cards too.
Topology load_topology(unsigned long flags, bool devices = false);

/// "0-3,8"
std::string list_text(hwloc_const_bitmap_t bitmap);

/// How many numbers are in it; 0 if it is infinite.
std::size_t weight(hwloc_const_bitmap_t bitmap);

}  // namespace syncbench::machine
