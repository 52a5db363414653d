#include <syncbench/core/correlation_time.hpp>
#include <syncbench/core/effective_samples.hpp>
#include <syncbench/testing/catch.hpp>

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

// The expected times were computed apart with numpy, these three by Sokal's window without any blocking.
TEST_CASE("the correlation time of bursts is about their length") {
  const CorrelationTime tens = correlation_time(bursts<double>(2000, 10, 100));
  CHECK(tens.resolved);
  CHECK_THAT(tens.samples, Catch::Matchers::WithinRel(5.208, 1e-9));
  CHECK_THAT(correlation_time(bursts<double>(10000, 5, 100)).samples,
             Catch::Matchers::WithinRel(3.360305263157894, 1e-9));
  CHECK_THAT(correlation_time(bursts<double>(10000, 10, 100)).samples,
             Catch::Matchers::WithinRel(5.33048888888889, 1e-9));
}

// Without blocking: 55.3 with a window of 277 lags; blocking by eight changes the window's shape, and so the last 2 %.
TEST_CASE("correlation beyond 64 lags is found by blocking") {
  const CorrelationTime hundreds = correlation_time(bursts<double>(100000, 100, 1000));
  CHECK(hundreds.resolved);
  CHECK_THAT(hundreds.samples, Catch::Matchers::WithinRel(54.089244444444425, 1e-9));
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
  CHECK_THAT(time.samples, Catch::Matchers::WithinRel(25.41978480485457, 1e-9));
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
  CHECK_THAT(time.samples, Catch::Matchers::WithinRel(175.29032258064515, 1e-9));
}

TEST_CASE("a constant or empty series has correlation time 1") {
  CHECK(correlation_time({}).samples == 1.0);
  CHECK(correlation_time(std::vector<double>(100, 3.0)).samples == 1.0);
}

TEST_CASE("samples are worth n over the correlation time of what exceeds the threshold") {
  const EffectiveSamples worth = effective_samples(bursts<std::int64_t>(2000, 10, 100), 0);
  CHECK(worth.independence == Independence::measured);
  CHECK(worth.count == 384);  // 2000 / 5.208
}

TEST_CASE("under fifty exceedances independence is assumed") {
  std::vector<std::int64_t> series(1000, 5);
  std::fill_n(series.begin(), 49, 6);
  CHECK(effective_samples(series, 5).independence == Independence::assumed);
  CHECK(effective_samples(series, 5).count == 1000);
  series[49] = 6;
  CHECK(effective_samples(series, 5).independence != Independence::assumed);
  CHECK(effective_samples(std::vector<std::int64_t>(10, 1), 1).count == 10);
}
