#include "harness/measure/progress.hpp"

namespace syncbench::measure {

// The step comes first: a watchdog that wakes up amid the rest finds fresh progress and reads no further.
void Progress::begin(Phase phase, std::string_view point) noexcept {
  step(0);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  phase_ = phase;
  point_ = FixedText<32>(point);
  note_.clear();
}

// No progress: whoever notes what it lost waits for the deadline that it has already.
void Progress::note(std::string_view text) noexcept { note_ = FixedText<256>(text); }

Progress::State Progress::look() const noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return {.phase = phase_,
          .point = point_.view(),
          .note = note_.view(),
          .number = number_.load(std::memory_order_relaxed),
          .when = Nanos{when_.load(std::memory_order_relaxed)}};
}

}  // namespace syncbench::measure
