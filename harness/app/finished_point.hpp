#pragma once

#include "harness/app/gather_detours.hpp"
#include "harness/app/live_table.hpp"
#include "harness/app/plan.hpp"
#include "harness/app/point_record.hpp"
#include "harness/core/iteration_maxima.hpp"
#include "harness/measure/measurement.hpp"
#include "results/model.hpp"

namespace syncbench::app {

/// A point as the table shows it before it is measured, or where it is not.
FinishedPoint unmeasured_line(const PlannedPoint& planned, const results::PointHeader& header);

/// A measured point as the table shows it. `maxima`: of all its iterations.
FinishedPoint table_line(const PlannedPoint& planned, const results::PointHeader& header, const IterationMaxima& maxima,
                         const measure::Measurement& measurement);

/// The same of a point that listened: a piece of listening is no time that an operation takes.
FinishedPoint with_detours(FinishedPoint line, const DetourTotals& totals);

/// A measured point as the index lists it.
results::IndexRow index_row(const results::PointHeader& header, const FinishedPoint& point);

/// The table's header for the points of one suite.
void begin_suite(LiveTable& table, std::span<const PlannedPoint> plan, std::string_view suite, const RunFacts& facts);

}  // namespace syncbench::app
