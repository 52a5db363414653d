#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "results/model.hpp"

namespace syncbench::results {

/// A rectangle of samples, row-major [rank][iteration] (marks: [rank][iteration][mark]), ns on each rank's local clock.
struct SampleBlock {
  std::size_t first_rank = 0, ranks = 0, first_iteration = 0, iterations = 0;
  std::span<const std::int64_t> enter, leave;
  std::span<const std::int64_t> target;  ///< empty where the shape has no targets
  std::span<const std::int64_t> marks;   ///< empty where the shape has no marks
  std::span<const std::uint8_t> status;
  std::span<const std::int64_t> evidence = {};  ///< [rank][iteration][counter]; empty where the shape has no counters
};

/// Writes one point into its own part file `<run>.h5.parts/<id>.h5`. The file bears a temporary name until commit().
/// Every call may throw Error(io) with file and reason, and Error(internal) for samples that do not fit the shape or
/// come after commit(); the destructor only abandons and removes the temporary file. Samples that nobody wrote are
/// stored as absent, blocks that nobody wrote as 0.
class PointWriter {
 public:
  PointWriter(PointWriter&&) noexcept;
  PointWriter& operator=(PointWriter&&) noexcept;
  ~PointWriter();

  /// Ranks × iterations of a block that matches the chunks: blocks of this extent, at multiples of it, compress each
  /// chunk once. Any other rectangle is right too, only slower.
  std::size_t block_ranks() const noexcept;
  std::size_t block_iterations() const noexcept;

  void write(const SampleBlock& block);
  /// Which alternating block each iteration belongs to; one value an iteration.
  void write_blocks(std::span<const std::uint16_t> blocks);

  /// Makes the table `detours` with so many rows, perhaps none; once, before write_detours().
  void begin_detours(std::size_t rows);
  /// The table's next rows, sorted by rank and time. All of them are to come before commit(). Rows are passed in
  /// pieces, so that memory for all ranks' together is never needed.
  void write_detours(std::span<const DetourRow> rows);

  /// Adds the index row (with this point's id and status), flushes, closes with every close checked, fsyncs, and
  /// renames the part into place. After an error the point can only be abandoned.
  void commit(const IndexRow& index);

 private:
  friend class RunWriter;
  struct State;
  explicit PointWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Writes one run: a parts folder while it measures, one file at the end. Used by rank 0 alone. Every call may throw
/// Error(io), and Error(internal) for what would not be a valid file. If the object dies before finish(), the parts
/// remain, unlocked, and are a valid result; a folder without finished points is removed. One thread only: HDF5 is not
/// built for more.
class RunWriter {
 public:
  /// What happens to a result of the same name, and to points that a run of the same name left when it died.
  enum class Existing {
    refuse,   ///< they are there: nothing is measured
    replace,  ///< they stay until finish(), which replaces the result and removes the points
    keep,     ///< they stay; finish() takes the next free name
  };

  /// How long a silent run is not taken for dead where its process cannot be seen. To be longer than the run can
  /// be busy between two calls of beat().
  static constexpr std::chrono::seconds kPatience{600};

  /// Makes the parts folder and locks it, so that an unwritable place fails before anything is measured. Throws
  /// Error(usage) if `file` or finished points in its parts folder exist and are to be refused (naming `recover` and
  /// `--force`), if `file` is anything but a regular file, or if another process works on the parts folder; Error(io)
  /// if the place cannot be written. A parts folder without points is taken over.
  ///
  /// The header needs `rank_rows` of `ranks` rows in the order of ranks and `node_rows` of `nodes` rows.
  RunWriter(std::filesystem::path file, RunHeader header, Existing existing, std::chrono::seconds patience = kPatience);
  ~RunWriter();

  /// Begins a measured point. Its attributes get `status` = "measured". The shape has the header's ranks, at least one
  /// iteration, and as many marks and counters as the point has names of them. Ids are 1 to 64 letters, digits, '_',
  /// '-' and '.'. Several points may be open at the same time; one that was abandoned may be begun again or written as
  /// not measured.
  PointWriter begin(PointHeader point, const SampleShape& shape);

  /// Writes a point that was not measured, with its reason, as a part. Its index row is made from its attributes.
  void not_measured(PointHeader point, const std::string& reason);

  /// Writes a point that is recorded as a summary (attribute `record` = "summary"), as a part. As many statuses and
  /// blocks as slowest times, one or more, and a row of levels a rank; else Error(internal). The index row gets the
  /// point's id.
  void summary(PointHeader point, const PointSummary& summary, std::span<const std::uint16_t> blocks, IndexRow index);

  /// Remembers a log row; it goes into the parts that follow and into the merged file.
  void log(LogRow row);

  /// The synchronisations of clocks around the points that are begun from now on, until the next call: a part holds its
  /// own, and the merged file all of them.
  void set_clock(std::vector<ClockRow> rows);

  /// The median spread of starts in a start mode; goes into what is written from now on.
  void set_start_spread(const std::string& mode, std::int64_t spread_ns);

  /// How long a phase of getting a backend's library ready took ("gloo_connect"); goes into what is written from now
  /// on.
  void set_setup_time(const std::string& phase, std::int64_t time_ns);

  /// How the ranks got from their launch to the first point, sorted by rank and time; goes into what is written from
  /// now on.
  void set_startup(std::vector<StartupRow> rows);

  /// What the nodes are like, JSON by node in the order of nodes; an empty text is left out. `begin` is written at once
  /// into a part without points (`facts.h5`), so that a run that dies has it too; `end` goes into the merged file.
  void facts(FactsMoment moment, std::vector<std::string> json_by_node);

  /// A sign of life for whoever wants to take over the parts folder; to be called often, it writes every 20 s at most.
  /// Throws Error(io) if another process took this one for dead and has the folder.
  void beat();

  /// Where the points of an earlier run of this name are until finish(), with Existing::replace and keep; empty: none.
  std::filesystem::path moved_aside() const;

  /// Merges the parts into the run's file, which appears whole, removes what it merged, and returns the file's path:
  /// the one that was asked for, or the next free name if something else took it meanwhile. Points are in the order of
  /// their ids, by length first. Points that are still open are lost. If it fails, the parts stay, and the sentence
  /// says so; if only removing them fails, the sentence says that the file is complete.
  std::filesystem::path finish(const std::string& exit_reason);

  /// Parts that finish() could not merge; they are still in the parts folder.
  const std::vector<LeftOut>& left_out() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace syncbench::results
