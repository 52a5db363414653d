#pragma once

#include <cstddef>
#include <string>

#include "harness/core/units.hpp"

namespace syncbench::machine {

/// Where the calling process may run, as the system says it now. A processor is what the kernel schedules on: a
/// hardware thread where cores have several.
struct Binding {
  std::string processors;            ///< list form, "0-3,8"; empty if the system does not tell
  std::string cores;                 ///< the cores that those processors are of, hwloc's logical numbers, list form
  std::string numa_nodes;            ///< those processors' NUMA nodes, list form
  std::size_t allowed = 0;           ///< how many processors that is
  std::size_t allowed_cores = 0;     ///< how many cores that is; 0 if the system does not tell
  std::size_t of_machine = 0;        ///< how many processors the machine has
  std::size_t cores_of_machine = 0;  ///< how many cores the machine has; 0 if the system does not tell
  Bytes last_level_cache;            ///< all last caches before memory that those processors have; 0 if not told, and
                                     ///< virtual machines tell what their host wants them to
  std::string cache_processors;      ///< that share those caches, list form
};

/// Reads the binding through hwloc. Takes some milliseconds; never fails: what cannot be read stays empty or 0.
Binding current_binding();

}  // namespace syncbench::machine
