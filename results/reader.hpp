#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/model.hpp"

namespace syncbench::results {

/// Samples of some ranks of one point, row-major [rank][iteration] (marks: [rank][iteration][mark]).
struct Samples {
  SampleShape shape;  ///< of what was read: `ranks` is the number of rows here
  std::vector<std::int64_t> enter, leave;
  std::vector<std::int64_t> target;  ///< empty if the point has none
  std::vector<std::int64_t> marks;   ///< empty if the point has none
  std::vector<std::uint8_t> status;
  std::vector<std::int64_t> evidence{};  ///< [rank][iteration][counter]; empty if the point has none
};

/// Reads one result file and treats it as hostile input: extents are checked against what the file can hold before
/// anything is allocated. Every call throws Error(data) with file, place and what is wrong; Error(io) if the file
/// cannot be opened for a reason of the file system's. Reads a merged file, a single part and a parts folder (all
/// points of a run that ended early) alike; of a folder, one part is open at a time, and parts that
/// cannot be opened or are another run's are left out. The header is consistent:
/// `rank_rows[r]` is rank r, and its node is one of `node_rows`. One thread only; not to be shared.
class RunReader {
 public:
  explicit RunReader(const std::filesystem::path& file);
  ~RunReader();
  RunReader(RunReader&&) noexcept;
  RunReader& operator=(RunReader&&) noexcept;

  const std::filesystem::path& file() const noexcept;
  const std::vector<LeftOut>& left_out() const noexcept;  ///< parts of a folder that are not read, and why
  const RunHeader& header() const noexcept;
  bool complete() const noexcept;                   ///< the run came to its end
  const std::string& exit_reason() const noexcept;  ///< empty in a part
  const std::vector<LogRow>& log() const noexcept;
  const std::vector<IndexRow>& index() const noexcept;  ///< one row a point, in the order of the plan

  /// Every rank's clock synchronisations, sorted by rank and time; empty in a file that has none.
  std::vector<ClockRow> clock() const;
  /// What a node was like, JSON; empty where the file does not say.
  std::string facts(std::int64_t node, FactsMoment moment) const;

  /// All of the point's attributes, `status` and `reason` among them.
  PointHeader point(std::string_view id) const;
  /// Zero ranks and iterations for a point that was not measured.
  SampleShape shape(std::string_view id) const;
  /// Memory for all that is returned is needed at once: take a large point in groups of ranks.
  Samples samples(std::string_view id, std::size_t first_rank, std::size_t ranks) const;
  /// The same into memory that is used again.
  void read(std::string_view id, std::size_t first_rank, std::size_t ranks, Samples& samples) const;
  /// How many ranks a chunk of the file spans: groups of so many, or of a multiple, are read fastest, and nothing is
  /// decompressed twice.
  std::size_t chunk_ranks(std::string_view id) const;
  /// Whether the point was recorded as a summary: it has a shape and blocks, but no samples of single ranks, which are
  /// refused (Error(data)).
  bool is_summary(std::string_view id) const;
  /// Precondition: is_summary().
  PointSummary summary(std::string_view id) const;
  /// Which alternating block each iteration belongs to; empty for a point that was not measured.
  std::vector<std::uint16_t> blocks(std::string_view id) const;
  /// Interruptions of all ranks, sorted by rank and time; nothing for a point that did not listen for them.
  std::optional<std::vector<DetourRow>> detours(std::string_view id) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace syncbench::results
