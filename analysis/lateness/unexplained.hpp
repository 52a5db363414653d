#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/finding/finding.hpp"
#include "analysis/lateness/long_iterations.hpp"
#include "analysis/lateness/sensitivity.hpp"
#include "analysis/run/decomposition.hpp"

namespace syncbench::analysis {

/// Where the time of a point goes beyond its median, and how much of that no finding explains. Iterations with a late
/// start are left out. All in ns of an iteration, last leave − first enter.
struct Unexplained {
  std::string id, label;
  std::size_t n = 0, ranks = 0;
  std::int64_t median = 0, time = 0;  ///< of an iteration; of all together
  double beyond = 0;                  ///< share of the time beyond the median
  double share = 0;                   ///< the part of it that no finding explains
  double by_long = 0;                 ///< the part of that in iterations above three times the median
  bool told = false;                  ///< too much for healthy noise
  LongIterations longest;             ///< those of them that hold most of it; none if nothing is left
  std::int64_t shortest_ns = 0, longest_ns = 0, longest_at = 0;  ///< of those; when the longest began
  std::int64_t from = 0, until = 0, end = 0;  ///< when the first and the last of them began; the point's end
  std::size_t longest_iteration = 0;
  std::string where;   ///< in words: which ranks came last in them
  std::string advice;  ///< what would tell more
  Sensitivity smallest;
};

/// `findings`: all that were made of this point; each explains its iterations, or where it names none its cost. Empty
/// `n` for a point without iterations that count.
Unexplained unexplained_of(const Decomposition& point, const std::vector<Finding>& findings);

/// Sentences for the points that are told, one for all that are alike, and one for the rest together.
std::vector<std::string> unexplained_sentences(const std::vector<Unexplained>& points);

/// How small a lateness would have been seen; empty without points.
std::string sensitivity_sentence(const std::vector<Unexplained>& points);

}  // namespace syncbench::analysis
