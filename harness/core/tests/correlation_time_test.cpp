#include "harness/core/correlation_time.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/effective_samples.hpp"

using namespace syncbench;

namespace {

// Every `period` samples one run of `length` ones, at a place that wanders deterministically.
template <class T>
std::vector<T> bursts(std::size_t n, std::size_t length, std::size_t period) {
  std::vector<T> series(n, T{0});
  for (std::size_t i = 0; i < n / period; ++i) {
    const std::size_t start = period * i + i * i * 37 % (period - length);
    for (std::size_t k = 0; k < length; ++k) series[start + k] = T{1};
  }
  return series;
}

}  // namespace

// The expected times were computed apart with numpy (analysis/tests/percentiles_test.py). Sokal's window alone gives
// 5.208, 3.360305 and 5.330489; its factor 1 + (2 M + 1)/n makes the rest.
TEST_CASE("the correlation time of bursts is about their length") {
  const CorrelationTime tens = correlation_time(bursts<double>(2000, 10, 100));
  CHECK(tens.resolved);
  CHECK_THAT(tens.degrees, Catch::Matchers::WithinRel(2000.0 / 55, 1e-9));  // a window of 27 lags
  CHECK_THAT(tens.samples, Catch::Matchers::WithinRel(5.35122, 1e-9));
  CHECK_THAT(correlation_time(bursts<double>(10000, 5, 100)).samples,
             Catch::Matchers::WithinRel(3.37273839263158, 1e-9));
  CHECK_THAT(correlation_time(bursts<double>(10000, 10, 100)).samples,
             Catch::Matchers::WithinRel(5.359806577777782, 1e-9));
}

// Without blocking: 55.3 with a window of 277 lags; blocking by eight changes the window's shape, and so the last 2 %.
TEST_CASE("correlation beyond 64 lags is found by blocking") {
  const CorrelationTime hundreds = correlation_time(bursts<double>(100000, 100, 1000));
  CHECK(hundreds.resolved);
  CHECK_THAT(hundreds.samples, Catch::Matchers::WithinRel(54.39647135288891, 1e-9));
}

// Ten of forty phases of 1000 samples, in which 5 % are ones without any order. Sokal's window alone closes at lag 5
// with τ = 1.43.
TEST_CASE("weak correlation over long phases is found by blocking") {
  std::vector<double> series(40000, 0.0);
  for (const std::size_t phase : {0U, 3U, 4U, 11U, 17U, 18U, 25U, 26U, 33U, 38U}) {
    for (std::size_t i = 1000 * phase; i < 1000 * (phase + 1); ++i)
      series[i] = (i * i * 37 + i * 11) % 101 < 5 ? 1.0 : 0.0;
  }
  const CorrelationTime time = correlation_time(series);
  CHECK(time.resolved);
  CHECK_THAT(time.samples, Catch::Matchers::WithinRel(28.87687553831479, 1e-9));
}

TEST_CASE("a series that alternates is worth no more than its samples") {
  std::vector<double> series(100);
  for (std::size_t i = 0; i < series.size(); ++i) series[i] = static_cast<double>(i % 2);
  CHECK(correlation_time(series).samples == 1.0);
}

TEST_CASE("a series that steps once has an unresolved correlation") {
  std::vector<double> series(1000, 0.0);
  std::fill(series.begin() + 500, series.end(), 1.0);
  const CorrelationTime time = correlation_time(series);
  CHECK_FALSE(time.resolved);
  CHECK_THAT(time.samples, Catch::Matchers::WithinRel(152.5806451612903, 1e-9));
}

TEST_CASE("a constant or empty series has correlation time 1") {
  CHECK(correlation_time({}).samples == 1.0);
  CHECK(correlation_time(std::vector<double>(100, 3.0)).samples == 1.0);
}

TEST_CASE(
    "samples are worth n over the correlation time of what exceeds the threshold, less what Student's limit adds") {
  const EffectiveSamples worth = effective_samples(bursts<std::int64_t>(2000, 10, 100), 0);
  CHECK(worth.resolved);
  CHECK(worth.count == 349);  // 2000 / 5.35122 / (2.0273 / 1.96)², for 36.4 degrees of freedom
}

// On a clock that gives 5 or 6 alone, 5 of 200 are above 5, none above 6: at both thresholds it is the same indicator.
TEST_CASE("of a value that comes often the less lopsided indicator is taken") {
  std::vector<std::int64_t> series(200, 5);
  for (std::size_t i = 0; i < series.size(); i += 40) series[i] = 6;
  CHECK(effective_samples(series, 6).count == effective_samples(series, 5).count);
  CHECK(effective_samples(series, 6).count > 0);
}

// Six in a row above, six below: 59 samples leave room for four lags, too few to see the end of that.
TEST_CASE("too short a series has no correlation time that is known") {
  std::vector<std::int64_t> series;
  for (std::int64_t i = 0; i < 59; ++i) series.push_back(i / 6 % 2);
  CHECK_FALSE(effective_samples(series, 0).resolved);
  CHECK(effective_samples({}, 0).count == 0);
}
