#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <syncbench/core/clock.hpp>
#include <syncbench/core/program.hpp>
#include <syncbench/core/timeline.hpp>
#include <syncbench/core/treatment.hpp>
#include <syncbench/measure/stop_reason.hpp>
#include <syncbench/mpi/communicator.hpp>

namespace syncbench::measure {

/// One of the programs that are compared with each other, and how it is to be measured.
struct Subject {
  Program* program = nullptr;
  Treatment treatment;
};

/// What one rank knows of a measured subject.
struct Measurement {
  Timeline timeline;
  std::vector<std::uint16_t> blocks;  ///< [iteration], which alternating block
  std::size_t warmup = 0;             ///< iterations at the start that are flagged
  StopReason stop_reason = StopReason::count;
  bool corrupt = false;     ///< on any rank
  std::string first_wrong;  ///< on this rank; empty if nothing was wrong here
};

/// Measures programs on all ranks of a communicator; holds the project's one measurement loop.
class Runner {
 public:
  /// The communicator must outlive the runner and carry no other traffic while it measures.
  Runner(const mpi::Communicator& communicator, Clock clock) noexcept : communicator_(communicator), clock_(clock) {}

  /// Measures the subjects of one comparison group in alternating blocks in a random order that `seed` alone decides (a
  /// group of one: in one block). Collective; blocks. All ranks pass the same treatments and seed. Throws what a
  /// program throws, Error(internal) when MPI fails, std::bad_alloc.
  std::vector<Measurement> measure(std::span<const Subject> group, std::uint64_t seed) const;

 private:
  const mpi::Communicator& communicator_;
  Clock clock_;
};

/// Blocks in which each subject of a comparison group is measured.
inline constexpr std::size_t kAlternatingBlocks = 5;

}  // namespace syncbench::measure
