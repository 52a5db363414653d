#include "harness/app/measure_points.hpp"

#include <algorithm>
#include <new>
#include <optional>

#include <fmt/format.h>

#include "harness/app/agreed_error.hpp"
#include "harness/app/clock_record.hpp"
#include "harness/app/datagram_record.hpp"
#include "harness/app/finished_point.hpp"
#include "harness/app/gather.hpp"
#include "harness/app/gather_detours.hpp"
#include "harness/app/memory_guard.hpp"
#include "harness/app/summarise.hpp"
#include "harness/core/iteration_maxima.hpp"
#include "harness/core/text.hpp"
#include "harness/measure/control.hpp"
#include "harness/measure/listen.hpp"
#include "harness/mpi/exchange.hpp"
#include "kernels/cycle_program.hpp"
#include "kernels/step_program.hpp"
#include "kernels/work_quantum.hpp"

namespace syncbench::app {
namespace {

// What the null backend measures is the floor itself; of several operations on buffers that are to be cold, or of the
// first there are, only the first would find them so; and ranks are late for the first alone.
bool may_batch(const PlannedPoint& planned) {
  const suite::Point& point = planned.point;
  return planned.backend != "null" && !point.probe && point.workload.buffers.use == kernels::BufferUse::hot &&
         !point.treatment.lateness && point.treatment.settles && point.groups.empty();
}

bool is_selfish_loop(const PlannedPoint& planned) {
  return planned.point.probe && std::holds_alternative<kernels::SelfishLoop>(*planned.point.probe);
}

}  // namespace

void PointLoop::measure(std::span<const PlannedPoint> group) {
  if (is_selfish_loop(group.front())) return listen(group.front());
  const std::vector<Prepared> prepared = prepare(group);
  std::vector<measure::Subject> subjects;
  for (const Prepared& each : prepared)
    subjects.push_back({.program = each.program.get(),
                        .treatment = each.planned->point.treatment,
                        .name = each.planned->id,
                        .may_batch = may_batch(*each.planned),
                        .group = each.group ? &*each.group : nullptr,
                        .in_groups = !each.planned->point.groups.empty()});
  look_at_datagrams(prepared);
  const std::size_t first_fix = surroundings_.clocks.history().size();
  const auto measurements = measure_seated(group, subjects);
  const bool contradicted = record_clock(group, first_fix);
  if (!measurements.empty()) signal_ = measurements.front().signal;
  for (std::size_t i = 0; i < prepared.size(); ++i) {
    note_wrong_payload(*prepared[i].planned, measurements[i]);
    if (measurements[i].timeline.size() == 0) {
      skip(*prepared[i].planned, "the run ended before its turn");
      continue;
    }
    store(*prepared[i].planned, prepared[i].program.get(), measurements[i], contradicted, nullptr);
  }
}

// Programs move this rank about; afterwards it is where the launcher left it.
std::vector<measure::Measurement> PointLoop::measure_seated(std::span<const PlannedPoint> group,
                                                            std::span<const measure::Subject> subjects) {
  const bool yields = surroundings_.yields;
  surroundings_.yields |=
      std::any_of(group.begin(), group.end(), [](const PlannedPoint& each) { return shares_a_core(each.point); });
  auto measurements = measure::measure(subjects, facts_.seed, surroundings_);
  surroundings_.yields = yields;
  seats_.go_home();
  return measurements;
}

// The harness's other instrument; alone, since what it measures is compared with nothing.
void PointLoop::listen(const PlannedPoint& planned) {
  const std::string against = reasons_of_memory({&planned, 1}, facts_.world).front();
  if (!against.empty()) return skip(planned, against);
  const std::size_t first_fix = surroundings_.clocks.history().size();
  const auto& loop = std::get<kernels::SelfishLoop>(*planned.point.probe);
  const measure::Heard heard = measure::listen({.name = planned.id,
                                                .time = planned.point.treatment.stop.most_time,
                                                .threshold = loop.threshold,
                                                .most_detours = loop.most_detours},
                                               surroundings_);
  const bool contradicted = record_clock({&planned, 1}, first_fix);
  signal_ = heard.measurement.signal;
  store(planned, nullptr, heard.measurement, contradicted, &heard);
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
    Prepared one{.planned = &planned, .group = {}, .backend = {}, .program = {}};
    std::string failure;
    try {
      if (planned.point.groups.empty()) {
        one.program = prepare_program(planned);
      } else {
        join_group(one);
      }
    } catch (const std::bad_alloc&) {
      failure = fmt::format("rank {} has no memory left for its buffers", world_.rank().value);
    }
    failure = agreed_reason(world_, failure);
    if (failure.empty()) {
      prepared.push_back(std::move(one));
    } else {
      skip(planned, failure);
    }
  }
  return prepared;
}

