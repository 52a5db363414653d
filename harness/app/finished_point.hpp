#pragma once

#include <syncbench/app/gather_detours.hpp>
#include <syncbench/app/live_table.hpp>
#include <syncbench/app/plan.hpp>
#include <syncbench/core/iteration_maxima.hpp>
#include <syncbench/measure/measurement.hpp>
#include <syncbench/results/model.hpp>

namespace syncbench::app {

/// A measured point as the table shows it. `maxima`: of all its iterations.
FinishedPoint table_line(const PlannedPoint& planned, const results::PointHeader& header, const IterationMaxima& maxima,
                         const measure::Measurement& measurement);

/// The same of a point that listened: a piece of listening is no time that an operation takes.
FinishedPoint with_detours(FinishedPoint line, const DetourTotals& totals);

/// A measured point as the index lists it.
results::IndexRow index_row(const results::PointHeader& header, const FinishedPoint& point);

}  // namespace syncbench::app
