#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/run/point_series.hpp"
#include "analysis/run/selection.hpp"
#include "analysis/statistics/latency_fit.hpp"

namespace syncbench::analysis {

/// One storm beside the same bytes in one operation.
struct StormRow {
  std::string id, policy;
  std::int64_t pieces = 0;
  double piece_bytes = 0;  ///< mean
  std::size_t n = 0;
  double median_ns = 0;
  std::optional<double> fused_ns;      ///< packed into one operation, packing and unpacking counted
  std::optional<MeanInterval> price;   ///< share of the storm's time that splitting costs: 1 − fused / storm
  std::optional<double> times_single;  ///< against one operation of all bytes, no packing
  std::optional<double> rate_share;    ///< of the best rate that the run's points of this operation reached
};

/// What each further operation costs at fixed total bytes, within one protocol segment of the pieces' sizes.
struct OperationCost {
  std::string policy;
  double least_bytes = 0, most_bytes = 0;  ///< of the pieces
  std::vector<std::int64_t> pieces;
  std::optional<MeanInterval> nanos;  ///< slope of time over pieces; nothing where too few blocks carry an interval
};

/// Points that differ in nothing but pieces and policy.
struct Storm {
  std::string label;  ///< "allreduce f32 on mpi, 1960000 B"
  std::int64_t bytes = 0;
  std::vector<StormRow> rows;
  std::vector<OperationCost> costs;
};

/// The same operations with a part of the bytes: does time follow bytes?
struct FractionRow {
  std::string label, policy, of;
  double fraction = 0;
  std::int64_t pieces = 0, bytes = 0;
  double median_ns = 0;
  std::optional<MeanInterval> share;  ///< of the time that sending all of it takes
};

/// A size sweep and its segments.
struct Sweep {
  std::string label;
  std::vector<SizeTime> sizes;
  std::vector<LatencySegment> segments;
  std::optional<double> half_bandwidth_bytes;  ///< α/β of the last segment that fits
};

struct StormReport {
  std::filesystem::path file;
  std::vector<Sweep> sweeps;
  std::vector<Storm> storms;
  std::vector<FractionRow> fractions;
  std::vector<std::string> sentences;
};

/// What splitting costs in one file (prices: both measured in alternating blocks of one run, never attributed from a
/// fit). Throws as run_reports() does, and Error(data) where the file has neither a storm nor a sweep.
StormReport storm_report(const std::filesystem::path& file, const Selection& selection);

/// The same; nothing where the file has neither.
std::optional<StormReport> storm_report_if_any(const std::filesystem::path& file, const Selection& selection);

}  // namespace syncbench::analysis
