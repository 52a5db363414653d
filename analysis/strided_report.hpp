#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "point_series.hpp"
#include "selection.hpp"

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

/// What an MPI library promises of itself: Träff, Gropp & Thakur, "Self-consistent MPI performance guidelines", IEEE
/// Trans. Parallel Distrib. Syst. 21 (2010), doi 10.1109/TPDS.2009.120. A guideline is broken where the whole interval
/// lies more than 5 % beyond it.
struct BrokenGuideline {
  enum class Which {
    datatype_above_pack,  ///< a datatype is no slower than MPI_Pack, send and MPI_Unpack
    one_type_above_many,  ///< one element of contiguous(count, T) is no slower than count elements of T
    many_above_one_type,  ///< nor the other way round
  };
  Which which = Which::datatype_above_pack;
  std::string label, id, other_id;  ///< the comparison; the slower point and the one that it should not exceed
  MeanInterval ratio;
  double loss_ns = 0;  ///< by how much the slower one's median is longer
};

struct StridedReport {
  std::filesystem::path file;
  std::vector<StridedComparison> comparisons;
  std::size_t checked = 0;  ///< guidelines that the file's points can answer
  std::vector<BrokenGuideline> broken;
  std::vector<std::string> sentences;
};

/// What layouts cost in one file; nothing if it has no measured point of suite strided. Throws as run_reports() does.
std::optional<StridedReport> strided_report_if_any(const std::filesystem::path& file, const Selection& selection);

/// The same. Throws Error(data) where there is nothing.
StridedReport strided_report(const std::filesystem::path& file, const Selection& selection);

}  // namespace syncbench::analysis
