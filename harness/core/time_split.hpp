#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/core/clock_model.hpp"
#include "harness/core/collective.hpp"
#include "harness/core/units.hpp"

namespace syncbench {

/// Where one rank's time inside went, ns on its own clock. The three sum to leave − enter exactly.
struct TimeParts {
  std::int64_t wait = 0;  ///< until the last rank whose data it needs arrived: no implementation avoids it
  std::int64_t algorithm_wait =
      0;                      ///< beyond that until the last of all arrived: this implementation may have added it
  std::int64_t transfer = 0;  ///< the rest
};

/// One iteration on the common clock, by place among the participants.
struct IterationSplit {
  std::vector<std::int64_t> enter, leave;
  std::vector<TimeParts> parts;
  std::int64_t first_enter = 0, last_enter = 0, last_leave = 0;
  std::size_t latest = 0;  ///< the place that entered last; the lowest of those that entered together

  std::int64_t spread() const noexcept { return last_enter - first_enter; }
  std::int64_t after_last() const noexcept { return last_leave - last_enter; }
  std::int64_t whole() const noexcept { return last_leave - first_enter; }
};

/// Splits iterations of one operation into what ranks waited for and what it took. Comparisons between clocks are made
/// on the common one and carried back to each rank's own, never to before its own enter: a rank that nobody makes wait
/// has a wait of exactly 0.
class TimeSplitter {
 public:
  /// `clocks` by place, as `participants`; they must outlive the splitter. Throws Error(internal) as dependencies()
  /// does.
  TimeSplitter(Collective collective, Rank root, std::span<const Rank> participants,
               std::vector<const ClockModel*> clocks);

  /// `enter` and `leave`: local times by place, none absent. Reuses the memory of `split`.
  void operator()(std::span<const std::int64_t> enter, std::span<const std::int64_t> leave,
                  IterationSplit& split) const;

 private:
  TimeParts parts_of(std::size_t place, std::int64_t enter, std::int64_t leave, const IterationSplit& split) const;
  std::size_t last_needed(std::size_t place, const IterationSplit& split) const;

  std::vector<const ClockModel*> clocks_;
  std::vector<std::vector<std::size_t>> needs_;  ///< places by place; empty: all
};

/// ε of a clock over a stretch of local time: the greatest that epsilon() becomes there.
Nanos greatest_epsilon(const ClockModel& clock, Nanos from, Nanos to);

}  // namespace syncbench
