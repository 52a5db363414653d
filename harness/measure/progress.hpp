#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include <syncbench/core/clock.hpp>
#include <syncbench/core/names.hpp>
#include <syncbench/core/units.hpp>

namespace syncbench::measure {

/// What a rank is at, coarsely.
enum class Phase { starting, connecting, preparing, measuring, clock, storing, ending };

/// Where a rank is, written by its one working thread and read by the watchdog's. Noting is a few relaxed stores: fit
/// for the time between iterations.
class Progress {
 public:
  explicit Progress(Clock clock) : clock_(clock), when_(clock.now().count()) {}

  /// A new phase of a point ("p0003"; empty for none). Locks; not for the time between iterations.
  void begin(Phase phase, std::string_view point);

  /// What this rank found or waits for, for the report that it leaves if it never goes on: "rank 0 on n1: connecting to
  /// rank 1 on n2". Forgotten with the next phase. Locks.
  void note(std::string text);

  /// An iteration, a clock round or a gathered block is done.
  void step(std::uint64_t number) noexcept { step(number, clock_.now()); }

  /// The same for whoever has just read the clock.
  void step(std::uint64_t number, Nanos when) noexcept {
    number_.store(number, std::memory_order_relaxed);
    when_.store(when.count(), std::memory_order_relaxed);
  }

  struct State {
    Phase phase = Phase::starting;
    std::string point;
    std::string note;
    std::uint64_t number = 0;
    Nanos when{0};  ///< of the last progress
  };
  State look() const;

  /// The clock that `when` is of.
  Clock clock() const noexcept { return clock_; }

 private:
  Clock clock_;
  mutable std::mutex mutex_;
  Phase phase_ = Phase::starting;
  std::string point_, note_;
  std::atomic<std::uint64_t> number_{0};
  std::atomic<std::int64_t> when_;
};

}  // namespace syncbench::measure

template <>
struct syncbench::Names<syncbench::measure::Phase> {
  static constexpr std::array<std::pair<measure::Phase, std::string_view>, 7> table{{
      {measure::Phase::starting, "starting"},
      {measure::Phase::connecting, "connecting"},
      {measure::Phase::preparing, "preparing"},
      {measure::Phase::measuring, "measuring"},
      {measure::Phase::clock, "clock"},
      {measure::Phase::storing, "storing"},
      {measure::Phase::ending, "ending"},
  }};
};
