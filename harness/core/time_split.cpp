#include "harness/core/time_split.hpp"

#include <algorithm>

#include "harness/core/dependencies.hpp"

namespace syncbench {

TimeSplitter::TimeSplitter(Collective collective, Rank root, std::span<const Rank> participants,
                           std::vector<const ClockModel*> clocks)
    : clocks_(std::move(clocks)) {
  for (const Rank rank : participants) {
    const std::vector<Rank> needed = dependencies(collective, rank, root, participants);
    std::vector<std::size_t>& places = needs_.emplace_back();
    if (needed.size() == participants.size()) continue;
    for (const Rank each : needed)
      places.push_back(
          static_cast<std::size_t>(std::find(participants.begin(), participants.end(), each) - participants.begin()));
  }
}

std::size_t TimeSplitter::last_needed(std::size_t place, const IterationSplit& split) const {
  if (needs_[place].empty()) return split.latest;
  std::size_t last = place;
  for (const std::size_t other : needs_[place]) {
    if (split.enter[other] > split.enter[last]) last = other;
  }
  return last;
}

TimeParts TimeSplitter::parts_of(std::size_t place, std::int64_t enter, std::int64_t leave,
                                 const IterationSplit& split) const {
  const auto local = [&](std::size_t other) {
    return other == place ? enter : clocks_[place]->local(Nanos{split.enter[other]}).count();
  };
  const std::int64_t ready = std::max(enter, local(last_needed(place, split)));
  const std::int64_t last = std::max(ready, local(split.latest));
  TimeParts parts;
  parts.wait = ready - enter;
  parts.algorithm_wait = std::max<std::int64_t>(0, std::min(leave, last) - ready);
  parts.transfer = leave - ready - parts.algorithm_wait;
  return parts;
}

void TimeSplitter::operator()(std::span<const std::int64_t> enter, std::span<const std::int64_t> leave,
                              IterationSplit& split) const {
  const std::size_t count = enter.size();
  split.enter.resize(count);
  split.leave.resize(count);
  split.parts.resize(count);
  for (std::size_t place = 0; place < count; ++place) {
    split.enter[place] = clocks_[place]->global(Nanos{enter[place]}).count();
    split.leave[place] = clocks_[place]->global(Nanos{leave[place]}).count();
  }
  const auto last = std::max_element(split.enter.begin(), split.enter.end());
  split.latest = static_cast<std::size_t>(last - split.enter.begin());
  split.last_enter = *last;
  split.first_enter = *std::min_element(split.enter.begin(), split.enter.end());
  split.last_leave = *std::max_element(split.leave.begin(), split.leave.end());
  for (std::size_t place = 0; place < count; ++place)
    split.parts[place] = parts_of(place, enter[place], leave[place], split);
}

Nanos greatest_epsilon(const ClockModel& clock, Nanos from, Nanos to) {
  Nanos greatest = std::max(clock.epsilon(from), clock.epsilon(to));
  const auto fixes = clock.fixes();
  for (std::size_t i = 0; i < fixes.size(); ++i) {
    // Between two fixes it is greatest in the middle.
    const Nanos next = i + 1 < fixes.size() ? fixes[i + 1].when : fixes[i].when;
    const Nanos middle = fixes[i].when + (next - fixes[i].when) / 2;
    if (middle > from && middle < to) greatest = std::max(greatest, clock.epsilon(middle));
  }
  return greatest;
}

}  // namespace syncbench
