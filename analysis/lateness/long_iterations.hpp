#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/lateness/off_cpu.hpp"
#include "analysis/run/decomposition.hpp"

namespace syncbench::analysis {

/// Where the time of some long iterations passes. Each iteration counts once, at the place that holds at least half of
/// what it takes beyond the usual: before the last rank entered, between the leaves, or in the call of all ranks.
struct LongIterations {
  std::size_t n = 0;
  std::vector<std::size_t> arrived, left;  ///< by place: iterations in which this rank entered, or left, last
  std::size_t inside = 0;                  ///< iterations in which all ranks were held up in the call
  bool has_evidence =
      false;  ///< the ranks' time off their processors is known, and some iteration takes long enough for it to matter
  std::vector<std::size_t> off;  ///< by place: iterations in which it was off its processor for half of it
};

/// Of some rows those that take longest, as few as hold four fifths of what all of them take beyond the usual; in the
/// order of time.
std::vector<std::size_t> longest_of(const Decomposition& point, std::vector<std::size_t> rows, std::int64_t usual);

/// `rows`: of the point. `usual`: what an iteration takes, last leave − first enter, ns. `off`: nothing without
/// evidence.
LongIterations long_iterations(const Decomposition& point, const std::vector<std::size_t>& rows, std::int64_t usual,
                               const std::optional<OffCpuTimes>& off);

/// The place that enters last in most of these iterations, nothing where that is fewer than two thirds of them.
std::optional<std::size_t> usual_latecomer(const LongIterations& found);

/// "rank 1 (n2) arrives last in 30 of these 36 iterations, in 6 all ranks are held up inside the call; rank 1 (n2) was
/// off its processor in 28": the three most frequent places.
std::string long_iterations_text(const Decomposition& point, const LongIterations& found);

}  // namespace syncbench::analysis
