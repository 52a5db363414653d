#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/core/nanos.hpp"

namespace syncbench {

/// How far a clock's rate may be off another's, in ns per ns: quartz is specified to ± 50 ppm, TSCs that virtual
/// machines calibrate are worse. Assumed only where no rate was measured yet.
inline constexpr double kGreatestDrift = 250e-6;

/// How fast a measured rate may change: what the bound grows by away from a synchronisation. In ns per ns.
inline constexpr double kWander = 1e-6;

/// Half widths over distance at which a slope's baseline is long enough; the middles' own error is several times
/// smaller.
inline constexpr double kGoodSlope = 4e-6;

/// One synchronisation of a local clock with the reference: a line through a moment. Offsets are local − global.
struct ClockFix {
  Nanos when{0};        ///< local
  Nanos offset{0};      ///< at that moment
  double slope = 0;     ///< ns by which the offset grows per local ns
  Nanos bound{0};       ///< half width + |residual|, summed along the hops to the reference
  Nanos half_width{0};  ///< of this hop's own measurement: the offset is known to ± this
  Nanos residual{0};  ///< how far the offset lies above what the earlier fixes foretold; 0 where they foretold nothing

  /// The line's offset at a local moment: integers but for the slope's part, which is rounded once.
  Nanos offset_at(Nanos local) const noexcept;

  /// The offset against global time is known to ± this at `when`, by causality: all hops' half widths, no residuals of
  /// this hop.
  Nanos known_to() const noexcept;
};

/// The fix that a later one's slope is taken from: the newest that lies far enough back to determine it to ± kGoodSlope
/// (the half widths over the distance), else the oldest. Expects at least one fix, all before `to`.
const ClockFix& slope_baseline(std::span<const ClockFix> earlier, const ClockFix& to) noexcept;

/// Translates a rank's local clock into the global one. Without fixes it is the identity: the reference's own clock, or
/// one that shares it.
///
/// Between two neighbouring fixes the offset is the straight line through both: at a fix it is that fix's offset, so it
/// is continuous, and no fix's slope enters. (Blending both fixes' lines by distance would add t·(1 − t)·(slope
/// difference): the noise of two slopes, against no gain, as the slopes look backwards.) After the last fix its own
/// slope goes on. A first fix has no slope of its own: before it, the line through the first two goes on.
///
/// Exact to 1 ns at any uptime, as only distances to a fix are ever multiplied. Nothing here fails but add() and
/// copying.
class ClockModel {
 public:
  ClockModel() = default;

  /// Appends a fix. Throws Error(internal) if it is not later than the last one, or for a slope that is no number or
  /// not strictly between −1 and 1 (a clock that stands or runs backwards); std::bad_alloc.
  void add(const ClockFix& fix);

  std::span<const ClockFix> fixes() const noexcept { return fixes_; }

  /// Local − global at a local moment.
  Nanos offset(Nanos local) const noexcept { return line_at(local).offset_at(local); }

  /// The global time of a local moment.
  Nanos global(Nanos local) const noexcept { return local - offset(local); }

  /// The local moment of a global time: global(local(g)) is g to ± 1 ns (whole nanoseconds of two rates do not pair
  /// up).
  Nanos local(Nanos global) const noexcept;

  /// How far the last fix's slope may be off, ns per ns: what both ends of its baseline are known to, over its length.
  /// At most what is possible at all (kGreatestDrift, from the other side); that with fewer than two fixes.
  double slope_uncertainty() const noexcept;

  /// ε: how far global() may be off at a local moment, by the greater bound of the two neighbouring fixes plus kWander
  /// times the distance to the nearer. Outside it is the only neighbour's bound, and the distance counts what the line
  /// that goes on may be off as well (slope_uncertainty() after the last fix; with a single fix, whose slope is
  /// unknown, kGreatestDrift alone). The identity has none; between clocks that share a node ε is their resolution.
  Nanos epsilon(Nanos local) const noexcept;

 private:
  ClockFix line_at(Nanos local) const noexcept;
  ClockFix line_from(std::size_t index) const noexcept;

  std::vector<ClockFix> fixes_;
};

}  // namespace syncbench
