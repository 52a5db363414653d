#pragma once

#include <array>
#include <cstddef>

#include "results/h5/type.hpp"

namespace syncbench::results {

/// One dataset of a point. Its extent is the first `dimensions` of [rank][iteration][mark or counter], but for `block`.
struct SampleDataset {
  const char* name;
  h5::Number number;
  std::size_t dimensions;
  const char* unit;
  const char* description;
};

inline constexpr SampleDataset kEnter{"enter", h5::Number::int64, 2, "ns",
                                      "[rank][iteration] when the rank entered, on its local clock; INT64_MIN: took no "
                                      "part"};
inline constexpr SampleDataset kLeave{"leave", h5::Number::int64, 2, "ns",
                                      "[rank][iteration] when the rank left, on its local clock; INT64_MIN: took no "
                                      "part"};
inline constexpr SampleDataset kTarget{
    "target", h5::Number::int64, 2, "ns",
    "[rank][iteration] when the rank was to enter, on its local clock; INT64_MIN: no "
    "deadline"};
inline constexpr SampleDataset kMarks{
    "marks", h5::Number::int64, 3, "ns",
    "[rank][iteration][mark] moments inside the iteration, on the rank's local clock; "
    "INT64_MIN: not reached"};
inline constexpr SampleDataset kStatus{"status", h5::Number::uint8, 2, "1",
                                       "[rank][iteration] what is known about the sample; attribute `names` gives each "
                                       "value's name"};
inline constexpr SampleDataset kBlock{"block", h5::Number::uint16, 1, "1",
                                      "[iteration] which alternating block the iteration belongs to"};

inline constexpr SampleDataset kEvidence{
    "evidence", h5::Number::int64, 3, "ns or 1",
    "[rank][iteration][counter] what the kernel counted for the rank's thread just before it entered and just after it "
    "left, absolute; names that end in _ns are times"};

// In place of all but `block`, where a point was recorded as a summary.
inline constexpr SampleDataset kSlowest{
    "slowest", h5::Number::int64, 1, "ns",
    "[iteration] the longest leave - enter of any rank; INT64_MIN: nobody took part"};
inline constexpr SampleDataset kSlowestStatus{
    "slowest_status", h5::Number::uint8, 1, "1",
    "[iteration] the strongest status of any rank, by the numbers of `status`"};
inline constexpr SampleDataset kSketchLevels{"sketch_levels", h5::Number::float64, 1, "1",
                                             "[level] which quantiles `sketch` holds; 0: the shortest, 1: the longest"};
inline constexpr SampleDataset kSketch{
    "sketch", h5::Number::int64, 2, "ns",
    "[rank][level] quantiles of the rank's own leave - enter over the iterations that "
    "count; INT64_MIN: it took part in none"};

/// Attribute of a point: what was recorded of it.
inline constexpr const char* kRecord = "record";
inline constexpr const char* kRecordSummary = "summary";
inline constexpr std::size_t kSummaryChunk = std::size_t{1} << 16;  ///< values

inline constexpr std::array<SampleDataset, 4> kSummaryDatasets{kSlowest, kSlowestStatus, kSketchLevels, kSketch};

/// All of a point that was recorded in full. `target`, `marks` and `evidence` are optional, the others are in every
/// measured point.
inline constexpr std::array<SampleDataset, 7> kSampleDatasets{kEnter,  kLeave, kTarget,  kMarks,
                                                              kStatus, kBlock, kEvidence};

}  // namespace syncbench::results
