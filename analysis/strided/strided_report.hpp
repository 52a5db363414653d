#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/run/point_series.hpp"
#include "analysis/run/selection.hpp"
#include "analysis/strided/strided_guidelines.hpp"

namespace syncbench::analysis {

/// Where the time of a method goes; the three sum to 1. With new-datatype, packing is making the datatype, unpacking
/// is freeing it.
struct TransferPhases {
  double pack = 0, transfer = 0, unpack = 0;
};

/// A layout under one method.
struct StridedRow {
  std::string id, method;
  std::size_t n = 0;
  double median_ns = 0;
  std::optional<MeanInterval> times_contiguous;  ///< against the same bytes as they lie; not of those themselves
  std::optional<TransferPhases> phases;          ///< where the method marks them
};

/// One layout and size under all methods, measured in alternating blocks beside the same bytes that lie together.
struct StridedComparison {
  std::string subject;  ///< "vector:4, ring f32 on mpi": what its sizes have in common
  std::string label;    ///< with the size: "vector:4, ring f32 on mpi, 65536 B"
  std::string layout;
  std::int64_t bytes = 0;
  std::vector<StridedRow> rows;                    ///< in the order of measurement, the contiguous one first
  std::optional<MeanInterval> datatype_over_hand;  ///< what a datatype takes against packing by hand

  const StridedRow* find(std::string_view method) const noexcept;
};

struct StridedReport {
  std::filesystem::path file;
  std::vector<StridedComparison> comparisons;
  std::vector<GuidelineChecks> guidelines;  ///< of the MPI library: those that the file's points can answer
  std::vector<std::string> sentences;

  std::size_t checked() const noexcept;  ///< checks of guidelines
  std::size_t broken() const noexcept;   ///< and how many of them fail
};

/// What layouts cost in one file; nothing if it has no measured point of suite strided. Throws as run_reports() does.
std::optional<StridedReport> strided_report_if_any(const std::filesystem::path& file, const Selection& selection);

/// The same. Throws Error(data) where there is nothing.
StridedReport strided_report(const std::filesystem::path& file, const Selection& selection);

}  // namespace syncbench::analysis
