#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/run/point_series.hpp"
#include "harness/core/mean_interval.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {

/// What a cycle consists of, in order. "check", the look at the payload, and "part", waiting until all are done, are
/// nobody's.
inline constexpr std::array<std::string_view, 9> kCyclePhases{"communicator", "library", "prepare", "precede", "first",
                                                              "check",        "second",  "part",    "free"};
enum class CyclePhase : std::size_t { communicator, library, prepare, precede, first, check, second, part, free };

/// One point of suite init's cycles: a communicator and the library on it made anew each time.
struct CycleRow {
  std::string id, backend, making, before;
  std::string operation;  ///< "allreduce of 64 KiB on mpi"
  std::size_t n = 0;
  std::array<std::int64_t, kCyclePhases.size()> median_ns{};  ///< of the slowest rank each
  BlockMedians first_by_block;
  std::optional<MeanInterval> first_over_nothing;  ///< its first operation against that with nothing before it

  std::int64_t of(CyclePhase phase) const noexcept { return median_ns[static_cast<std::size_t>(phase)]; }
};

/// All of a run's cycles, in the order of the plan. Throws Error(data) as the reader does, and for marks that are
/// missing or out of order.
std::vector<CycleRow> cycle_rows(const results::RunReader& reader, const std::vector<results::PointHeader>& points);

}  // namespace syncbench::analysis
