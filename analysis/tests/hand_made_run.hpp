#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/core/sample_status.hpp"
#include "results/model.hpp"
#include "results/writer.hpp"

namespace syncbench::analysis::testing {

/// A fresh folder that goes with all its content, also when a test fails.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// What one rank did in one iteration: how long it was inside, or kAbsent if it took no part.
struct Sample {
  std::int64_t elapsed_ns = 0;
  SampleStatus status = SampleStatus::ok;
  std::vector<std::int64_t> marks{};  ///< ns after entering, as many as the point has mark names
};
using SampleOf = std::function<Sample(std::size_t rank, std::size_t iteration)>;

/// Ranks are dealt out to nodes n1, n2, … in blocks.
results::RunHeader header_of(std::int64_t ranks, std::int64_t nodes);

/// An allreduce of suite smallpkt on backend mpi with 10 warm-up iterations.
results::PointHeader point_of(const std::string& id, std::int64_t bytes, std::int64_t pieces,
                              const std::string& policy);

/// A row of the index that says no more than whose point it is.
results::IndexRow row_of_suite(const std::string& suite);

/// Writes a measured point; its ten first iterations are its warm-up.
void write_point(results::RunWriter& writer, const results::PointHeader& point, std::size_t ranks,
                 std::size_t iterations, const SampleOf& sample, std::size_t blocks = 1);

/// 4 ranks on 2 nodes, a warning, and three points:
/// p0000 (8 B, 1 piece, serial, 110 iterations): rank r takes 1000 (r + 1) + 10 … 109 ns, in the order 10 + 37 (i − 10)
/// mod 100, after a warm-up of 0 … 9; iterations 20 and 21 (80 and 17 ns) started late on rank 0.
/// p0001 (64 KiB, 137 pieces, fused, 410 iterations): on all ranks 9000 ns in the warm-up, then 5000 … 5399 ns,
/// shuffled. p0002 (1 MiB): not measured.
std::string write_hand_made_run(const std::string& file);

}  // namespace syncbench::analysis::testing
