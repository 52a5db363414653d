#pragma once

#include <cstddef>

#include "harness/core/program.hpp"

namespace syncbench::measure {

/// Another program several times over, for operations that take hardly longer than reading the clock: what is timed is
/// then as many of them back to back, and a sample is their sum. Marks are the last one's.
class Repeated final : public Program {
 public:
  /// The program outlives it; `times` is 1 or more.
  Repeated(Program& program, std::size_t times) noexcept : program_(program), times_(times) {}

  void arm(Iteration iteration, Payload payload) override { program_.arm(iteration, payload); }
  void run(Marks& marks) override {
    for (std::size_t left = times_; left > 0; --left) program_.run(marks);
  }
  Verification verify() override { return program_.verify(); }
  void hold_with(const Pause* pause) noexcept override { program_.hold_with(pause); }
  std::span<const std::string> mark_names() const noexcept override { return program_.mark_names(); }

 private:
  Program& program_;
  std::size_t times_;
};

}  // namespace syncbench::measure
