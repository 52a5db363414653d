#include "results/point_summary.hpp"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "harness/core/nanos.hpp"
#include "harness/core/sample_status.hpp"
#include "results/h5/attribute.hpp"
#include "results/h5/dataset.hpp"
#include "results/point_samples.hpp"
#include "results/sample_schema.hpp"
#include "results/times.hpp"

namespace syncbench::results {
namespace {

template <class T>
void write_new(const h5::Group& point, const SampleDataset& schema, const h5::Extent& extent,
               std::span<const T> values) {
  // One chunk of moderate size, whole in the faster dimension.
  h5::Extent chunk = extent;
  chunk.front() = std::clamp<std::uint64_t>(
      kSummaryChunk / std::max<std::uint64_t>(h5::elements(extent) / extent.front(), 1), 1, extent.front());
  h5::Dataset dataset = h5::create_dataset(point.id(), schema.name, h5::stored(schema.number), {extent, chunk, nullptr},
                                           h5::native(schema.number));
  h5::describe(dataset, schema.unit, schema.description);
  h5::write(dataset, h5::native(schema.number), h5::whole(extent), values.data());
  dataset.close();
}

template <class T>
std::vector<T> read_all(const h5::Group& point, const SampleDataset& schema, const h5::Extent& wanted) {
  const h5::Dataset dataset = open_samples(point, schema);
  require_extent(dataset, wanted);
  std::vector<T> values(h5::elements(wanted));
  if (!values.empty()) h5::read(dataset, h5::native(schema.number), h5::whole(wanted), values.data());
  if constexpr (std::is_same_v<T, std::int64_t>) require_times(dataset.id(), "", values);
  return values;
}

std::size_t extent_of(const h5::Group& point, const SampleDataset& schema) {
  return h5::extent_of(open_samples(point, schema)).front();
}

void require_sensible(const h5::Group& point, const PointSummary& summary) {
  if (!std::is_sorted(summary.levels.begin(), summary.levels.end()) ||
      std::any_of(summary.levels.begin(), summary.levels.end(),
                  [](double level) { return !(level >= 0 && level <= 1); }))
    h5::refuse(point.id(), kSketchLevels.name, "is no ascending list of shares");
  if (std::any_of(summary.status.begin(), summary.status.end(),
                  [](std::uint8_t status) { return status >= Names<SampleStatus>::table.size(); }))
    h5::refuse(point.id(), kSlowestStatus.name, "has a status that is beyond the table of names");
  if (std::any_of(summary.slowest.begin(), summary.slowest.end(),
                  [](std::int64_t time) { return time < 0 && time != kAbsent; }))
    h5::refuse(point.id(), kSlowest.name, "has a time below zero");
}

}  // namespace

bool is_summary(const h5::Group& point) {
  return h5::has_attribute(point.id(), kRecord) && h5::read_text(point.id(), kRecord) == kRecordSummary;
}

void write_summary(const h5::Group& point, const PointSummary& summary, std::span<const std::uint16_t> blocks) {
  const std::size_t iterations = summary.slowest.size(), levels = summary.levels.size();
  write_new<std::int64_t>(point, kSlowest, {iterations}, summary.slowest);
  write_new<std::uint8_t>(point, kSlowestStatus, {iterations}, summary.status);
  write_new<std::uint16_t>(point, kBlock, {iterations}, blocks);
  write_new<double>(point, kSketchLevels, {levels}, summary.levels);
  write_new<std::int64_t>(point, kSketch, {summary.sketch.size() / levels, levels}, summary.sketch);
}

PointSummary read_summary(const h5::Group& point, std::size_t ranks) {
  const std::size_t iterations = summary_iterations(point);
  const std::size_t levels = extent_of(point, kSketchLevels);
  PointSummary summary;
  summary.slowest = read_all<std::int64_t>(point, kSlowest, {iterations});
  summary.status = read_all<std::uint8_t>(point, kSlowestStatus, {iterations});
  summary.levels = read_all<double>(point, kSketchLevels, {levels});
  summary.sketch = read_all<std::int64_t>(point, kSketch, {ranks, levels});
  require_sensible(point, summary);
  return summary;
}

std::size_t summary_iterations(const h5::Group& point) { return extent_of(point, kSlowest); }

}  // namespace syncbench::results
