#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/run/selection.hpp"
#include "harness/core/mean_interval.hpp"

namespace syncbench::analysis {

/// A user's own number.
struct Observation {
  double nanos = 0;
  double bytes = 0;  ///< in all
  std::int64_t operations = 1;
};

/// What the library needs for that, by a run's points.
struct Bisection {
  std::string basis;        ///< which points it rests on
  MeanInterval library_ns;  ///< from the points' median and its limits, interpolated
  bool extrapolated = false;
};

/// "217ms", "1.5s", "300us", "12ns"; a plain number is nanoseconds. Throws Error(usage) naming the option otherwise.
double parse_duration_ns(const std::string& option, const std::string& text);

/// What so many operations of so many bytes in all take in this run: times are interpolated between points of serial
/// storms or single operations, linearly in bytes and in operations on a logarithmic scale. Nothing without such
/// points. Throws as the reader does.
std::optional<Bisection> bisect(const std::filesystem::path& file, const Selection& selection,
                                const Observation& observed);

/// What it means, for people.
std::string bisection_text(const Observation& observed, const std::optional<Bisection>& bisection);

/// A file and what it says of the observation.
struct ObservedReport {
  std::filesystem::path file;
  std::optional<Bisection> bisection;
};

/// One JSON document; it ends with a line break.
std::string observed_json(const Observation& observed, const std::vector<ObservedReport>& reports);

}  // namespace syncbench::analysis
