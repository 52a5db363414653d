#include "progress.hpp"

namespace syncbench::measure {

void Progress::begin(Phase phase, std::string_view point) {
  const std::lock_guard lock(mutex_);
  phase_ = phase;
  point_ = point;
  note_.clear();
  step(0);
}

void Progress::note(std::string text) {
  const std::lock_guard lock(mutex_);
  note_ = std::move(text);
}

Progress::State Progress::look() const {
  const std::lock_guard lock(mutex_);
  return {.phase = phase_,
          .point = point_,
          .note = note_,
          .number = number_.load(std::memory_order_relaxed),
          .when = Nanos{when_.load(std::memory_order_relaxed)}};
}

}  // namespace syncbench::measure
