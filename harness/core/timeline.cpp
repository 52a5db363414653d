#include "harness/core/timeline.hpp"

namespace syncbench {

Timeline::Timeline(Clock clock, Shape shape)
    : clock_(clock),
      shape_(shape),
      // Filling touches every page: the first write to a fresh page would be a page fault inside an interval.
      enter_(shape.iterations, kAbsent),
      leave_(shape.iterations, kAbsent),
      target_(shape.iterations, kAbsent),
      mark_rows_(shape.iterations * shape.marks, kAbsent),
      evidence_rows_(shape.iterations * shape.counters, kAbsent),
      status_(shape.iterations, static_cast<std::uint8_t>(SampleStatus::ok)),
      marks_(clock, mark_rows_.data(), shape.marks) {}

void Timeline::set_status(Iteration iteration, SampleStatus status) noexcept {
  if (iteration.value >= size_) return;
  std::uint8_t& stored = status_[iteration.value];
  stored = static_cast<std::uint8_t>(stronger(static_cast<SampleStatus>(stored), status));
}

Bytes memory_of(Timeline::Shape shape) noexcept {
  return Bytes{shape.iterations * (sizeof(std::int64_t) * (3 + shape.marks + shape.counters) + sizeof(std::uint8_t))};
}

}  // namespace syncbench
