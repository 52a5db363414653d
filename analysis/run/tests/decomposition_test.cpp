#include "analysis/tests/late_run.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using analysis::testing::point_with;
using Catch::Matchers::ContainsSubstring;

namespace {

// Rank 1 enters 2^58 ns after rank 0 in each iteration, which lasts as long for both.
Decomposition long_point(std::size_t iterations) {
  return point_with(Collective::allreduce, 2, iterations, [](std::size_t rank, std::size_t) {
    return analysis::testing::Visit{rank == 1 ? std::int64_t{1} << 58 : 0, 0};
  });
}

}  // namespace

TEST_CASE("iterations whose times could not be added up are refused as bad data") {
  CHECK(long_point(3).rows.size() == 3);  // 3 * 2 * 2^58 < 2^61
  try {
    long_point(4);
    FAIL("it was taken apart");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::data);
    CHECK_THAT(error.what(), ContainsSubstring("point p0000: its iterations take longer than any run"));
  }
}
