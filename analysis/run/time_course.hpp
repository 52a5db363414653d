#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/run/decomposition.hpp"
#include "harness/core/iteration_maxima.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {

/// One iteration after the warm-up, ns.
struct CourseStep {
  std::size_t iteration = 0;  ///< its number in the file, warm-up counted
  bool counts = true;         ///< false: some rank's gate failed
  std::uint16_t block = 0;
  std::int64_t begin = 0;    ///< from the beginning of the point's first iteration
  std::int64_t time = 0;     ///< the iteration's statistic: the longest leave − enter of any rank
  std::int64_t lasting = 0;  ///< until the next step of the same block begins; of a block's last step: its own time
};

/// How the iterations of a point follow each other.
struct TimeCourse {
  std::vector<CourseStep> steps;  ///< in the order of time
  std::size_t operations = 1;     ///< that a time holds; sentences divide by it
  std::int64_t end = 0;           ///< of the last step, ns from the beginning
};

/// Of a point that was taken apart; times of `begin` are those of the clock of its first rank.
TimeCourse time_course(const Decomposition& point);

/// Of any measured point, on the clock of the first rank that takes part. Where only a summary was recorded, iterations
/// follow each other without a gap. `maxima`: maxima_of() the point. Throws Error(data) as point_statistics() does.
TimeCourse time_course(const results::RunReader& reader, const results::PointHeader& point,
                       const IterationMaxima& maxima);

}  // namespace syncbench::analysis
