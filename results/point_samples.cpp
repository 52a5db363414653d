#include "results/point_samples.hpp"

#include <type_traits>

#include <fmt/format.h>

#include "results/h5/chunk_reader.hpp"
#include "results/h5/dataset.hpp"
#include "results/h5/group.hpp"
#include "results/point_group.hpp"
#include "results/point_summary.hpp"
#include "results/times.hpp"

namespace syncbench::results {
namespace {

h5::Dataset open_if_there(const h5::Group& point, const SampleDataset& schema) {
  return h5::has(point.id(), schema.name) ? open_samples(point, schema) : h5::Dataset();
}

}  // namespace

h5::Dataset open_samples(const h5::Group& point, const SampleDataset& schema) {
  h5::Dataset dataset = h5::open_dataset(point.id(), schema.name);
  if (!h5::is(h5::type_of(dataset), schema.number)) h5::refuse(dataset.id(), "", "is of the wrong number type");
  if (h5::extent_of(dataset).size() != schema.dimensions) {
    h5::refuse(dataset.id(), "",
               fmt::format("has {} dimensions and not {}", h5::extent_of(dataset).size(), schema.dimensions));
  }
  h5::require_plausible(dataset);
  return dataset;
}

void require_extent(const h5::Dataset& dataset, const h5::Extent& wanted) {
  const h5::Extent extent = h5::extent_of(dataset);
  if (extent == wanted) return;
  h5::refuse(dataset.id(), "",
             fmt::format("is of extent {} and not {}", fmt::join(extent, " x "), fmt::join(wanted, " x ")));
}

PointSamples::PointSamples(const h5::Group& point, std::size_t ranks) {
  if (!is_measured(point)) return;
  summary_ = results::is_summary(point);
  if (summary_) {
    shape_ = {ranks, summary_iterations(point), 0, false, 0};
    block_numbers_ = open_samples(point, kBlock);
    require_extent(block_numbers_, {shape_.iterations});
    return;
  }
  open_all(point);
  const h5::Extent extent = h5::extent_of(enter_);
  shape_ = {extent[0], extent[1], marks_.open() ? h5::extent_of(marks_)[2] : 0, target_.open(),
            evidence_.open() ? h5::extent_of(evidence_)[2] : 0};
  require_agreement(ranks);
}

void PointSamples::open_all(const h5::Group& point) {
  enter_ = open_samples(point, kEnter);
  leave_ = open_samples(point, kLeave);
  target_ = open_if_there(point, kTarget);
  marks_ = open_if_there(point, kMarks);
  status_ = open_samples(point, kStatus);
  block_numbers_ = open_samples(point, kBlock);
  evidence_ = open_if_there(point, kEvidence);
}

void PointSamples::require_agreement(std::size_t ranks) const {
  const h5::Extent extent{ranks, shape_.iterations};
  for (const h5::Dataset* dataset : {&enter_, &leave_, &target_, &status_}) {
    if (dataset->open()) require_extent(*dataset, extent);
  }
  if (marks_.open()) require_extent(marks_, {ranks, shape_.iterations, shape_.marks});
  if (evidence_.open()) require_extent(evidence_, {ranks, shape_.iterations, shape_.counters});
  require_extent(block_numbers_, {shape_.iterations});
}

template <class T>
void PointSamples::read_part(const h5::Dataset& dataset, const SampleDataset& schema, const h5::Rectangle& part,
                             std::vector<T>& values) const {
  values.resize(h5::elements(part.count));
  if (!values.empty() && !chunks_.read(dataset, schema.number, part, values.data()))
    h5::read(dataset, h5::native(schema.number), part, values.data());
  if constexpr (std::is_same_v<T, std::int64_t>) require_times(dataset.id(), "", values);
}

void PointSamples::read(std::size_t first_rank, std::size_t ranks, std::size_t first_iteration, std::size_t iterations,
                        Samples& samples) const {
  if (summary_)
    h5::refuse(
        block_numbers_.id(), "",
        "belongs to a point that was recorded as a summary (--record summary) and has no samples of single ranks");
  const h5::Rectangle part{{first_rank, first_iteration}, {ranks, iterations}};
  const auto rows = [&](std::size_t each) {
    return h5::Rectangle{{first_rank, first_iteration, 0}, {ranks, iterations, each}};
  };
  samples.shape = {ranks, iterations, shape_.marks, shape_.targets, shape_.counters};
  read_part(enter_, kEnter, part, samples.enter);
  read_part(leave_, kLeave, part, samples.leave);
  samples.target.clear();
  if (shape_.targets) read_part(target_, kTarget, part, samples.target);
  read_part(status_, kStatus, part, samples.status);
  samples.marks.clear();
  if (shape_.marks > 0) read_part(marks_, kMarks, rows(shape_.marks), samples.marks);
  samples.evidence.clear();
  if (shape_.counters > 0) read_part(evidence_, kEvidence, rows(shape_.counters), samples.evidence);
}

std::vector<std::uint16_t> PointSamples::blocks() const {
  std::vector<std::uint16_t> numbers;
  read_part(block_numbers_, kBlock, h5::whole({shape_.iterations}), numbers);
  return numbers;
}

std::size_t PointSamples::chunk_ranks() const { return enter_.open() ? h5::chunk_rows(enter_) : 1; }

}  // namespace syncbench::results
