#include "harness/core/iteration_maxima.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/nanos.hpp"
#include "harness/core/quantile_estimate.hpp"
#include "harness/core/sample_status.hpp"

namespace syncbench {
namespace {

constexpr std::uint8_t kLate = 1;
constexpr std::uint8_t kCorrupt = 2;
constexpr std::uint8_t kUnfinished = 4;

[[noreturn]] void damaged(std::size_t iteration, const char* what) {
  throw Error(ExitCode::data, fmt::format("iteration {}: {}", iteration, what));
}

std::uint8_t flag_of(std::size_t iteration, std::uint8_t status) {
  switch (static_cast<SampleStatus>(status)) {
    case SampleStatus::ok:
    case SampleStatus::descheduled:
    case SampleStatus::overran:
      return 0;
    case SampleStatus::late_start:
      return kLate;
    case SampleStatus::corrupt:
      return kCorrupt;
  }
  damaged(iteration, "its status has no name");
}

// Clock readings of a damaged file can be anything: the difference has to be tested before it is taken.
std::int64_t elapsed(std::size_t iteration, std::int64_t enter, std::int64_t leave) {
  if (leave < enter) damaged(iteration, "a rank left before it entered");
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(leave, enter, &difference)) damaged(iteration, "a rank was inside for over 292 years");
  return difference;
}

}  // namespace

IterationMaxima::IterationMaxima(std::size_t iterations) : maximum_(iterations, kAbsent), flags_(iterations, 0) {}

void IterationMaxima::add(std::size_t first_iteration, const RankSamples& samples) {
  const std::size_t count = samples.enter.size();
  if (samples.leave.size() != count || samples.status.size() != count) {
    damaged(first_iteration, "enter, leave and status differ in length");
  }
  if (first_iteration > maximum_.size() || count > maximum_.size() - first_iteration) {
    damaged(first_iteration, "samples reach beyond the last iteration");
  }
  for (std::size_t i = 0; i < count; ++i) {
    add_sample(first_iteration + i, samples.enter[i], samples.leave[i], samples.status[i]);
  }
}

void IterationMaxima::add_slowest(std::span<const std::int64_t> times, std::span<const std::uint8_t> status) {
  if (times.size() != maximum_.size() || status.size() != maximum_.size())
    damaged(0, "times and status differ in length");
  for (std::size_t i = 0; i < times.size(); ++i) add_sample(i, times[i] == kAbsent ? kAbsent : 0, times[i], status[i]);
}

void IterationMaxima::add_sample(std::size_t iteration, std::int64_t enter, std::int64_t leave, std::uint8_t status) {
  if (status == 0 && enter >= 0 && leave >= enter) [[likely]] {  // nothing to be careful about
    maximum_[iteration] = std::max(maximum_[iteration], leave - enter);
    return;
  }
  std::uint8_t& flags = flags_[iteration];
  if (enter == kAbsent && leave == kAbsent) return;
  if (enter == kAbsent || leave == kAbsent) {
    flags |= kUnfinished;
    return;
  }
  flags |= flag_of(iteration, status);
  maximum_[iteration] = std::max(maximum_[iteration], elapsed(iteration, enter, leave));
}

std::int64_t IterationMaxima::maximum(Iteration iteration) const { return maximum_.at(iteration.value); }

std::vector<Iteration> IterationMaxima::with_flags(std::size_t warmup, std::uint8_t flags) const {
  std::vector<Iteration> all;
  for (std::size_t i = warmup; i < maximum_.size(); ++i) {
    if (flags_[i] == flags && maximum_[i] != kAbsent) all.push_back(Iteration{i});
  }
  return all;
}

std::vector<Iteration> IterationMaxima::eligible(std::size_t warmup) const { return with_flags(warmup, 0); }

std::vector<Iteration> IterationMaxima::late_starts(std::size_t warmup) const { return with_flags(warmup, kLate); }

std::size_t IterationMaxima::late(std::size_t warmup) const {
  const auto first = flags_.begin() + static_cast<std::ptrdiff_t>(std::min(warmup, flags_.size()));
  return static_cast<std::size_t>(
      std::count_if(first, flags_.end(), [](std::uint8_t flags) { return (flags & kLate) != 0; }));
}

std::size_t IterationMaxima::corrupt() const {
  return static_cast<std::size_t>(
      std::count_if(flags_.begin(), flags_.end(), [](std::uint8_t flags) { return (flags & kCorrupt) != 0; }));
}

std::vector<std::int64_t> series_with_unknown(const IterationMaxima& times, const IterationMaxima& all,
                                              std::size_t warmup) {
  const std::vector<Iteration> known = all.eligible(warmup), late = all.late_starts(warmup);
  std::vector<Iteration> both(known.size() + late.size());
  std::merge(known.begin(), known.end(), late.begin(), late.end(), both.begin());
  std::vector<std::int64_t> series;
  auto next_late = late.begin();
  for (const Iteration iteration : both) {
    const bool unknown = next_late != late.end() && *next_late == iteration;
    if (unknown) ++next_late;
    const std::int64_t longest = times.maximum(iteration);
    if (longest != kAbsent) series.push_back(unknown ? kUnknownTime : longest);
  }
  return series;
}

std::vector<std::int64_t> series_of(const IterationMaxima& maxima, std::span<const Iteration> iterations) {
  std::vector<std::int64_t> series;
  for (const Iteration iteration : iterations) {
    const std::int64_t longest = maxima.maximum(iteration);
    if (longest != kAbsent) series.push_back(longest);
  }
  return series;
}

}  // namespace syncbench
