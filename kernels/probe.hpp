#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>

#include <syncbench/core/nanos.hpp>
#include <syncbench/core/units.hpp>

namespace syncbench::kernels {

/// Every rank reads its clock in a tight loop; gaps are detours. The harness's own instrument does it.
struct SelfishLoop {
  std::optional<Nanos> threshold;     ///< a longer gap is a detour; nothing: found by measuring
  std::size_t most_detours = 200'000;  ///< that are kept of each rank
  bool operator==(const SelfishLoop&) const = default;
};

/// The same amount of arithmetic again and again, on every rank as much.
struct WorkQuantum {
  Nanos length{1'000'000};  ///< what it takes on rank 0 when nothing disturbs it
  bool operator==(const WorkQuantum&) const = default;
};

/// What is measured and is no communication: no backend has a part in it.
using Probe = std::variant<SelfishLoop, WorkQuantum>;

/// "selfish-loop", "work-quantum": stored as the point's operation.
std::string_view name_of(const Probe& probe) noexcept;

}  // namespace syncbench::kernels
