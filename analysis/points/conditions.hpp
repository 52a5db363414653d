#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "results/model.hpp"

namespace syncbench::analysis {

/// How the measurement of a point went: what a reader of its numbers has to know.
struct PointCondition {
  std::string id, label;
  bool unsteady = false;       ///< no cut of a warm-up left a steady rest
  bool imprecise = false;      ///< a limit of time or iterations came before the precision that was asked for
  std::string stop;            ///< what ended it: "time", "count", …
  std::size_t regimes = 0;     ///< levels, where there are several
  std::size_t iterations = 0;  ///< stored, warm-up included
  std::size_t warmup = 0;
  std::size_t late = 0;     ///< after the warm-up, with a late start
  std::size_t corrupt = 0;  ///< or without times of a rank that takes part: left out too
};

/// What the attributes of a point of a run say, with its stored iterations; the fields that only its samples know stay
/// 0.
PointCondition condition_of(const results::RunHeader& run, const results::PointHeader& point, std::size_t iterations);

/// A sentence for each kind of trouble, with the points that have it: unsteady, several levels, ended before their
/// precision, interrupted, more than a hundredth of late starts, a warm-up of more than a fifth. Empty where there is
/// none.
std::vector<std::string> condition_sentences(const std::vector<PointCondition>& points);

}  // namespace syncbench::analysis
