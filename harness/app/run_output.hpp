#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/app/configuration.hpp"
#include "harness/app/live_table.hpp"
#include "harness/app/measure_points.hpp"
#include "harness/app/plan.hpp"
#include "harness/core/error.hpp"
#include "harness/machine/placement.hpp"
#include "harness/mpi/communicator.hpp"
#include "results/writer.hpp"

namespace syncbench::app {

/// What a run leaves: the folder in which points are stored while it lasts, the file at its end, and what users read
/// above, in and below the table. Everything is done on rank 0; the collective calls tell the other ranks.
class RunOutput {
 public:
  /// Both arguments outlive it.
  RunOutput(const mpi::Communicator& world, const Configuration& configuration);

  /// Said above and below the table, and stored. To be called before open(), with the same on all ranks.
  void warn(const machine::PlacementFinding& finding);

  /// Makes the place for the result, so that an unwritable one fails before anything is measured, and prints the
  /// plan. Collective; blocks. Throws AgreedError if there can be no such result.
  void open(const results::RunHeader& header, std::span<const PlannedPoint> plan, const suite::World& ranks);

  /// Where the points are until finish(); on every rank.
  const std::string& folder() const noexcept { return folder_; }
  /// Null on other ranks than 0.
  results::RunWriter* writer() noexcept { return writer_ ? &*writer_ : nullptr; }
  LiveTable& table() noexcept { return table_; }

  /// Ends a run that a signal ended: its points stay where they are. There is no time to merge them, for a launcher
  /// kills a second later. Throws AgreedError with the signal's exit code.
  [[noreturn]] void leave_parts(int signal) const;

  /// Merges the points into the file and says where it is. Returns what the process is to end with: 0, or the code of
  /// the signal (SIGUSR1) that ended the loop. Collective; blocks. Throws AgreedError if the file cannot be written, if
  /// a part is damaged, or if a point had wrong payload; the file is there in the two latter cases.
  ExitCode finish(const PointLoop& loop);

 private:
  void print_plan(std::span<const PlannedPoint> plan, const suite::World& ranks) const;
  void note_moved_parts(std::FILE* out) const;
  void print_warnings(std::FILE* out) const;
  std::filesystem::path merge(const PointLoop& loop);
  void print_end(const std::filesystem::path& file, const PointLoop& loop);
  void refuse_damaged_parts();

  const mpi::Communicator& world_;
  const Configuration& configuration_;
  LiveTable table_;
  std::vector<std::string> warnings_;
  std::vector<machine::PlacementFinding> placement_;
  std::optional<results::RunWriter> writer_;  // on rank 0
  std::filesystem::path file_;                // the result's name as it was asked for, on rank 0
  std::string folder_;
};

}  // namespace syncbench::app
