#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/finding/finding.hpp"
#include "analysis/run/decomposition.hpp"
#include "harness/core/accusation.hpp"
#include "harness/core/median_interval.hpp"

namespace syncbench::analysis {

/// How a size changed: the median of the first quarter of the occurrences, and that of the last, ns.
struct Growth {
  std::int64_t first = 0, last = 0;
};

/// One cause that keeps coming back at some places, or at none in particular.
struct Recurrence {
  std::vector<std::size_t> places;  ///< empty: no particular one
  Accusation accusation;            ///< of the first place
  MedianInterval size;              ///< of one occurrence, ns
  std::size_t occurrences = 0;
  std::optional<std::size_t> period;    ///< iterations, where it is regular over the whole point
  std::int64_t cost = 0;                ///< over all iterations, ns
  std::int64_t saving = 0;              ///< what fixing the first place alone would give, ns over all iterations
  bool inherited = false;               ///< most of it was left over from the iteration before (back to back)
  bool always = false;                  ///< leaving: in every call, so that T0 contains it
  When when;                            ///< first and last occurrence
  std::optional<Growth> growth;         ///< where sizes surely change, by a quarter at least
  std::vector<std::size_t> iterations;  ///< in which it occurred
};

/// A rank that keeps losing its processor, more than the others do in the same iterations.
struct OffCpu {
  Recurrence found;  ///< its size: time off the processor; its cost: `before` and `inside` together
  std::int64_t before = 0,
               inside = 0;  ///< what that cost by arriving late and inside the calls, ns over all iterations
  double share = 0;         ///< of the time from iteration to iteration in which it was off more than others
};

/// Iterations that took longer, so few or so close together that no test can tell a cause from chance.
struct RareEvents {
  Recurrence found;          ///< its size: what an iteration took longer than usual; its place: who was last in them
  bool one_episode = false;  ///< all of them lie close together
  std::size_t arrived = 0;   ///< so many of them because a rank arrived late
  std::size_t left = 0;      ///< so many because a rank left late
  std::size_t missed = 0;    ///< further iterations, as long: a rank missed the deadline (late start)
  std::size_t last = 0;      ///< the found place was the one in so many of all these

  /// In how many one rank stands out; in the others all were held up inside.
  std::size_t telling() const noexcept { return arrived + left + missed; }
  /// Whether it was nearly always the same one, and several times.
  bool names_one() const noexcept { return last >= 3 && 10 * last >= 9 * telling(); }
  std::size_t missing = 0;  ///< so many more in a row would accuse the place; 0: none would
};

/// A rank that the machine interrupts between calls, so that it receives the deadline of an iteration too late.
struct GateFailures {
  std::vector<std::size_t> places;  ///< several: none of them stands out
  std::size_t failed = 0;           ///< iterations whose deadline they missed
  std::size_t of = 0;               ///< iterations after the warm-up
  Accusation accusation;            ///< of the first place
  std::int64_t size = 0;            ///< by how much they came after the others, median, ns
  std::int64_t cost = 0;            ///< the same, summed over the iterations
  When when;
  std::vector<std::size_t> iterations;
};

/// What a point's samples say about who is late where.
struct Lateness {
  std::int64_t time = 0;             ///< Σ (last leave − first enter), ns, of the iterations that were looked at
  std::size_t iterations = 0;        ///< that were looked at: without those in which a gate failed
  std::vector<OffCpu> off_cpu;       ///< with evidence alone; what it explains is nowhere below
  std::optional<OffCpu> all_off;     ///< the same of all ranks together, none of which stands out
  std::vector<Recurrence> arriving;  ///< one a rank, or one for several that are late together; largest cost first
  std::vector<Recurrence> leaving;
  std::optional<Recurrence> inside;
  std::optional<Recurrence> by_turns;   ///< arrivals, another rank each time, in order
  std::optional<Recurrence> at_random;  ///< arrivals, no particular rank
  std::optional<RareEvents> rare;
  std::optional<GateFailures> interrupted;
};

/// Studies a point that was taken apart. The rules stand in the room's README. Empty where nothing recurs.
Lateness lateness_of(const Decomposition& point);

}  // namespace syncbench::analysis
