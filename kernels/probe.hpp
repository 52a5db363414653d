#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/core/nanos.hpp"
#include "harness/core/units.hpp"

namespace syncbench::kernels {

/// Every rank reads its clock in a tight loop; gaps are detours. The harness's own instrument does it.
struct SelfishLoop {
  std::optional<Nanos> threshold;      ///< a longer gap is a detour; nothing: found by measuring
  std::size_t most_detours = 200'000;  ///< that are kept of each rank
  bool operator==(const SelfishLoop&) const = default;
};

/// The same amount of arithmetic again and again, on every rank as much.
struct WorkQuantum {
  Nanos length{1'000'000};  ///< what it takes on rank 0 when nothing disturbs it
  bool operator==(const WorkQuantum&) const = default;
};

/// From which core, and where the memory is.
struct MemoryPlace {
  int cpu_node = 0;
  std::vector<int> processors{};  ///< of the core, one of that node's
  int memory_node = 0;
  bool operator==(const MemoryPlace&) const = default;
};

/// How long a load takes that nothing foretold. One rank a host does it, the others are idle.
struct MemoryChase {
  MemoryPlace place;
  Bytes size;
  bool huge_pages = false;
  bool operator==(const MemoryChase&) const = default;
};

/// How fast `size` bytes are copied. One rank a host does it, the others are idle.
struct MemoryCopy {
  MemoryPlace place;
  Bytes size;
  bool huge_pages = false;
  bool operator==(const MemoryCopy&) const = default;
};

/// Loads of a sample of MemoryChase.
inline constexpr std::size_t kChaseSteps = 20'000;

/// What is measured and is no communication: no backend has a part in it.
using Probe = std::variant<SelfishLoop, WorkQuantum, MemoryChase, MemoryCopy>;

/// "selfish-loop", "work-quantum", "memory-latency", "memory-copy": stored as the point's operation.
std::string_view name_of(const Probe& probe) noexcept;

/// Where a probe's memory is and from where it is looked at; null for a probe of something else.
const MemoryPlace* memory_place(const Probe& probe) noexcept;

/// Bytes that a probe of memory goes over or copies; 0 for a probe of something else.
Bytes memory_size(const Probe& probe) noexcept;

/// Memory that a probe takes on a host, or on every rank where all are at work.
Bytes memory_of(const Probe& probe) noexcept;

/// Whether one rank a host does it while the others are idle.
bool takes_one_rank(const Probe& probe) noexcept;

}  // namespace syncbench::kernels
