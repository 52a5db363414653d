#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/lateness/lateness.hpp"
#include "analysis/run/late_events.hpp"

namespace syncbench::analysis {

/// How much longer than the others (their median, in the same iteration) each rank was off its processor, ns,
/// [row][place].
struct OffCpuTimes {
  std::vector<std::int64_t> before;  ///< from leaving the iteration before to entering; 0 in the first of a block
  std::vector<std::int64_t> inside;  ///< from entering to leaving, beyond its own wait and algorithm wait
  std::vector<std::int64_t> all_before, all_inside;  ///< the same, not only beyond the others
  std::int64_t wall = 0;                             ///< all time in which it was looked at, ns of one rank
};

/// Nothing without evidence, and nothing where it means nothing: where waiting yields the processor or the transport
/// sleeps, which is seen by more than a quarter of the typical call being off it.
std::optional<OffCpuTimes> off_cpu_times(const Decomposition& point);

/// Who loses its processor.
struct OffCpuFindings {
  std::vector<OffCpu> ranks;  ///< largest cost first
  std::optional<OffCpu> all;  ///< in the other iterations: those that lose it together, none more than the others
};

/// Ranks that lose their processor beyond chance (judge_events()), where that costs a twentieth of the point's time or
/// takes a twentieth of the time from iteration to iteration; and all ranks that lose it, in iterations in which none
/// stands out. Late
/// events of which at least half is explained by it are taken out of `arrivals` and `delays`. `time`: of the point,
/// Σ (last leave − first enter).
OffCpuFindings off_cpu_ranks(const Decomposition& point, std::int64_t time, std::vector<LateEvent>& arrivals,
                             DelayEvents& delays);

}  // namespace syncbench::analysis
