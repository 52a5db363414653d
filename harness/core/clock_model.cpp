#include "harness/core/clock_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "harness/core/error.hpp"

namespace syncbench {
namespace {

Nanos scaled(Nanos distance, double factor) noexcept {
  return Nanos{std::llround(static_cast<double>(distance.count()) * factor)};
}

double ratio(Nanos part, Nanos whole) noexcept {
  return static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

bool is_before(Nanos local, const ClockFix& fix) noexcept { return local < fix.when; }

// How far the slope between two fixes may be off, if each offset is off by as much as is given.
double slope_margin(const ClockFix& from, Nanos from_known_to, const ClockFix& to, Nanos to_known_to) noexcept {
  return ratio(from_known_to + to_known_to, to.when - from.when);
}

double known_slope_margin(const ClockFix& from, const ClockFix& to) noexcept {
  return slope_margin(from, from.known_to(), to, to.known_to());
}

Nanos grown(Nanos bound, Nanos distance, double rate) noexcept {
  return bound + Nanos{std::llround(std::ceil(static_cast<double>(distance.count()) * rate))};
}

}  // namespace

Nanos ClockFix::offset_at(Nanos local) const noexcept { return offset + scaled(local - when, slope); }

Nanos ClockFix::known_to() const noexcept { return bound - std::max(residual, -residual); }

const ClockFix& slope_baseline(std::span<const ClockFix> earlier, const ClockFix& to) noexcept {
  for (auto from = earlier.rbegin(); from != earlier.rend(); ++from) {
    if (slope_margin(*from, from->half_width, to, to.half_width) <= kGoodSlope) return *from;
  }
  return earlier.front();
}

void ClockModel::add(const ClockFix& fix) {
  if (!fixes_.empty() && fix.when <= fixes_.back().when) {
    throw Error(ExitCode::internal, "a clock's synchronisations must be added in the order of their local times");
  }
  if (!(std::abs(fix.slope) < 1)) throw Error(ExitCode::internal, "a clock's slope must lie between -1 and 1");
  fixes_.push_back(fix);
}

Nanos ClockModel::local(Nanos global) const noexcept {
  if (fixes_.empty()) return global;
  const auto starts_after = [](Nanos moment, const ClockFix& fix) { return moment < fix.when - fix.offset; };
  const auto next = std::upper_bound(fixes_.begin(), fixes_.end(), global, starts_after);
  const auto index = static_cast<std::size_t>(next - fixes_.begin());
  const ClockFix line = line_from(index == 0 ? 0 : index - 1);
  // global = local − offset − slope·(local − when), solved for the local distance to the fix.
  const Nanos distance = global - (line.when - line.offset);
  return line.when + distance + scaled(distance, line.slope / (1 - line.slope));
}

double ClockModel::slope_uncertainty() const noexcept {
  if (fixes_.size() < 2) return kGreatestDrift;
  const ClockFix& last = fixes_.back();
  const ClockFix& from = slope_baseline(fixes().first(fixes_.size() - 1), last);
  return std::min(known_slope_margin(from, last), kGreatestDrift + std::abs(last.slope));
}

Nanos ClockModel::epsilon(Nanos local) const noexcept {
  if (fixes_.empty()) return Nanos{0};
  const bool has_slope = fixes_.size() > 1;
  const auto next = std::upper_bound(fixes_.begin(), fixes_.end(), local, is_before);
  if (next == fixes_.begin()) {
    const double rate = has_slope ? kWander + known_slope_margin(fixes_[0], fixes_[1]) : kGreatestDrift;
    return grown(next->bound, next->when - local, rate);
  }
  const auto last = std::prev(next);
  if (next == fixes_.end()) {
    const double rate = has_slope ? kWander + slope_uncertainty() : kGreatestDrift;
    return grown(last->bound, local - last->when, rate);
  }
  return grown(std::max(last->bound, next->bound), std::min(local - last->when, next->when - local), kWander);
}

ClockFix ClockModel::line_at(Nanos local) const noexcept {
  if (fixes_.empty()) return {};
  const auto next = std::upper_bound(fixes_.begin(), fixes_.end(), local, is_before);
  const auto index = static_cast<std::size_t>(next - fixes_.begin());
  return line_from(index == 0 ? 0 : index - 1);
}

// The line that begins at a fix and ends at the next one, if there is one.
ClockFix ClockModel::line_from(std::size_t index) const noexcept {
  ClockFix line = fixes_[index];
  if (index + 1 == fixes_.size()) return line;
  const ClockFix& next = fixes_[index + 1];
  line.slope = ratio(next.offset - line.offset, next.when - line.when);
  return line;
}

}  // namespace syncbench
