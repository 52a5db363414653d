#pragma once

#include <string>

#include "harness/core/quantile_estimate.hpp"

namespace syncbench {

/// A quantile as our tables show it, in µs without a unit: "4.06", "1.90–2.60" where only a bracket is known, "–" where
/// it is refused, "~4.06" for a refused median that describes the iterations alone. A bracket whose ends read alike is
/// one number.
std::string quantile_text(const QuantileEstimate& estimate);

}  // namespace syncbench
