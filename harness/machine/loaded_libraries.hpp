#pragma once

#include <string>
#include <variant>
#include <vector>

#include "harness/machine/tree.hpp"
#include "harness/machine/unreadable.hpp"

namespace syncbench::machine {

/// A shared library that is mapped into the calling process.
struct LoadedLibrary {
  std::string name;       ///< "libmpi", "libnccl-net-ofi": the file's name before ".so"
  std::string path;       ///< as the kernel shows it: links resolved
  TextOrReason build_id;  ///< in hex
};

/// Those mapped libraries that decide how messages travel: MPI, NCCL with its plugins, UCX, libfabric, PMIx, HDF5,
/// hwloc, Gloo, CUDA. Each file once, by name and path. Unreadable only if /proc/self/maps is.
std::variant<std::vector<LoadedLibrary>, Unreadable> loaded_libraries(const Tree& tree);

}  // namespace syncbench::machine
