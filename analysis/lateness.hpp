#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "decomposition.hpp"
#include <syncbench/core/accusation.hpp>
#include <syncbench/core/median_interval.hpp>

namespace syncbench::analysis {

/// One cause that keeps coming back at one place, or at none in particular.
struct Recurrence {
  std::vector<std::size_t> places;  ///< empty: no particular one
  Accusation accusation;            ///< of the first place
  MedianInterval size;              ///< of one occurrence, ns
  std::size_t occurrences = 0;
  std::optional<std::size_t> period;  ///< iterations, where it is regular
  std::int64_t cost = 0;              ///< over all iterations, ns
  std::int64_t saving = 0;            ///< what fixing the first place alone would give, ns over all iterations
  bool inherited = false;             ///< most of it was left over from the iteration before (back to back)
};

/// A rank that keeps losing its processor, more than the others do in the same iterations.
struct OffCpu {
  Recurrence found;  ///< its size: time off the processor; its cost: `before` and `inside` together
  std::int64_t before = 0,
               inside = 0;  ///< what that cost by arriving late and inside the calls, ns over all iterations
  double share = 0;         ///< of the time from iteration to iteration in which it was off more than others
};

/// What a point's samples say about who is late where.
struct Lateness {
  std::int64_t time = 0;             ///< Σ (last leave − first enter), ns
  std::size_t iterations = 0;        ///< that were looked at
  std::vector<OffCpu> off_cpu;       ///< with evidence alone; what it explains is nowhere below
  std::vector<Recurrence> arriving;  ///< one a rank, or one for several that are equally late; largest cost first
  std::vector<Recurrence> leaving;
  std::optional<Recurrence> inside;
  std::optional<Recurrence> by_turns;   ///< arrivals, another rank each time, in order
  std::optional<Recurrence> at_random;  ///< arrivals, often, no particular rank
  std::optional<Recurrence> suspected;  ///< arrivals of one rank, too few to accuse it
};

/// Studies a point that was taken apart. The rules stand in the room's README. Empty where nothing recurs.
Lateness lateness_of(const Decomposition& point);

}  // namespace syncbench::analysis
