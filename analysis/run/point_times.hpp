#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/core/clock_model.hpp"
#include "harness/core/units.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {

/// What is known about an iteration before its times are compared.
enum class IterationUse : std::uint8_t {
  left_out,  ///< warm-up, a wrong payload, or a participant that has no times
  late,      ///< a rank's gate failed: ranks came as the deadline reached them, so nobody is late in it
  counts,
};

/// All participants' times of one point, row-major [iteration][place], local ns.
struct PointTimes {
  results::PointHeader header;
  std::vector<Rank> ranks;         ///< by place, ascending: those that took part in any iteration
  std::vector<NodeIndex> nodes;    ///< by place
  std::vector<std::string> hosts;  ///< by place
  std::size_t iterations = 0;      ///< or operations, see below
  /// Above 1: a serial storm at its marks, and every row called an iteration here and below is one operation of it: the
  /// k-th is entered when the one before is left. So many belong to one iteration.
  std::size_t operations = 1;
  std::vector<std::int64_t> enter, leave;
  /// The threads' processor time just before entering and just after leaving, ns; empty without that evidence.
  std::vector<std::int64_t> processor_enter, processor_leave;
  std::vector<std::uint8_t> status;   ///< [iteration][place], SampleStatus numbers
  std::vector<IterationUse> use;      ///< by iteration
  std::vector<std::uint16_t> blocks;  ///< by iteration
  Nanos epsilon{0};                   ///< of the least known clock; 0 where all ranks share a node, whose clock is one

  std::span<const std::int64_t> enters(std::size_t iteration) const;
  std::span<const std::int64_t> leaves(std::size_t iteration) const;
};

/// Whether a storm can be taken apart by operations: serial, of more than one piece, with all marks of their ends.
bool has_operation_marks(const results::PointHeader& header);

/// Reads a measured point whole: 16 bytes a rank and iteration, 32 with evidence. `clocks`: clocks_of() of the same
/// run. `by_operations`: one row an operation, for a point with has_operation_marks(), without evidence. Throws
/// Error(data) as the reader does, for a missing warm-up, and for times that no iteration can have.
PointTimes read_times(const results::RunReader& reader, results::PointHeader header,
                      const std::vector<ClockModel>& clocks, bool by_operations = false);

}  // namespace syncbench::analysis