std::unique_ptr<Program> PointLoop::prepare_program(const PlannedPoint& planned) const {
  const auto& probe = planned.point.probe;
  if (planned.point.workload.cycle)
    return kernels::prepare_cycle(planned.point.workload, world_, [this, name = planned.backend](const auto& ranks) {
      return make_backend_(name, ranks);
    });
  if (!probe) return seats_.prepare(planned.point, *backends_.at(planned.backend), world_.rank(), world_.size());
  if (const auto* quantum = std::get_if<kernels::WorkQuantum>(&*probe))
    return kernels::prepare(*quantum, world_, surroundings_.clock());
  return seats_.prepare(*probe);
}

// All pairs of a round at the same time, once; ranks without a partner sleep.
void PointLoop::look_at_datagrams(std::span<const Prepared> prepared) {
  datagrams_.clear();
  if (prepared.empty() || !prepared.front().planned->point.datagrams) return;
  const Prepared& first = prepared.front();
  surroundings_.progress.begin(measure::Phase::preparing, first.planned->id);
  std::string mine;
  if (first.group) {
    const mpi::DatagramPath path = mpi::exchange_datagrams(*first.group);
    mine = datagram_text(path);
  }
  measure::agree(world_, {}, first.group ? measure::Waiting::polling : measure::Waiting::asleep);
  const auto texts = mpi::gather_texts(world_, mine);
  if (world_.is_root()) datagrams_ = datagram_attributes(first.planned->point.groups, texts);
}

// All ranks split; only those of a group make a backend, each group for itself.
void PointLoop::join_group(Prepared& prepared) {
  const suite::Point& point = prepared.planned->point;
  std::optional<int> own;
  for (std::size_t i = 0; i < point.groups.size(); ++i) {
    const auto& ranks = point.groups[i].ranks;
    if (std::find(ranks.begin(), ranks.end(), world_.rank()) != ranks.end()) own = static_cast<int>(i);
  }
  prepared.group = world_.split(own);
  if (!prepared.group) return;
  prepared.backend = make_backend_(prepared.planned->backend, *prepared.group);
  prepared.program =
      kernels::prepare(*prepared.backend, point.workload, prepared.group->rank(), prepared.group->size());
}

std::string PointLoop::reason_against(const PlannedPoint& planned) const {
  if (!planned.point.against.empty()) return planned.point.against;
  const kernels::Support support =
      planned.point.probe ? kernels::Support{} : backends_.at(planned.backend)->supports(planned.point.workload);
  return agreed_reason(world_, support.yes ? seats_.against(planned.point) : support.reason);
}

void PointLoop::skip(const PlannedPoint& planned, const std::string& reason) {
  on_root(world_, [&] {
    results::PointHeader header = describe(planned, facts_);
    FinishedPoint line = unmeasured_line(planned, header);
    line.note = "not measured: " + reason;
    writer_->not_measured(std::move(header), reason);
    table_.add(line);
  });
}

void PointLoop::store(const PlannedPoint& planned, const Program* program, const measure::Measurement& measurement,
                      bool contradicted, const measure::Heard* heard) {
  surroundings_.progress.begin(measure::Phase::storing, planned.id);
  results::PointHeader header;
  const DetourTotals totals = heard == nullptr ? DetourTotals{} : total_detours(world_, *heard);
  on_root(world_, [&] {
    header = describe(planned, facts_);
    const auto names = program == nullptr ? std::span<const std::string>{} : program->mark_names();
    add_outcome(header, planned.point.treatment, measurement, {names.begin(), names.end()});
    header.attributes["clock_contradicted"] = std::int64_t{contradicted};
    if (heard != nullptr) add_totals(header, totals);
    if (planned.point.datagrams) header.attributes.insert(datagrams_.begin(), datagrams_.end());
  });
  if (planned.record == RecordMode::summary) {
    store_summary(planned, std::move(header), measurement);
  } else {
    store_samples(planned, std::move(header), measurement, heard, totals);
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
                              const measure::Measurement& measurement, const measure::Heard* heard,
                              const DetourTotals& totals) {
  const Timeline& timeline = measurement.timeline;
  const bool own_targets = std::any_of(timeline.targets().begin(), timeline.targets().end(),
                                       [](std::int64_t target) { return target != kAbsent; });
  const bool targets = mpi::range_over_ranks(world_, own_targets ? 1 : 0).highest != 0;  // a rank that sat out has none
  std::optional<results::PointWriter> point;
  GatherExtent extent;
  on_root(world_, [&] {
    point = writer_->begin(header, {.ranks = static_cast<std::size_t>(world_.size()),
                                    .iterations = timeline.size(),
                                    .marks = timeline.mark_count(),
                                    .targets = targets,
                                    .counters = timeline.counter_count()});
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
      writer_->beat();
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
  if (heard != nullptr) {
    on_root(world_, [&] { point->begin_detours(totals.kept); });
    try {
      gather_detours(world_, heard->log.kept(),
                     [&](std::span<const results::DetourRow> rows) { point->write_detours(rows); });
    } catch (const Error&) {
      if (!failure) failure = std::current_exception();
    }
  }
  on_root(world_, [&] {
    if (failure) std::rethrow_exception(failure);
    FinishedPoint line = table_line(planned, header, maxima, measurement);
    if (heard != nullptr) line = with_detours(std::move(line), totals);
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
