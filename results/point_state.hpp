#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/detour_table.hpp"
#include "results/model.hpp"
#include "results/pending_file.hpp"
#include "results/point_datasets.hpp"
#include "results/writer.hpp"

namespace syncbench::results {

/// What a part is made from, besides its point.
struct PartPlan {
  std::filesystem::path file;  ///< the part's final name
  const RunHeader& header;
  const std::vector<LogRow>& log;
  const std::vector<ClockRow>& clock;  ///< synchronisations before, during and after the point
};

/// A measured point's part while it is being written. Members die in reverse order: datasets before their file.
struct PointWriter::State {
  State(const PartPlan& plan, const PointHeader& point, const SampleShape& sample_shape);

  std::string id;
  SampleShape shape;
  PendingFile part;
  PointDatasets datasets;
  std::optional<DetourTable> detours;
};

/// Writes a whole part for a point without samples. Throws h5::Failure or Error(io).
void write_part_without_samples(const PartPlan& plan, const PointHeader& point);

/// Writes a whole part for a point that is recorded as a summary. Throws h5::Failure or Error(io).
void write_part_of_summary(const PartPlan& plan, const PointHeader& point, const PointSummary& summary,
                           std::span<const std::uint16_t> blocks, const IndexRow& index);

}  // namespace syncbench::results
