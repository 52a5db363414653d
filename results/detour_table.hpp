#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "results/h5/handle.hpp"
#include "results/model.hpp"

namespace syncbench::results {

inline constexpr const char* kDetours = "detours";

/// The table `detours` of the point that is being written, filled piece by piece. Throws h5::Failure, and
/// Error(internal) for rows beyond its end or a close before it.
class DetourTable {
 public:
  DetourTable(const h5::Group& point, std::size_t rows);
  void append(std::span<const DetourRow> rows);
  void close();

 private:
  std::size_t rows_, written_ = 0;
  h5::Dataset dataset_;
};

/// All rows of a point of a run of so many ranks; nothing where it has no such table. Throws h5::Failure for a rank
/// that the run does not have, a negative length, or rows that are not sorted by rank and time.
std::optional<std::vector<DetourRow>> read_detours(const h5::Group& point, std::int64_t ranks);

}  // namespace syncbench::results
