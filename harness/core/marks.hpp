#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/core/clock.hpp"

namespace syncbench {

/// Where a program notes moments inside the timed region, such as "packed". One slot a mark and iteration; a slot that
/// is not written stays absent. Neither call allocates, throws or makes a system call beyond reading the clock.
class Marks {
 public:
  Marks(Clock clock, std::int64_t* row, std::size_t count) noexcept : clock_(clock), row_(row), count_(count) {}

  /// Notes the present moment. An index beyond the program's mark names is ignored.
  void mark(std::size_t index) noexcept {
    if (index < count_) row_[index] = clock_.now().count();
  }

  /// Notes a moment that is known only afterwards, on this rank's local clock (GPU events).
  void mark_at(std::size_t index, Nanos when) noexcept {
    if (index < count_) row_[index] = when.count();
  }

  /// Marks that note nothing, for a part of a program whose own marks are not wanted.
  Marks none() const noexcept { return {clock_, nullptr, 0}; }

 private:
  friend class Timeline;
  Clock clock_;
  std::int64_t* row_;
  std::size_t count_;
};

}  // namespace syncbench
