#include "measure_points.hpp"

#include <algorithm>
#include <new>
#include <optional>

#include <fmt/format.h>

#include "agreed_error.hpp"
#include "clock_record.hpp"
#include "gather.hpp"
#include "memory_guard.hpp"
#include "summarise.hpp"
#include "variant_text.hpp"
#include <syncbench/core/iteration_maxima.hpp>
#include <syncbench/core/text.hpp>
#include <syncbench/kernels/step_program.hpp>
#include <syncbench/mpi/exchange.hpp>

namespace syncbench::app {
namespace {

// What the null backend measures is the floor itself; of several operations on buffers that are to be cold only the
// first would find them so; and ranks are late for the first alone.
bool may_batch(const PlannedPoint& planned) {
  const suite::Point& point = planned.point;
  return planned.backend != "null" && point.workload.buffers.use == kernels::BufferUse::hot &&
         !point.treatment.lateness;
}

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

FinishedPoint table_line(const PlannedPoint& planned, const results::PointHeader& header, const IterationMaxima& maxima,
                         const measure::Measurement& measurement) {
  const auto series = series_of(maxima, maxima.eligible(measurement.warmup));
  const auto text = [&](const char* name) { return std::get<std::string>(header.attributes.at(name)); };
  const auto number = [&](const char* name) { return std::get<std::int64_t>(header.attributes.at(name)); };
  const bool has_longest = measurement.operations == 1 && !series.empty();
  return {.backend = backend_text(planned),
          .operation = text("operation"),
          .type = text("type"),
          .policy = variant_text(planned.point),
          .bytes = number("bytes_send"),
          .pieces = number("pieces"),
          .n = series.size(),
          .quantiles = shown(estimates(series, std::array{kP50, kP99}), measurement.operations),
          .longest = Nanos{has_longest ? *std::max_element(series.begin(), series.end()) : kAbsent},
          .note = note_of(measurement)};
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

}  // namespace

void PointLoop::measure(std::span<const PlannedPoint> group) {
  const std::vector<Prepared> prepared = prepare(group);
  std::vector<measure::Subject> subjects;
  for (const Prepared& each : prepared)
    subjects.push_back({each.program.get(), each.planned->point.treatment, each.planned->id, may_batch(*each.planned)});
  const std::size_t first_fix = surroundings_.clocks.history().size();
  const auto measurements = measure::measure(subjects, facts_.seed, surroundings_);
  const bool contradicted = record_clock(group, first_fix);
  if (!measurements.empty()) signal_ = measurements.front().signal;
  for (std::size_t i = 0; i < prepared.size(); ++i) {
    note_wrong_payload(*prepared[i].planned, measurements[i]);
    if (measurements[i].timeline.size() == 0) {
      skip(*prepared[i].planned, "the run ended before its turn");
      continue;
    }
    store(*prepared[i].planned, *prepared[i].program, measurements[i], contradicted);
  }
}

// The group's own synchronisations go into its parts. Says whether one of them contradicted another.
bool PointLoop::record_clock(std::span<const PlannedPoint> group, std::size_t first_fix) {
  auto rows = gather_clock_rows(world_, surroundings_.clocks, first_fix);
  if (writer_ != nullptr) writer_->set_clock(std::move(rows));
  const auto hosts = contradicted_hosts(world_, surroundings_.clocks, first_fix);
  if (hosts.empty()) return false;
  clock_warnings_.push_back(
      fmt::format("the clock of {} left its bounds while {} was measured: comparisons between nodes do not hold there",
                  join(hosts, ", "), group.front().id));
  return true;
}

void PointLoop::skip(std::span<const PlannedPoint> group, const std::string& reason) {
  for (const PlannedPoint& planned : group) skip(planned, reason);
}

std::vector<PointLoop::Prepared> PointLoop::prepare(std::span<const PlannedPoint> group) {
  std::vector<Prepared> prepared;
  const auto too_large = reasons_of_memory(group, facts_.world);
  for (std::size_t i = 0; i < group.size(); ++i) {
    const PlannedPoint& planned = group[i];
    surroundings_.progress.begin(measure::Phase::preparing, planned.id);
    std::string against = reason_against(planned);  // first: what cannot be done no memory would help
    if (against.empty()) against = too_large[i];
    if (!against.empty()) {
      skip(planned, against);
      continue;
    }
    std::unique_ptr<Program> program;
    std::string failure;
    try {
      program = kernels::prepare(*backends_.at(planned.backend), planned.point.workload, world_.rank(), world_.size());
    } catch (const std::bad_alloc&) {
      failure = fmt::format("rank {} has no memory left for its buffers", world_.rank().value);
    }
    failure = agreed_reason(world_, failure);
    if (failure.empty()) {
      prepared.push_back({&planned, std::move(program)});
    } else {
      skip(planned, failure);
    }
  }
  return prepared;
}

std::string PointLoop::reason_against(const PlannedPoint& planned) const {
  const kernels::Support support = backends_.at(planned.backend)->supports(planned.point.workload);
  return agreed_reason(world_, support.yes ? std::string{} : support.reason);
}

void PointLoop::skip(const PlannedPoint& planned, const std::string& reason) {
  on_root(world_, [&] {
    results::PointHeader header = describe(planned, facts_);
    FinishedPoint line{.backend = backend_text(planned),
                       .operation = std::get<std::string>(header.attributes.at("operation")),
                       .type = std::get<std::string>(header.attributes.at("type")),
                       .policy = variant_text(planned.point),
                       .bytes = std::get<std::int64_t>(header.attributes.at("bytes_send")),
                       .pieces = std::get<std::int64_t>(header.attributes.at("pieces")),
                       .n = 0,
                       .quantiles = estimates({}, std::array{kP50, kP99}),
                       .longest = Nanos{kAbsent},
                       .note = "not measured: " + reason};
    writer_->not_measured(std::move(header), reason);
    table_.add(line);
  });
}

void PointLoop::store(const PlannedPoint& planned, const Program& program, const measure::Measurement& measurement,
                      bool contradicted) {
  surroundings_.progress.begin(measure::Phase::storing, planned.id);
  results::PointHeader header;
  on_root(world_, [&] {
    header = describe(planned, facts_);
    const auto names = program.mark_names();
    add_outcome(header, planned.point.treatment, measurement, {names.begin(), names.end()});
    header.attributes["clock_contradicted"] = std::int64_t{contradicted};
  });
  if (planned.record == RecordMode::summary) {
    store_summary(planned, std::move(header), measurement);
  } else {
    store_samples(planned, std::move(header), measurement);
  }
}

void PointLoop::store_summary(const PlannedPoint& planned, results::PointHeader header,
                              const measure::Measurement& measurement) {
  const results::PointSummary summary = summarise(world_, measurement.timeline, measurement.warmup);
  on_root(world_, [&] {
    IterationMaxima maxima(summary.slowest.size());
    maxima.add_slowest(summary.slowest, summary.status);
    const FinishedPoint line = table_line(planned, header, maxima, measurement);
    writer_->summary(header, summary, measurement.blocks, index_row(header, line));
    table_.add(line);
  });
}

void PointLoop::store_samples(const PlannedPoint& planned, results::PointHeader header,
                              const measure::Measurement& measurement) {
  const Timeline& timeline = measurement.timeline;
  const bool targets = std::any_of(timeline.targets().begin(), timeline.targets().end(),
                                   [](std::int64_t target) { return target != kAbsent; });
  std::optional<results::PointWriter> point;
  GatherExtent extent;
  on_root(world_, [&] {
    point = writer_->begin(header, {.ranks = static_cast<std::size_t>(world_.size()),
                                    .iterations = timeline.size(),
                                    .marks = timeline.mark_count(),
                                    .targets = targets});
    extent = {.ranks = point->block_ranks(), .iterations = point->block_iterations()};
  });
  extent.ranks =
      static_cast<std::size_t>(mpi::broadcast_number(world_, static_cast<std::int64_t>(extent.ranks), Rank{0}));
  extent.iterations =
      static_cast<std::size_t>(mpi::broadcast_number(world_, static_cast<std::int64_t>(extent.iterations), Rank{0}));

  IterationMaxima maxima(world_.is_root() ? timeline.size() : 0);
  std::exception_ptr failure;
  try {
    gather_samples(world_, timeline, targets, extent, [&](const results::SampleBlock& block) {
      point->write(block);
      for (std::size_t rank = 0; rank < block.ranks; ++rank) {
        const std::size_t at = rank * block.iterations;
        maxima.add(block.first_iteration, {.enter = block.enter.subspan(at, block.iterations),
                                           .leave = block.leave.subspan(at, block.iterations),
                                           .status = block.status.subspan(at, block.iterations)});
      }
    });
  } catch (const Error&) {
    failure = std::current_exception();
  }
  on_root(world_, [&] {
    if (failure) std::rethrow_exception(failure);
    const FinishedPoint line = table_line(planned, header, maxima, measurement);
    point->write_blocks(measurement.blocks);
    point->commit(index_row(header, line));
    table_.add(line);
  });
}

void PointLoop::note_wrong_payload(const PlannedPoint& planned, const measure::Measurement& measurement) {
  if (!measurement.corrupt) return;
  const std::string mine = measurement.first_wrong.empty() ? ""
                                                           : fmt::format("{}: {} (rank {})", planned.id,
                                                                         measurement.first_wrong, world_.rank().value);
  wrong_payloads_.push_back(agreed_reason(world_, mine));
}

}  // namespace syncbench::app
