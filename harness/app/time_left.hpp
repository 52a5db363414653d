#pragma once

#include <string>

#include "harness/core/nanos.hpp"

namespace syncbench::app {

/// How far a run has come, in the planner's estimates, corrected by what the finished points really took.
class TimeLeft {
 public:
  /// `planned`: the whole run's estimate.
  explicit TimeLeft(Nanos planned) noexcept : planned_(planned) {}

  /// A group is over: what it was estimated at, and took.
  void finished(Nanos planned, Nanos took) noexcept {
    done_ += planned;
    took_ += took;
  }

  /// What is left while a group of that estimate has been running for so long; never negative.
  Nanos left(Nanos planned, Nanos running) const noexcept;

 private:
  double scale() const noexcept;

  Nanos planned_;
  Nanos done_{0}, took_{0};
};

/// "[=====>----] 8 of 25 points, about 21 s left"
std::string progress_text(std::size_t done, std::size_t points, Nanos left);

}  // namespace syncbench::app
