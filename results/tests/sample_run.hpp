#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "results/model.hpp"
#include "results/writer.hpp"

namespace syncbench::results::testing {

/// A consistent header: ranks dealt out to nodes in blocks, so that 4 ranks on 2 nodes lie 0 0 1 1.
RunHeader sample_header(std::int64_t ranks, std::int64_t nodes);

/// An allreduce of 8 bytes by that id, with the attributes that the application stores.
PointHeader sample_point(const std::string& id);

/// Everything of one point, row-major, with values that tell where they belong:
/// enter = 1000000 * rank + 1000 * iteration, leave = enter + 100 * (rank + 1), target = enter - 5,
/// mark m = enter + m + 1, all ok, blocks 0 0 ... 1 1 ... (second half).
struct SampleData {
  explicit SampleData(const SampleShape& shape);
  SampleBlock whole() const;

  SampleShape shape;
  std::vector<std::int64_t> enter, leave, target, marks, evidence;
  std::vector<std::uint8_t> status;
  std::vector<std::uint16_t> blocks;
};

/// Writes and commits a point of that data.
void write_point(RunWriter& writer, const std::string& id, const SampleData& data);

/// A finished run of 2 ranks on 1 node with the points p0000 (3 iterations, targets, 2 marks), p0001 (not measured) and
/// p0002 (1 iteration, neither).
std::filesystem::path write_small_run(const std::filesystem::path& file);

/// Copies the parts of a run as it would be if the run had died now: without its lock.
void copy_parts(const std::filesystem::path& run_file, const std::filesystem::path& copy);

}  // namespace syncbench::results::testing
