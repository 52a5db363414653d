#include "harness/core/offset_interval.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/core/error.hpp"

namespace syncbench {
namespace {

Nanos distance(Nanos a, Nanos b) noexcept { return a < b ? b - a : a - b; }

double as_number(Nanos time) noexcept { return static_cast<double>(time.count()); }

// How far the slope between two fixes may be off.
double slope_half_width(const ClockFix& from, const ClockFix& to) noexcept {
  return as_number(from.half_width + to.half_width) / as_number(to.when - from.when);
}

double believable(double slope, double half_width) noexcept {
  const double least = std::max(std::abs(slope) - half_width, kGreatestDrift);
  return std::clamp(slope, -least, least);
}

double slope_between(const ClockFix& from, const ClockFix& to) noexcept {
  const double slope = as_number(to.offset - from.offset) / as_number(to.when - from.when);
  return believable(slope, slope_half_width(from, to));
}

// How far an offset lies from what the model foretold. What the model's slope leaves open, where it is not yet known to
// kGoodSlope, counts as foretold: it says nothing about how steady the clock is.
Nanos surprise(const ClockModel& model, Nanos when, Nanos offset) noexcept {
  const double open =
      std::max(0.0, model.slope_uncertainty() - kGoodSlope) * as_number(when - model.fixes().back().when);
  const Nanos off = offset - model.offset(when);
  const Nanos unexplained = std::max(Nanos{0}, distance(off, Nanos{0}) - Nanos{std::llround(open)});
  return off < Nanos{0} ? -unexplained : unexplained;
}

Nanos middle_of(std::span<const PingPong> batch) noexcept {
  const auto [first, last] = std::minmax_element(
      batch.begin(), batch.end(), [](const PingPong& a, const PingPong& b) { return a.stamped < b.stamped; });
  return Nanos{std::midpoint(first->stamped, last->stamped)};
}

// The offset of one ping-pong as it would be at another moment, widened by what the drift is not known to. Rounded
// outwards.
OffsetInterval carried(const PingPong& one, Nanos when, Drift drift) noexcept {
  const double ahead = as_number(when - Nanos{one.stamped});
  const double shift = drift.slope * ahead;
  const double margin = drift.uncertainty * std::abs(ahead);
  return {.when = when,
          .lower = Nanos{one.stamped - one.received + std::llround(std::floor(shift - margin))},
          .upper = Nanos{one.stamped - one.sent + std::llround(std::ceil(shift + margin))}};
}

}  // namespace

Nanos OffsetInterval::middle() const noexcept { return Nanos{std::midpoint(lower.count(), upper.count())}; }

Nanos OffsetInterval::half_width() const noexcept { return std::max(upper - middle(), middle() - lower); }

OffsetInterval offset_interval(std::span<const PingPong> batch, Drift drift) {
  if (batch.empty()) throw Error(ExitCode::internal, "an offset needs at least one ping-pong");
  OffsetInterval common{.when = middle_of(batch), .lower = Nanos::min(), .upper = Nanos::max()};
  for (const PingPong& one : batch) {
    if (one.received < one.sent) throw Error(ExitCode::data, "the reference's clock ran backwards during a ping-pong");
    const OffsetInterval its = carried(one, common.when, drift);
    common.lower = std::max(common.lower, its.lower);
    common.upper = std::min(common.upper, its.upper);
  }
  return common;
}

Drift expected_drift(const ClockModel& model) {
  const auto fixes = model.fixes();
  if (fixes.size() < 2) return {};
  return {.slope = fixes.back().slope, .uncertainty = std::min(model.slope_uncertainty() + kWander, kGreatestDrift)};
}

ClockFix next_fix(const ClockModel& model, const OffsetInterval& interval, Nanos reference_bound) {
  if (interval.empty()) throw Error(ExitCode::internal, "an empty offset interval makes no synchronisation");
  const auto fixes = model.fixes();
  ClockFix fix{.when = interval.when, .offset = interval.middle(), .half_width = interval.half_width()};
  if (!fixes.empty()) {
    if (fix.when <= fixes.back().when) {
      throw Error(ExitCode::internal, "a synchronisation must be later than the one before");
    }
    fix.slope = slope_between(slope_baseline(fixes, fix), fix);
  }
  if (fixes.size() >= 2) fix.residual = surprise(model, fix.when, fix.offset);
  fix.bound = fix.half_width + distance(fix.residual, Nanos{0}) + reference_bound;
  return fix;
}

bool contradicts(const ClockModel& earlier, const ClockFix& fix) noexcept {
  if (earlier.fixes().empty()) return false;
  return distance(fix.offset, earlier.offset(fix.when)) > earlier.epsilon(fix.when) + fix.known_to();
}

}  // namespace syncbench
