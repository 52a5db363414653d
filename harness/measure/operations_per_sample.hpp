#pragma once

#include <cstddef>
#include <functional>

#include "harness/core/nanos.hpp"
#include "harness/core/timer_quality.hpp"

namespace syncbench::measure {

/// Measures a few samples of so many operations each and gives their median, ns: the longest of any rank, so that all
/// ranks get the same.
using MedianOf = std::function<Nanos(std::size_t samples, std::size_t operations)>;

/// How many operations a sample has to hold so that the timer's floor is a small part of it: 1 unless the overhead is
/// over a quarter of a single one or the resolution over a tenth (TimerQuality::batch), then as many as make it fine. A
/// clock too coarse to see one operation says nothing of its length, so the number grows by what larger samples show.
///
/// `settled`: a rough median of single operations, waiting for other ranks included; if it is far above the floor
/// nothing more is measured. Takes 16 samples of one operation otherwise, and 16 for each larger number that is tried,
/// which are at most seven. Throws what `median_of` throws.
std::size_t operations_per_sample(TimerFloor floor, Nanos settled, const MedianOf& median_of);

}  // namespace syncbench::measure
