#include <cstdint>
#include <utility>

#include "harness/core/error.hpp"
#include "harness/core/nanos.hpp"
#include "results/attempt.hpp"
#include "results/h5/file.hpp"
#include "results/point_group.hpp"
#include "results/point_state.hpp"
#include "results/point_summary.hpp"
#include "results/rows.hpp"
#include "results/run_header.hpp"
#include "results/writer.hpp"

namespace syncbench::results {
namespace {

// Writes the run's header and makes the point's group.
h5::Group begin_part(const PendingFile& part, const PartPlan& plan, const PointHeader& point) {
  write_run(part.h5().id(), plan.header, plan.log, RunEnd{});
  write_rows(part.h5().id(), plan.clock);
  return create_point(part.h5(), point);
}

// The index row of a point without samples, from its attributes as far as they are of the expected type.
IndexRow row_without_samples(const PointHeader& point) {
  const auto text = [&](const char* name) {
    const auto found = point.attributes.find(name);
    return found == point.attributes.end() ? std::string() : text_of(found->second);
  };
  const auto whole = [&](const char* name, std::int64_t otherwise) {
    const auto found = point.attributes.find(name);
    const auto* value = found == point.attributes.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return value == nullptr ? otherwise : *value;
  };
  IndexRow row;
  row.id = point.id;
  row.suite = text("suite");
  row.operation = text("operation");
  row.backend = text("backend");
  row.policy = text("policy");
  row.status = kNotMeasured;
  row.bytes = whole("bytes_send", 0);
  row.pieces = whole("pieces", 1);
  row.p50_ns = row.p99_ns = kAbsent;
  return row;
}

template <class State>
State& still_open(const std::unique_ptr<State>& state) {
  if (!state) throw Error(ExitCode::internal, "a point was written to after it was committed");
  return *state;
}

}  // namespace

PointWriter::State::State(const PartPlan& plan, const PointHeader& point, const SampleShape& sample_shape)
    : id(point.id),
      shape(sample_shape),
      part(plan.file),
      datasets(begin_part(part, plan, point), sample_shape, point),
      detours() {}

void write_part_without_samples(const PartPlan& plan, const PointHeader& point) {
  PendingFile part(plan.file);
  begin_part(part, plan, point).close();
  write_rows(part.h5().id(), std::vector{row_without_samples(point)});
  part.commit(Taken::fail);
}

void write_part_of_summary(const PartPlan& plan, const PointHeader& point, const PointSummary& summary,
                           std::span<const std::uint16_t> blocks, const IndexRow& index) {
  PendingFile part(plan.file);
  h5::Group group = begin_part(part, plan, point);
  write_summary(group, summary, blocks);
  group.close();
  write_rows(part.h5().id(), std::vector{index});
  part.commit(Taken::fail);
}

PointWriter::PointWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
PointWriter::PointWriter(PointWriter&&) noexcept = default;
PointWriter& PointWriter::operator=(PointWriter&&) noexcept = default;
PointWriter::~PointWriter() = default;

std::size_t PointWriter::block_ranks() const noexcept { return state_ ? block_shape(state_->shape).ranks : 0; }

std::size_t PointWriter::block_iterations() const noexcept {
  return state_ ? block_shape(state_->shape).iterations : 0;
}

void PointWriter::write(const SampleBlock& block) {
  State& state = still_open(state_);
  attempt(ExitCode::io, state.part.path(), [&] {
    state.datasets.write(block);
    state.part.require_written();
  });
}

void PointWriter::write_blocks(std::span<const std::uint16_t> blocks) {
  State& state = still_open(state_);
  attempt(ExitCode::io, state.part.path(), [&] { state.datasets.write_blocks(blocks); });
}

void PointWriter::begin_detours(std::size_t rows) {
  State& state = still_open(state_);
  if (state.detours) throw Error(ExitCode::internal, "a point's detours were begun twice");
  attempt(ExitCode::io, state.part.path(), [&] { state.detours.emplace(open_point(state.part.h5(), state.id), rows); });
}

void PointWriter::write_detours(std::span<const DetourRow> rows) {
  State& state = still_open(state_);
  if (!state.detours) throw Error(ExitCode::internal, "a point's detours were written before they were begun");
  attempt(ExitCode::io, state.part.path(), [&] {
    state.detours->append(rows);
    state.part.require_written();
  });
}

void PointWriter::commit(const IndexRow& index) {
  State& state = still_open(state_);
  IndexRow row = index;
  row.id = state.id;
  row.status = kMeasured;
  attempt(ExitCode::io, state.part.path(), [&] {
    state.datasets.complete();
    write_rows(state.part.h5().id(), std::vector{row});
    h5::flush(state.part.h5());
    state.part.require_written();
    state.datasets.close();
    if (state.detours) state.detours->close();
    state.part.commit(Taken::fail);
  });
  state_.reset();
}

}  // namespace syncbench::results
