#pragma once

#include <optional>
#include <string>
#include <vector>

namespace syncbench::bench {

/// One number that a bench found, and what it should be.
struct Figure {
  std::string bench;  ///< "floor"
  std::string what;   ///< "null backend, leave − enter, p50"
  double value = 0;
  std::string unit;  ///< "ns"; empty for a ratio
  std::optional<double> limit = std::nullopt;
  bool at_least = false;  ///< the limit is a lower one

  bool met() const noexcept { return !limit || (at_least ? value >= *limit : value <= *limit); }
};

using Figures = std::vector<Figure>;

}  // namespace syncbench::bench
