#include "harness/core/tsc_clock.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/core/error.hpp"

namespace syncbench {
namespace {

constexpr int kGroups = 50;
constexpr int kReadingsAGroup = 20;
constexpr Nanos kBetweenGroups{1'000'000};

// Ticks a nanosecond.
constexpr long double kSlowest = 0.25L;
constexpr long double kFastest = 100;

TscReading read_between(Clock raw) noexcept {
  TscReading reading;
  reading.before = raw.now();
  reading.ticks = read_tsc();
  reading.after = raw.now();
  return reading;
}

// An interrupt makes a reading wide, and a wide one says little: the narrowest of some.
TscReading narrowest_reading(Clock raw) noexcept {
  TscReading best = read_between(raw);
  for (int i = 1; i < kReadingsAGroup; ++i) {
    const TscReading next = read_between(raw);
    if (next.after - next.before < best.after - best.before) best = next;
  }
  return best;
}

struct Line {
  long double x_mean, y_mean, slope;
};

// From the first reading on, for numbers of full size would lose the digits that matter.
Line line_through(std::span<const TscReading> readings) {
  const TscReading first = readings.front();
  const auto x = [&](const TscReading& each) { return static_cast<long double>(each.ticks - first.ticks); };
  const auto y = [&](const TscReading& each) {
    return static_cast<long double>(((each.before - first.before) + (each.after - first.before)).count()) / 2;
  };
  const auto n = static_cast<long double>(readings.size());
  Line line{0, 0, 0};
  for (const TscReading& each : readings) {
    line.x_mean += x(each) / n;
    line.y_mean += y(each) / n;
  }
  long double xy = 0, xx = 0;
  for (const TscReading& each : readings) {
    xy += (x(each) - line.x_mean) * (y(each) - line.y_mean);
    xx += (x(each) - line.x_mean) * (x(each) - line.x_mean);
  }
  line.slope = xx > 0 ? xy / xx : 0;
  return line;
}

}  // namespace

TscScale fit_tsc(std::span<const TscReading> readings) {
  if (readings.size() < 2) throw Error(ExitCode::unavailable, "a time stamp counter needs two readings to be compared");
  const Line line = line_through(readings);
  if (!(line.slope * kSlowest < 1) || !(line.slope * kFastest > 1)) {
    throw Error(ExitCode::unavailable, "the time stamp counter does not run at the rate of any that we know");
  }
  TscScale scale;
  scale.multiplier = static_cast<std::uint64_t>(std::llround(std::ldexp(line.slope, TscScale::kFraction)));
  const auto middle = std::llround(line.x_mean);
  const auto there = std::llround(line.y_mean + line.slope * (static_cast<long double>(middle) - line.x_mean));
  const std::uint64_t ticks = readings.front().ticks + static_cast<std::uint64_t>(middle);
  scale.offset = (readings.front().before + Nanos{there} - scale.at(ticks)).count();
  return scale;
}

TscScale calibrate_tsc() {
  const Clock raw = raw_clock();
  std::vector<TscReading> readings;
  while (readings.size() < kGroups) {
    readings.push_back(narrowest_reading(raw));
    while (raw.now() < readings.back().after + kBetweenGroups) {
    }
  }
  return fit_tsc(readings);
}

Nanos tsc_disagreement(const TscScale& scale) noexcept {
  const TscReading reading = narrowest_reading(raw_clock());
  const Nanos time = scale.at(reading.ticks);
  return std::max({Nanos{0}, reading.before - time, time - reading.after});
}

}  // namespace syncbench
