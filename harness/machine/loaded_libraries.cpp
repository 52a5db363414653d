#include "harness/machine/loaded_libraries.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "harness/core/text.hpp"
#include "harness/core/units.hpp"
#include "harness/machine/build_id.hpp"

namespace syncbench::machine {
namespace {

// The one file that may pass kLargestFile: a process may have 65,530 mappings (vm.max_map_count) and CUDA makes
// thousands of them, while the libraries stand near the end.
constexpr Bytes kLargestMaps{8 * 1024 * 1024};

constexpr std::size_t kMostLibraries = 256;
constexpr std::string_view kDeleted = " (deleted)";

constexpr std::array<std::string_view, 12> kBeginnings{"libmpi",    "libnccl", "libucp",       "libuct",
                                                       "libfabric", "libpmix", "libhdf5",      "libhwloc",
                                                       "libgloo",   "libcuda", "libnvidia-ml", "libibverbs"};

// The path in a line of /proc/self/maps: its sixth column, which alone may contain blanks.
std::string_view mapped_path(std::string_view line) {
  const std::size_t slash = line.find('/');
  return slash == std::string_view::npos ? std::string_view{} : line.substr(slash);
}

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool matters(std::string_view path) {
  const std::string_view name = file_name(path);
  const auto begins = [&](std::string_view beginning) { return name.starts_with(beginning); };
  return name.find(".so") != std::string_view::npos && std::any_of(kBeginnings.begin(), kBeginnings.end(), begins);
}

LoadedLibrary described(const Tree& tree, const std::string& mapped) {
  std::string_view path = mapped;
  const bool deleted = path.ends_with(kDeleted);
  if (deleted) path.remove_suffix(kDeleted.size());
  const std::string_view name = file_name(path);
  return {std::string(name.substr(0, name.find(".so"))), std::string(path),
          deleted ? Unreadable{"the file was replaced since it was loaded"} : build_id(tree.path_of(path))};
}

}  // namespace

std::variant<std::vector<LoadedLibrary>, Unreadable> loaded_libraries(const Tree& tree) {
  const TextOrReason maps = tree.beginning("proc/self/maps", kLargestMaps);
  if (const auto* const reason = std::get_if<Unreadable>(&maps)) return *reason;
  std::set<std::string> paths;
  for (const std::string& line : split(std::get<std::string>(maps), '\n')) {
    const std::string_view path = mapped_path(line);
    if (matters(path) && paths.size() < kMostLibraries) paths.emplace(path);
  }
  std::vector<LoadedLibrary> libraries;
  for (const std::string& path : paths) libraries.push_back(described(tree, path));
  return libraries;
}

}  // namespace syncbench::machine
