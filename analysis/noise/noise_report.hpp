#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/run/selection.hpp"
#include "analysis/statistics/periods.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {

/// What kept one rank from running, as one point of suite noise saw it.
struct RankNoise {
  std::string id;   ///< of the point
  std::string way;  ///< "selfish" or "quantum"
  std::int64_t rank = 0;
  std::string host, cpus;                       ///< where it ran, and the processors that it might run on
  double time_ns = 0;                           ///< that it listened or worked
  double lost_ns = 0;                           ///< of that to interruptions
  std::size_t count = 0;                        ///< interruptions (quantum: disturbed quanta)
  std::optional<double> longest_ns, median_ns;  ///< nothing where there was none
  std::vector<Period> periods;
  bool truncated = false;  ///< more than a rank's memory holds: what is said is a lower bound

  double share() const noexcept { return time_ns > 0 ? lost_ns / time_ns : 0; }
};

struct NoiseReport {
  std::filesystem::path file;
  /// Those that sentences are about: of the selfish loop, or of the quantum where there is no such loop.
  std::vector<const RankNoise*> telling() const;

  std::vector<RankNoise> ranks;  ///< by point, then by rank
  std::vector<std::string>
      sentences;  ///< one a rank of the selfish loop, or of the quantum where there is no such loop
};

/// The frequency, Hz, of a kernel's timer tick whose period that is; nothing if it is none that kernels are built with.
std::optional<int> tick_frequency(double period_ns) noexcept;

/// "core 1 (rank 1 on n1) loses 2.4 % to interruptions every 4 ms (a timer of 250 Hz), longest 310 µs"
std::string noise_sentence(const RankNoise& noise);

/// The same, or nothing where noise was not measured or is not selected. Throws as the reader does.
std::optional<NoiseReport> noise_report_if_any(const std::filesystem::path& file, const Selection& selection);

/// What keeps ranks from running, in one file. Throws as the reader does, Error(usage) where the selection fits no
/// point, Error(data) where the file has no measured point of suite noise.
NoiseReport noise_report(const std::filesystem::path& file, const Selection& selection);

}  // namespace syncbench::analysis
