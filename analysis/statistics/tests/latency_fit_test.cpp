#include "analysis/statistics/latency_fit.hpp"

#include <cmath>

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench::analysis;

namespace {

bool close(double a, double b) { return std::abs(a - b) <= 1e-6 * std::abs(b); }

}  // namespace

TEST_CASE("sizes that follow one line are one segment with its latency and inverse bandwidth") {
  std::vector<SizeTime> points;
  for (double bytes = 8; bytes <= 65'536; bytes *= 2) points.push_back({bytes, 900 + 0.25 * bytes});
  const auto segments = latency_segments(points);
  REQUIRE(segments.size() == 1);
  CHECK(close(segments[0].alpha_ns, 900));
  CHECK(close(segments[0].beta_ns_per_byte, 0.25));
  CHECK(segments[0].fits());
}

TEST_CASE("a change of protocol cuts the sweep where it happens") {
  std::vector<SizeTime> points;
  for (double bytes = 8; bytes <= 4'096; bytes *= 2) points.push_back({bytes, 1'000 + 0.5 * bytes});
  for (double bytes = 8'192; bytes <= 1'048'576; bytes *= 2) points.push_back({bytes, 20'000 + 0.1 * bytes});
  const auto segments = latency_segments(points);
  REQUIRE(segments.size() == 2);
  CHECK(segments[0].last_bytes == 4'096);
  CHECK(segments[1].first_bytes == 8'192);
  CHECK(close(segments[0].alpha_ns, 1'000));
  CHECK(close(segments[1].beta_ns_per_byte, 0.1));
}

TEST_CASE("noise of a percent does not make segments") {
  std::vector<SizeTime> points;
  int sign = 1;
  for (double bytes = 8; bytes <= 1'048'576; bytes *= 2, sign = -sign)
    points.push_back({bytes, (5'000 + 0.2 * bytes) * (1 + 0.01 * sign)});
  CHECK(latency_segments(points).size() == 1);
}

TEST_CASE("a line that would have a negative latency is no fit") {
  const std::vector<SizeTime> points{{100, 10}, {200, 120}, {300, 230}};
  const auto segments = latency_segments(points);
  REQUIRE(segments.size() == 1);
  CHECK_FALSE(segments[0].fits());
}

TEST_CASE("two sizes have no fit") { CHECK(latency_segments(std::vector<SizeTime>{{1, 1}, {2, 2}}).empty()); }
