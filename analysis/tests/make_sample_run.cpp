// Writes a result file for percentiles_test.py: make_sample_run FILE
#include <cstdio>
#include <exception>

#include "analysis/tests/hand_made_run.hpp"
#include "harness/core/nanos.hpp"
#include "harness/core/philox.hpp"

namespace {

using syncbench::SampleStatus;
using syncbench::analysis::testing::Sample;

// A random time with a long tail that hangs together over eight iterations; some late starts, a corrupt payload, and
// rank 4 takes part in every second iteration only.
Sample sample(std::uint32_t point, std::size_t rank, std::size_t iteration) {
  const auto i = static_cast<std::uint32_t>(iteration), r = static_cast<std::uint32_t>(rank);
  const auto own = syncbench::philox4x32({i, r, point, 0}, {1, 2});
  const auto shared = syncbench::philox4x32({i / 8, point, 0, 0}, {3, 4});
  if (rank == 4 && i % 2 == 1) return {syncbench::kAbsent, SampleStatus::ok};
  const std::int64_t tail = shared[0] % 16 == 0 ? 4000 + shared[1] % 100000 : 0;
  const bool corrupt = point == 1 && rank == 2 && i == 5;
  const bool late = own[2] % 499 == 0;
  const auto status = corrupt ? SampleStatus::corrupt : late ? SampleStatus::late_start : SampleStatus::ok;
  return {1000 + own[0] % 800 + tail, own[2] % 53 == 0 && status == SampleStatus::ok ? SampleStatus::overran : status};
}

}  // namespace

int main(int argc, char** argv) {
  namespace testing = syncbench::analysis::testing;
  if (argc != 2) return 64;
  try {
    syncbench::results::RunWriter writer(argv[1], testing::header_of(5, 2),
                                         syncbench::results::RunWriter::Existing::refuse);
    constexpr std::size_t kIterations[]{12, 16, 90, 381, 3000, 40000};
    std::uint32_t point = 0;
    for (const std::size_t iterations : kIterations) {
      testing::write_point(writer, testing::point_of("p000" + std::to_string(point), 8 << point, 1, "serial"), 5,
                           iterations, [point](std::size_t rank, std::size_t i) { return sample(point, rank, i); });
      ++point;
    }
    writer.finish("finished");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 70;
  }
  return 0;
}
