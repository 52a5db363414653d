#pragma once

#include <cstdint>
#include <span>

#include "harness/core/clock_model.hpp"
#include "harness/core/nanos.hpp"

namespace syncbench {

/// One ping-pong between two clocks, ns: the reference sends, the client stamps, the reference has the answer.
struct PingPong {
  std::int64_t sent = 0;      ///< global time, as the reference knows it
  std::int64_t stamped = 0;   ///< the client's local time
  std::int64_t received = 0;  ///< global time, as the reference knows it
};

/// What is known of a clock's rate: slope ± uncertainty, ns by which its offset grows per local ns.
struct Drift {
  double slope = 0;
  double uncertainty = kGreatestDrift;
};

/// Where the offset client − reference lies at one moment.
struct OffsetInterval {
  Nanos when{0};  ///< client's local time: the middle of the batch
  Nanos lower{0};
  Nanos upper{0};

  /// No offset explains all ping-pongs: the drift beat the batch (shorten it), or a clock was stepped.
  bool empty() const noexcept { return lower > upper; }
  Nanos middle() const noexcept;
  Nanos half_width() const noexcept;  ///< rounded up, so that middle ± half width is the interval at least
};

/// The offset's interval from a batch of ping-pongs, by causality alone: a stamp lies between sending and receiving,
/// however unequal the two ways are, so θ ∈ [max(c − s1), min(c − s0)] (Cristian 1989, doi 10.1007/BF01784024). Each
/// ping-pong is carried to the batch's middle with the expected slope and widened by its uncertainty over the distance
/// (at most uncertainty × batch/2), so that the interval is a hard bound while the drift is within what was assumed.
///
/// Throws Error(internal) if there are no ping-pongs, and Error(data) where an answer came before its question.
OffsetInterval offset_interval(std::span<const PingPong> batch, Drift drift);

/// The rate to expect of a clock for its next offset_interval(): that of the last fix, to within the model's
/// slope_uncertainty() and kWander; 0 ± kGreatestDrift for a clock of fewer than two fixes.
Drift expected_drift(const ClockModel& model);

/// The fix that a new interval makes of a clock with the given earlier ones. `reference_bound`: how far off the
/// reference's own idea of global time may be (ε of its model just then; 0 for the root of the tree): bounds add along
/// the hops, when each child learns against its parent's global clock (HCA3: Hunold &
/// Carpen-Amarie, CLUSTER 2018).
///
/// residual: the offset minus what the model foretold, nearer to 0 by what a slope that is not yet known to kGoodSlope
/// leaves open (seconds after the start that would be the whole residual, and would widen bounds that are right); 0
/// while it has fewer than two fixes, for a first one has no slope. slope: the offsets' difference over the shortest
/// baseline that determines it to ± kGoodSlope (half widths over distance), for a clock wanders; over the longest there
/// is while none does. A slope beyond kGreatestDrift is believed only so far as the half widths force it: over a
/// baseline of milliseconds the middles alone would invent one. 0 for a first fix.
///
/// Throws Error(internal) if the interval is empty or not later than the model's last fix.
ClockFix next_fix(const ClockModel& model, const OffsetInterval& interval, Nanos reference_bound);

/// Whether a new fix, not yet added, contradicts the bound that the earlier ones gave for its moment: the two intervals
/// do not meet, so an earlier bound was wrong and what was measured since the last fix is to be marked. Never for a
/// first fix.
bool contradicts(const ClockModel& earlier, const ClockFix& fix) noexcept;

}  // namespace syncbench
