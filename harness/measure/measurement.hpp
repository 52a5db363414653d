#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <syncbench/core/program.hpp>
#include <syncbench/core/stop_rule.hpp>
#include <syncbench/core/timeline.hpp>
#include <syncbench/core/treatment.hpp>
#include <syncbench/core/warmup.hpp>

namespace syncbench::measure {

/// One of the programs that are compared with each other, and how it is to be measured.
struct Subject {
  Program* program = nullptr;
  Treatment treatment;
  std::string name;        ///< for whoever asks where the run stands
  bool may_batch = false;  ///< several operations a sample where the timer's floor asks for it
};

/// What one rank knows of a measured subject.
struct Measurement {
  Timeline timeline;
  std::vector<std::uint16_t> blocks;            ///< [iteration], which alternating block
  std::size_t warmup = 0;                       ///< iterations at the start that are flagged
  Steadiness steadiness = Steadiness::too_few;  ///< of what comes after them
  StopCause stop_cause = StopCause::count;
  bool corrupt = false;        ///< on any rank
  std::string first_wrong;     ///< on this rank; empty if nothing was wrong here
  std::size_t operations = 1;  ///< in each sample: with several, a sample divided by them is a mean
  Nanos lateness{0};           ///< L of injected lateness (lateness.hpp)
  Nanos lateness_unit{0};      ///< T0, where that was asked for as a multiple of it; 0 elsewhere
  int signal = 0;              ///< that ended the measurement on all ranks; 0: none
};

}  // namespace syncbench::measure
