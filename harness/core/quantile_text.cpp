#include "harness/core/quantile_text.hpp"

#include "harness/core/duration_text.hpp"

namespace syncbench {

std::string quantile_text(const QuantileEstimate& estimate) {
  if (estimate.describes()) return "~" + microseconds_text(estimate.described);
  if (!estimate.bracketed()) return microseconds_text(estimate.value);
  const std::string fastest = microseconds_text(estimate.fastest), slowest = microseconds_text(estimate.slowest);
  return fastest == slowest ? fastest : fastest + "–" + slowest;
}

}  // namespace syncbench
