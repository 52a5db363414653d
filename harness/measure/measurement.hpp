#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/core/program.hpp"
#include "harness/core/stop_rule.hpp"
#include "harness/core/timeline.hpp"
#include "harness/core/treatment.hpp"
#include "harness/core/warmup.hpp"
#include "harness/mpi/communicator.hpp"

namespace syncbench::measure {

/// One of the programs that are compared with each other, and how it is to be measured.
struct Subject {
  Program* program = nullptr;  ///< null on a rank that takes no part: it sleeps meanwhile, and its samples are absent
  Treatment treatment;
  std::string name;        ///< for whoever asks where the run stands
  bool may_batch = false;  ///< several operations a sample where the timer's floor asks for it
  /// Where ranks are measured in groups, each for itself at the same time: the own group, which starts its iterations
  /// together; null on ranks that take no part. Programs of groups have no marks and are not late.
  const mpi::Communicator* group = nullptr;
  bool in_groups = false;  ///< the same on all ranks
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
