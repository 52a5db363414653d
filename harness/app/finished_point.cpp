#include "harness/app/finished_point.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "harness/app/variant_text.hpp"

namespace syncbench::app {
namespace {

// Several operations a sample: the sample is their sum, of which a mean is left and no tail.
std::vector<QuantileEstimate> shown(std::vector<QuantileEstimate> estimates, std::size_t operations) {
  for (QuantileEstimate& each : estimates) each = mean_of(each, operations);
  return estimates;
}

std::string note_of(const measure::Measurement& measurement) {
  std::string note;
  if (measurement.steadiness == Steadiness::unsteady) note = "no steady state";
  if (measurement.stop_cause == StopCause::time) note = "time is up";
  if (measurement.stop_cause == StopCause::interrupted) note = "interrupted";
  if (measurement.corrupt) note = "WRONG PAYLOAD";
  if (measurement.operations == 1) return note;
  return fmt::format("mean of {}{}{}", measurement.operations, note.empty() ? "" : ", ", note);
}

std::string with_late(std::string note, std::size_t late, std::size_t iterations) {
  if (late == 0) return note;
  return fmt::format("{}{}{} of {} started late", note, note.empty() ? "" : ", ", late, iterations);
}

}  // namespace

FinishedPoint unmeasured_line(const PlannedPoint& planned, const results::PointHeader& header) {
  const auto text = [&](const char* name) { return std::get<std::string>(header.attributes.at(name)); };
  const auto number = [&](const char* name) { return std::get<std::int64_t>(header.attributes.at(name)); };
  return {.backend = backend_text(planned),
          .operation = text("operation"),
          .type = text("type"),
          .policy = variant_text(planned.point),
          .bytes = number("bytes_send"),
          .pieces = number("pieces"),
          .n = 0,
          .quantiles = estimates({}, std::array{kP50, kP99}),
          .longest = Nanos{kAbsent},
          .note = {}};
}

FinishedPoint table_line(const PlannedPoint& planned, const results::PointHeader& header, const IterationMaxima& maxima,
                         const measure::Measurement& measurement) {
  const auto series = series_with_unknown(maxima, maxima, measurement.warmup);
  const auto known = series_of(maxima, maxima.eligible(measurement.warmup));
  FinishedPoint line = unmeasured_line(planned, header);
  line.n = known.size();
  line.quantiles = shown(estimates(series, std::array{kP50, kP99}), measurement.operations);
  if (measurement.operations == 1 && !known.empty())
    line.longest = Nanos{*std::max_element(known.begin(), known.end())};
  line.note = with_late(note_of(measurement), series.size() - known.size(), series.size());
  return line;
}

results::IndexRow index_row(const results::PointHeader& header, const FinishedPoint& point) {
  return {.id = header.id,
          .suite = std::get<std::string>(header.attributes.at("suite")),
          .operation = point.operation,
          .backend = std::get<std::string>(header.attributes.at("backend")),
          .policy = std::get<std::string>(header.attributes.at("policy")),
          .status = "measured",
          .bytes = point.bytes,
          .pieces = point.pieces,
          .n = static_cast<std::int64_t>(point.n),
          .p50_ns = point.quantiles.at(0).value.count(),
          .p99_ns = point.quantiles.at(1).value.count()};
}

FinishedPoint with_detours(FinishedPoint line, const DetourTotals& totals) {
  line.longest = totals.longest;
  const std::string lost = totals.lost == 0 ? "" : fmt::format(", {} more not kept", totals.lost);
  line.note =
      fmt::format("{} detours{}{}{}", totals.kept, lost, line.note.empty() || line.note == "time is up" ? "" : ", ",
                  line.note == "time is up" ? "" : line.note);
  return line;
}

void begin_suite(LiveTable& table, std::span<const PlannedPoint> plan, std::string_view suite, const RunFacts& facts) {
  std::vector<FinishedPoint> expected;
  for (const PlannedPoint& each : plan) {
    if (each.suite == suite) expected.push_back(unmeasured_line(each, describe(each, facts)));
  }
  table.begin(expected);
}

}  // namespace syncbench::app
