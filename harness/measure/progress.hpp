#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>
#include <utility>

#include "harness/core/clock.hpp"
#include "harness/core/fixed_text.hpp"
#include "harness/core/names.hpp"
#include "harness/core/units.hpp"

namespace syncbench::measure {

/// What a rank is at, coarsely, in the order of a run; the middle ones come again with each point.
enum class Phase { options, mpi_init, starting, connecting, preparing, measuring, clock, storing, ending, finalising };

/// Where a rank is. Written by its one working thread and read by the watchdog, which is a signal handler of the same
/// thread: nothing in here locks or allocates. Noting an iteration is two relaxed stores: fit for the time between
/// iterations.
class Progress {
 public:
  explicit Progress(Clock clock) : clock_(clock), when_(clock.now().count()) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// A new phase of a point ("p0003"; empty for none).
  void begin(Phase phase, std::string_view point) noexcept;

  /// What this rank found or waits for, for the report that it leaves if it never goes on: "rank 0 on n1: connecting to
  /// rank 1 on n2". Forgotten with the next phase. Longer texts are cut at 256 bytes.
  void note(std::string_view text) noexcept;

  /// An iteration, a clock round or a gathered block is done.
  void step(std::uint64_t number) noexcept { step(number, clock_.now()); }

  /// The same for whoever has just read the clock.
  void step(std::uint64_t number, Nanos when) noexcept {
    number_.store(number, std::memory_order_relaxed);
    when_.store(when.count(), std::memory_order_relaxed);
  }

  struct State {
    Phase phase = Phase::starting;
    std::string_view point;  ///< this and the note live as long as the progress and until its next phase
    std::string_view note;
    std::uint64_t number = 0;
    Nanos when{0};  ///< of the last progress
  };
  /// Where the rank is now. Safe in a signal handler.
  State look() const noexcept;

  /// The clock that `when` is of.
  Clock clock() const noexcept { return clock_; }

 private:
  Clock clock_;
  Phase phase_ = Phase::starting;
  FixedText<32> point_;
  FixedText<256> note_;
  std::atomic<std::uint64_t> number_{0};
  std::atomic<std::int64_t> when_;
};

}  // namespace syncbench::measure

template <>
struct syncbench::Names<syncbench::measure::Phase> {
  static constexpr std::array<std::pair<measure::Phase, std::string_view>, 10> table{{
      {measure::Phase::options, "options"},
      {measure::Phase::mpi_init, "mpi-init"},
      {measure::Phase::starting, "starting"},
      {measure::Phase::connecting, "connecting"},
      {measure::Phase::preparing, "preparing"},
      {measure::Phase::measuring, "measuring"},
      {measure::Phase::clock, "clock"},
      {measure::Phase::storing, "storing"},
      {measure::Phase::ending, "ending"},
      {measure::Phase::finalising, "finalising"},
  }};
};
