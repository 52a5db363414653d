#include "results/check_point.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/core/sample_status.hpp"
#include "results/check_attributes.hpp"
#include "results/check_samples.hpp"
#include "results/detour_table.hpp"
#include "results/h5/attribute.hpp"
#include "results/h5/dataset.hpp"
#include "results/h5/group.hpp"
#include "results/point_group.hpp"
#include "results/point_samples.hpp"
#include "results/point_summary.hpp"
#include "results/sample_schema.hpp"

namespace syncbench::results {
namespace {

bool is_optional(const SampleDataset& schema) {
  const std::string_view name = schema.name;
  return name == kTarget.name || name == kMarks.name || name == kEvidence.name;
}

// What the extent of `schema` has to be, given that of `enter`; the number of marks is the dataset's own.
h5::Extent wanted_extent(const SampleDataset& schema, std::uint64_t ranks, std::uint64_t iterations,
                         const h5::Extent& own) {
  if (schema.dimensions == 1) return {iterations};
  if (schema.dimensions == 2) return {ranks, iterations};
  return {ranks, iterations, own.back()};
}

void check_dataset(const h5::Group& point, const SampleDataset& schema, std::uint64_t ranks) {
  if (is_optional(schema) && !h5::has(point.id(), schema.name)) return;
  const h5::Dataset dataset = open_samples(point, schema);
  const h5::Extent own = h5::extent_of(dataset);
  // Without a usable `enter` there is nothing to compare with, and its own check says so.
  const bool comparable = h5::has(point.id(), kEnter.name) && h5::is_dataset(point.id(), kEnter.name);
  const h5::Extent enter = comparable ? h5::extent_of(h5::open_dataset(point.id(), kEnter.name)) : h5::Extent{};
  if (enter.size() == 2) require_extent(dataset, wanted_extent(schema, ranks, enter[1], own));
}

void check_status_names(const h5::Group& point) {
  const h5::Dataset status = h5::open_dataset(point.id(), kStatus.name);
  const std::vector<std::string> names = h5::read_texts(status.id(), "names");
  const std::vector<std::string_view> ours = names_of<SampleStatus>();
  if (std::equal(names.begin(), names.end(), ours.begin(), ours.end())) return;
  h5::refuse(status.id(), "", fmt::format("attribute 'names' is not '{}'", fmt::join(ours, " ")));
}

// A name for each value of the last dimension, in an optional dataset of three.
void check_value_names(const h5::Group& point, const SampleDataset& schema, const char* attribute, const char* what) {
  if (!h5::has(point.id(), schema.name)) return;
  const h5::Dataset dataset = h5::open_dataset(point.id(), schema.name);
  const std::vector<std::string> names = h5::read_texts(dataset.id(), attribute);
  const h5::Extent extent = h5::extent_of(dataset);
  if (extent.size() == 3 && extent[2] == names.size()) return;
  h5::refuse(dataset.id(), "", fmt::format("has {} {}, another number than its {}", names.size(), attribute, what));
}

void check_iterations(const h5::Group& point, std::size_t iterations, const IndexRow* row) {
  const std::int64_t warmup = h5::read_integer(point.id(), "warmup_iterations");
  if (warmup < 0 || std::cmp_greater(warmup, iterations)) {
    h5::refuse(point.id(), "", fmt::format("has {} warm-up iterations of {}", warmup, iterations));
  }
  if (row != nullptr && (row->n < 0 || std::cmp_greater(row->n, iterations))) {
    h5::refuse(point.id(), "", fmt::format("has {} iterations and n = {} in /index", iterations, row->n));
  }
}

bool check_structure(DepartureList& list, const h5::Group& point, std::uint64_t ranks) {
  bool sound = true;
  for (const SampleDataset& schema : kSampleDatasets) {
    sound = list.check([&] { check_dataset(point, schema, ranks); }) && sound;
  }
  return sound;
}

void check_summary(DepartureList& list, const h5::Group& point, std::uint64_t ranks, const IndexRow* row) {
  list.check([&] {
    const PointSamples samples(point, ranks);
    read_summary(point, ranks);
    check_iterations(point, samples.shape().iterations, row);
  });
  for (const SampleDataset& schema : kSampleDatasets) {
    if (schema.name != std::string_view(kBlock.name) && h5::has(point.id(), schema.name))
      list.add(
          fmt::format("{}: is there although the point was recorded as a summary", h5::place(point.id(), schema.name)));
  }
}

void check_measured(DepartureList& list, const h5::Group& point, std::uint64_t ranks, const IndexRow* row) {
  require_texts(list, point.id(), {"stop_reason"});
  require_integers(list, point.id(), {"warmup_iterations"});
  require_flags(list, point.id(), {"verified"});
  require_numbers(list, point.id(), {"timer_overhead_ns"});
  check_optional_numbers(list, point.id(), {"timer_resolution_ns"});
  check_optional_integers(list, point.id(), {"operations_per_sample"}, 1);
  list.check([&] { read_detours(point, static_cast<std::int64_t>(ranks)); });
  bool summary = false;
  if (!list.check([&] { summary = is_summary(point); })) return;
  if (summary) {
    check_summary(list, point, ranks, row);
    return;
  }
  if (!check_structure(list, point, ranks)) return;
  list.check([&] { check_status_names(point); });
  list.check([&] { check_value_names(point, kMarks, "mark_names", "marks"); });
  list.check([&] { check_value_names(point, kEvidence, "counter_names", "counters"); });
  list.check([&] {
    const PointSamples samples(point, ranks);
    if (h5::has_attribute(point.id(), "warmup_iterations")) {
      list.check([&] { check_iterations(point, samples.shape().iterations, row); });
    }
    check_samples(list, samples, h5::place(point.id(), ""));
  });
}

void check_not_measured(DepartureList& list, const h5::Group& point) {
  list.check([&] {
    if (h5::read_text(point.id(), "reason").empty()) h5::refuse(point.id(), "", "was not measured for an empty reason");
  });
  std::vector<const char*> names{kDetours};
  for (const SampleDataset& schema : kSampleDatasets) names.push_back(schema.name);
  for (const SampleDataset& schema : kSummaryDatasets) names.push_back(schema.name);
  for (const char* name : names) {
    if (h5::has(point.id(), name))
      list.add(fmt::format("{}: is there although the point was not measured", h5::place(point.id(), name)));
  }
}

}  // namespace

void check_point(DepartureList& list, const h5::Group& point, std::int64_t ranks, const IndexRow* row) {
  require_texts(list, point.id(), {"suite", "operation", "backend", "policy"});
  require_integers(list, point.id(), {"bytes_send", "bytes_receive", "pieces"});
  check_optional_integers(list, point.id(), {"buffer_slots"}, 1);
  check_optional_integers(list, point.id(), {"working_set_bytes"}, 0);
  check_optional_flags(list, point.id(), {"working_set_capped"});
  require_descriptions(list, point);
  bool measured = false;
  if (!list.check([&] { measured = is_measured(point); })) return;
  if (row != nullptr && row->status != (measured ? kMeasured : kNotMeasured)) {
    list.add(fmt::format("/index: says '{}' of point '{}', whose own status is another", row->status, row->id));
  }
  if (measured) {
    check_measured(list, point, static_cast<std::uint64_t>(ranks), row);
  } else {
    check_not_measured(list, point);
  }
}

}  // namespace syncbench::results
