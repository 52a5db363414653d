#include "harness/core/change_points.hpp"

#include <cmath>
#include <functional>
#include <numeric>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/tests/random_numbers.hpp"

using namespace syncbench;
using syncbench::testing::RandomNumbers;

namespace {

using Series = std::vector<std::int64_t>;

// 30 µs with 20 % of lognormal noise, times a factor that depends on the sample.
Series noisy(std::size_t n, std::uint32_t seed, const std::function<double(std::size_t)>& factor) {
  RandomNumbers random(seed, 1);
  Series times;
  for (std::size_t i = 0; i < n; ++i)
    times.push_back(std::llround(30'000 * factor(i) * std::exp(0.2 * random.normal())));
  return times;
}

// 5 µs of other work follow each sample.
Series lasting(const Series& times) {
  Series all = times;
  for (std::int64_t& each : all) each += 5'000;
  return all;
}

std::vector<std::size_t> changes_of(const Series& times) { return change_points(times, lasting(times)); }

// In how many of 200 series of a kind something is found. With a true share of 1 %, 8 and more come in 0.1 % of trials.
std::size_t found_in(std::size_t n, const std::function<Series(std::size_t n, RandomNumbers&)>& draw) {
  std::size_t found = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    RandomNumbers random(seed, 2);
    if (!changes_of(draw(n, random)).empty()) ++found;
  }
  return found;
}

Series autoregressive(std::size_t n, RandomNumbers& random, double keeps) {
  Series times;
  double state = random.normal();
  for (std::size_t i = 0; i < n; ++i) {
    times.push_back(std::llround(30'000 * std::exp(0.2 * state)));
    state = keeps * state + std::sqrt(1 - keeps * keeps) * random.normal();
  }
  return times;
}

// Bursts of a length in 2 % of the samples, that many times as slow.
Series bursts(std::size_t n, RandomNumbers& random, std::size_t length, double factor) {
  Series times;
  std::size_t left = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (random.uniform() < 0.02 / static_cast<double>(length)) left = length;
    times.push_back(std::llround(30'000 * std::exp(0.05 * random.normal()) * (left > 0 ? factor : 1)));
    if (left > 0) --left;
  }
  return times;
}

}  // namespace

TEST_CASE("a step is found at its sample") {
  const Series times = noisy(4000, 1, [](std::size_t i) { return i < 2400 ? 1.0 : 3.0; });
  CHECK(changes_of(times) == std::vector<std::size_t>{2400});
}

TEST_CASE("a level in the middle has a beginning and an end") {
  const Series times = noisy(4000, 2, [](std::size_t i) { return i < 1000 || i >= 2000 ? 1.0 : 4.0; });
  CHECK(changes_of(times) == std::vector<std::size_t>{1000, 2000});
}

// 87,636 samples of 35 µs take 3.1 s, and the last 652 of 1.38 ms 0.9 s: 0.7 % of the samples, 23 % of the time.
TEST_CASE("an operation that is slow for long but in few samples changes its level") {
  const Series times = noisy(88'288, 3, [](std::size_t i) { return i < 87'636 ? 1.0 : 46.0; });
  CHECK(changes_of(times) == std::vector<std::size_t>{87'636});
}

TEST_CASE("a shift of a twentieth is found within the noise of many samples") {
  const auto changes = changes_of(noisy(20'000, 4, [](std::size_t i) { return i < 12'000 ? 1.0 : 1.05; }));
  REQUIRE(changes.size() == 1);
  CHECK(changes[0] > 11'500);
  CHECK(changes[0] < 12'500);
}

TEST_CASE("a shift below the least change is none") {
  Series times;
  for (std::size_t i = 0; i < 4000; ++i) times.push_back(i < 2000 ? 10'000 : 10'150);
  CHECK(changes_of(times).empty());
  CHECK(change_points(times, lasting(times), {.least_change = 0.01}) == std::vector<std::size_t>{2000});
}

// A slice of 4 ms in every twentieth sample leaves the median as it is, but takes most of the time.
TEST_CASE("samples that are interrupted from some moment on change the level by their duration") {
  const Series times = noisy(40'000, 5, [](std::size_t i) { return i >= 30'000 && i % 20 == 0 ? 130.0 : 1.0; });
  const auto changes = changes_of(times);
  REQUIRE(changes.size() == 1);
  CHECK(changes[0] > 29'900);
  CHECK(changes[0] < 30'100);
}

TEST_CASE("a drift by half is cut into quarters, each above the one before") {
  const auto changes =
      changes_of(noisy(4000, 7, [](std::size_t i) { return 1 + 0.5 * static_cast<double>(i) / 4000; }));
  REQUIRE(changes.size() >= 3);
  CHECK(changes.front() > 500);
  CHECK(changes.back() < 3500);
}

TEST_CASE("one burst is no level") {
  CHECK(changes_of(noisy(10'000, 6, [](std::size_t i) { return i >= 5000 && i < 5100 ? 40.0 : 1.0; })).empty());
}

TEST_CASE("a series of fewer than 64 samples has no changes") {
  Series times(63, 1000);
  for (std::size_t i = 30; i < times.size(); ++i) times[i] = 9000;
  CHECK(changes_of(times).empty());
  times.resize(64, 9000);
  CHECK(changes_of(times) == std::vector<std::size_t>{30});
}

TEST_CASE("series without a change have none in 99 of 100 cases") {
  CHECK(found_in(2000, [](std::size_t n, RandomNumbers& random) { return autoregressive(n, random, 0); }) < 8);
  CHECK(found_in(2000, [](std::size_t n, RandomNumbers& random) { return autoregressive(n, random, 0.5); }) < 8);
  CHECK(found_in(2000, [](std::size_t n, RandomNumbers& random) { return autoregressive(n, random, 0.9); }) < 8);
  CHECK(found_in(2000, [](std::size_t n, RandomNumbers& random) { return autoregressive(n, random, 0.99); }) < 8);
  CHECK(found_in(2000, [](std::size_t n, RandomNumbers& random) { return bursts(n, random, 10, 10); }) < 8);
  CHECK(found_in(4000, [](std::size_t n, RandomNumbers& random) { return bursts(n, random, 100, 3); }) < 8);
}

TEST_CASE("heavy tails and two modes are no change") {
  const auto heavy = [](std::size_t n, RandomNumbers& random) {
    Series times;
    for (std::size_t i = 0; i < n; ++i)
      times.push_back(std::llround(24'000 + 6'000 * std::pow(random.uniform(), -0.66)));
    return times;
  };
  const auto bimodal = [](std::size_t n, RandomNumbers& random) {
    Series times;
    for (std::size_t i = 0; i < n; ++i) times.push_back(random.uniform() < 0.5 ? 30'000 : 48'000);
    return times;
  };
  CHECK(found_in(2000, heavy) < 8);
  CHECK(found_in(2000, bimodal) < 8);
}
