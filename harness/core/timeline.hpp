#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/core/clock.hpp"
#include "harness/core/marks.hpp"
#include "harness/core/sample_status.hpp"
#include "harness/core/units.hpp"

namespace syncbench {

/// One rank's samples of one point, in nanoseconds of the rank's local clock. All storage is allocated and touched by
/// the constructor (std::bad_alloc); nothing else allocates, throws, logs or makes a system call but reading the clock.
class Timeline {
 public:
  struct Shape {
    std::size_t iterations = 0;  ///< capacity
    std::size_t marks = 0;       ///< slots an iteration
    std::size_t counters = 0;    ///< of evidence
  };

  Timeline(Clock clock, Shape shape);

  /// Starts an iteration. `target` is the moment at which it was to start, or Nanos{kAbsent}. Precondition: !full().
  void enter(Nanos target) noexcept {
    target_[size_] = target.count();
    enter_[size_] = clock_.now().count();
  }

  /// Ends the iteration that enter() began.
  void leave() noexcept {
    leave_[size_] = clock_.now().count();
    ++size_;
    marks_.row_ += marks_.count_;
  }

  /// An iteration in which this rank took no part: all of it stays absent. Precondition: !full().
  void skip() noexcept {
    ++size_;
    marks_.row_ += marks_.count_;
  }

  /// Slots of the iteration that is running.
  Marks& marks() noexcept { return marks_; }

  /// Counters of the iteration that enter() is about to begin.
  std::span<std::int64_t> evidence() noexcept {
    return {evidence_rows_.data() + size_ * shape_.counters, shape_.counters};
  }

  /// Says after the fact what a finished iteration was; the stronger claim stays.
  void set_status(Iteration iteration, SampleStatus status) noexcept;

  bool full() const noexcept { return size_ == shape_.iterations; }
  std::size_t size() const noexcept { return size_; }  ///< finished iterations
  std::size_t mark_count() const noexcept { return shape_.marks; }
  std::size_t counter_count() const noexcept { return shape_.counters; }

  std::span<const std::int64_t> enters() const noexcept { return {enter_.data(), size_}; }
  std::span<const std::int64_t> leaves() const noexcept { return {leave_.data(), size_}; }
  std::span<const std::int64_t> targets() const noexcept { return {target_.data(), size_}; }
  std::span<const std::uint8_t> statuses() const noexcept { return {status_.data(), size_}; }
  /// [iteration][mark]
  std::span<const std::int64_t> mark_rows() const noexcept { return {mark_rows_.data(), size_ * shape_.marks}; }
  /// [iteration][counter]
  std::span<const std::int64_t> evidence_rows() const noexcept {
    return {evidence_rows_.data(), size_ * shape_.counters};
  }

 private:
  Clock clock_;
  Shape shape_;
  std::vector<std::int64_t> enter_, leave_, target_, mark_rows_, evidence_rows_;
  std::vector<std::uint8_t> status_;
  std::size_t size_ = 0;
  Marks marks_;
};

/// Memory that a Timeline of that shape takes.
Bytes memory_of(Timeline::Shape shape) noexcept;

}  // namespace syncbench
