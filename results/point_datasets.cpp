#include "results/point_datasets.hpp"

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/nanos.hpp"
#include "harness/core/sample_status.hpp"
#include "results/h5/attribute.hpp"
#include "results/h5/dataset.hpp"

namespace syncbench::results {
namespace {

std::vector<std::string> status_names() {
  std::vector<std::string> names;
  for (const std::string_view name : names_of<SampleStatus>()) names.emplace_back(name);
  return names;
}

void require_size(const char* what, std::size_t size, std::size_t wanted) {
  if (size == wanted) return;
  throw Error(ExitCode::internal,
              fmt::format("a block of samples has {} values of '{}' and its rectangle has {}", size, what, wanted));
}

// Whether a rectangle is one whole chunk.
bool is_chunk(const h5::Rectangle& rectangle, const h5::Extent& chunk) {
  if (rectangle.count != chunk) return false;
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    if (rectangle.start[i] % chunk[i] != 0) return false;
  }
  return true;
}

}  // namespace

template <class T>
void PointDatasets::write_part(const h5::Dataset& dataset, const SampleDataset& schema, const h5::Extent& chunk,
                               const h5::Rectangle& rectangle, std::span<const T> values) {
  if (h5::ChunkWriter::usable() && is_chunk(rectangle, chunk)) {
    chunks_.write(dataset, rectangle.start, sizeof(T), std::as_bytes(values));
  } else {
    h5::write(dataset, h5::native(schema.number), rectangle, values.data());
  }
}

PointDatasets::PointDatasets(const h5::Group& point, const SampleShape& shape, const PointHeader& header)
    : shape_(shape), block_(block_shape(shape)), coverage_(shape) {
  const h5::Extent chunk{block_.ranks, block_.iterations};
  enter_ = create(point, kEnter, chunk);
  leave_ = create(point, kLeave, chunk);
  if (shape.targets) target_ = create(point, kTarget, chunk);
  if (shape.marks > 0) {
    marks_ = create(point, kMarks, marks_chunk(block_, shape.marks));
    h5::write_attribute(marks_.id(), "mark_names", header.mark_names);
  }
  if (shape.counters > 0) {
    evidence_ = create(point, kEvidence, marks_chunk(block_, shape.counters));
    h5::write_attribute(evidence_.id(), "counter_names", header.counter_names);
  }
  status_ = create(point, kStatus, chunk);
  h5::write_attribute(status_.id(), "names", status_names());
  block_numbers_ = create(point, kBlock, {block_.iterations});
}

h5::Extent PointDatasets::extent(const SampleDataset& schema) const {
  if (schema.dimensions == 1) return {shape_.iterations};
  if (schema.dimensions == 2) return {shape_.ranks, shape_.iterations};
  return {shape_.ranks, shape_.iterations, row_values(schema)};
}

// Values of one sample in a dataset of three dimensions.
std::size_t PointDatasets::row_values(const SampleDataset& schema) const noexcept {
  return schema.name == kMarks.name ? shape_.marks : shape_.counters;
}

h5::Dataset PointDatasets::create(const h5::Group& point, const SampleDataset& schema, const h5::Extent& chunk) const {
  const h5::Layout layout{extent(schema), chunk, schema.number == h5::Number::int64 ? &kAbsent : nullptr};
  h5::Dataset dataset =
      h5::create_dataset(point.id(), schema.name, h5::stored(schema.number), layout, h5::native(h5::Number::int64));
  h5::describe(dataset, schema.unit, schema.description);
  return dataset;
}

void PointDatasets::require_fit(const SampleBlock& block) const {
  const bool inside = block.first_rank <= shape_.ranks && block.ranks <= shape_.ranks - block.first_rank &&
                      block.first_iteration <= shape_.iterations &&
                      block.iterations <= shape_.iterations - block.first_iteration;
  if (!inside) {
    throw Error(ExitCode::internal,
                fmt::format("a block of samples reaches beyond its point's {} ranks and {} iterations", shape_.ranks,
                            shape_.iterations));
  }
  const std::size_t samples = block.ranks * block.iterations;
  require_size(kEnter.name, block.enter.size(), samples);
  require_size(kLeave.name, block.leave.size(), samples);
  require_size(kTarget.name, block.target.size(), shape_.targets ? samples : 0);
  require_size(kMarks.name, block.marks.size(), samples * shape_.marks);
  require_size(kStatus.name, block.status.size(), samples);
  require_size(kEvidence.name, block.evidence.size(), samples * shape_.counters);
}

void PointDatasets::write(const SampleBlock& block) {
  require_fit(block);
  if (block.ranks == 0 || block.iterations == 0) return;
  const h5::Rectangle part{{block.first_rank, block.first_iteration}, {block.ranks, block.iterations}};
  const h5::Extent chunk{block_.ranks, block_.iterations};
  write_part(enter_, kEnter, chunk, part, block.enter);
  write_part(leave_, kLeave, chunk, part, block.leave);
  if (shape_.targets) write_part(target_, kTarget, chunk, part, block.target);
  write_part(status_, kStatus, chunk, part, block.status);
  write_rows(marks_, kMarks, block, block.marks);
  write_rows(evidence_, kEvidence, block, block.evidence);
  coverage_.touch({block.first_rank, block.ranks, block.first_iteration, block.iterations});
}

void PointDatasets::write_rows(const h5::Dataset& dataset, const SampleDataset& schema, const SampleBlock& block,
                               std::span<const std::int64_t> values) {
  const std::size_t each = row_values(schema);
  if (each == 0) return;
  write_part(dataset, schema, marks_chunk(block_, each),
             {{block.first_rank, block.first_iteration, 0}, {block.ranks, block.iterations, each}}, values);
}

void PointDatasets::write_blocks(std::span<const std::uint16_t> blocks) {
  require_size(kBlock.name, blocks.size(), shape_.iterations);
  write_part(block_numbers_, kBlock, {block_.iterations}, h5::whole({shape_.iterations}), blocks);
  blocks_written_ = true;
}

void PointDatasets::write_absent(const Coverage::Cell& cell) {
  const std::size_t samples = cell.ranks * cell.iterations;
  const std::vector<std::int64_t> absent(samples * std::max({shape_.marks, shape_.counters, std::size_t{1}}), kAbsent);
  const std::vector<std::uint8_t> ok(samples, 0);
  const std::span<const std::int64_t> times(absent.data(), samples);
  write({cell.first_rank, cell.ranks, cell.first_iteration, cell.iterations, times, times,
         shape_.targets ? times : times.first(0), std::span(absent).first(samples * shape_.marks), ok,
         std::span(absent).first(samples * shape_.counters)});
}

void PointDatasets::complete() {
  for (const Coverage::Cell& cell : coverage_.untouched()) write_absent(cell);
  if (!blocks_written_) write_blocks(std::vector<std::uint16_t>(shape_.iterations, 0));
}

void PointDatasets::close() {
  for (h5::Dataset* dataset : {&enter_, &leave_, &target_, &marks_, &status_, &block_numbers_, &evidence_})
    dataset->close();
}

}  // namespace syncbench::results
