#include <algorithm>
#include <cmath>
#include <numeric>

#include "random_numbers.hpp"
#include <syncbench/core/median_interval.hpp>
#include <syncbench/core/warmup.hpp>
#include <syncbench/testing/catch.hpp>

using namespace syncbench;
using syncbench::testing::RandomNumbers;

namespace {

constexpr double kLevel = 100'000;  // ns, where every series ends
constexpr std::uint32_t kSeeds = 60;

// Level × shape(i) with 5 % noise.
template <class Shape>
std::vector<std::int64_t> series(std::size_t n, std::uint32_t seed, Shape shape) {
  RandomNumbers random(seed, 5);
  std::vector<std::int64_t> all(n);
  for (std::size_t i = 0; i < n; ++i) {
    all[i] = std::llround(kLevel * shape(static_cast<double>(i)) * (1 + 0.05 * random.normal()));
  }
  return all;
}

// A decay that begins at three times the level.
auto decay(double iterations) {
  return [iterations](double i) { return 1 + 2 * std::exp(-i / iterations); };
}

constexpr auto kSteady = [](double) { return 1.0; };

// To one and a half times the level over the whole series.
auto rise(std::size_t n) {
  return [n](double i) { return 1 + 0.5 * i / static_cast<double>(n); };
}

double bias_after(const std::vector<std::int64_t>& all, const Warmup& warmup) {
  const auto rest = std::span(all).subspan(warmup.samples);
  return static_cast<double>(median_interval({rest.begin(), rest.end()})->median) / kLevel - 1;
}

}  // namespace

TEST_CASE("what a decay leaves after the warm-up is within 1 % of the level it ends at") {
  for (const double iterations : {5.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0}) {
    std::uint32_t steady = 0;
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
      const auto all = series(20'000, seed, decay(iterations));
      const Warmup warmup = find_warmup(all);
      if (warmup.steadiness != Steadiness::steady) continue;
      ++steady;
      CHECK(std::abs(bias_after(all, warmup)) <= 0.01);
    }
    CAPTURE(iterations);
    CHECK(steady >= kSeeds * 9 / 10);
  }
}

TEST_CASE("a decay that fills the series is no warm-up") {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    CHECK(find_warmup(series(2000, seed, decay(1000))).steadiness == Steadiness::unsteady);
  }
}

TEST_CASE("a drift to one and a half times is always found") {
  for (const std::size_t n : {std::size_t{200}, std::size_t{1000}, std::size_t{5000}}) {
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
      CHECK(find_warmup(series(n, seed, rise(n))).steadiness == Steadiness::unsteady);
    }
  }
}

TEST_CASE("a steady series is never called unsteady") {
  for (const std::size_t n : {std::size_t{1000}, std::size_t{5000}}) {
    for (std::uint32_t seed = 0; seed < 3 * kSeeds; ++seed) {
      CHECK(find_warmup(series(n, seed, kSteady)).steadiness == Steadiness::steady);
    }
  }
}

TEST_CASE("the cut is the first that leaves a steady rest") {
  // 120 of 1000 are slow, more than half of the first window of 200. Without 20 of them it holds 100 among 196, and the
  // lower limit of its median, about the 84th of them, is one of the 96 others.
  std::vector<std::int64_t> all(1000, 500);
  std::fill_n(all.begin(), 120, 900);
  CHECK(find_warmup(all).steadiness == Steadiness::steady);
  CHECK(find_warmup(all).samples == 20);
  std::fill(all.begin() + 90, all.end(), 500);  // fewer than half of the first window
  CHECK(find_warmup(all).samples == 0);
}

TEST_CASE("a constant series is steady from the start, and one that climbs without end never is") {
  CHECK(find_warmup(std::vector<std::int64_t>(60, 7)).steadiness == Steadiness::steady);
  std::vector<std::int64_t> climbing(60);
  std::iota(climbing.begin(), climbing.end(), 1000);
  CHECK(find_warmup(climbing).steadiness == Steadiness::unsteady);
}

TEST_CASE("a series too short to try all cuts is steady or unknown, never unsteady") {
  CHECK(find_warmup({}).steadiness == Steadiness::too_few);
  CHECK(find_warmup(std::vector<std::int64_t>(29, 7)).steadiness == Steadiness::too_few);
  CHECK(find_warmup(std::vector<std::int64_t>(30, 7)).steadiness == Steadiness::steady);
  std::vector<std::int64_t> climbing(59);
  std::iota(climbing.begin(), climbing.end(), 1000);
  CHECK(find_warmup(climbing).steadiness == Steadiness::too_few);
}

TEST_CASE("windows whose medians differ by less than half a percent are steady however narrow their limits") {
  const auto levels = [](std::initializer_list<std::int64_t> medians) {
    std::vector<std::int64_t> all;
    for (const std::int64_t median : medians) all.insert(all.end(), 100, median);
    return all;
  };
  CHECK(find_warmup(levels({10'000, 10'040, 10'010, 10'030, 10'020})).steadiness == Steadiness::steady);
  CHECK(find_warmup(levels({10'000, 10'010, 10'020, 10'030, 10'040})).steadiness == Steadiness::steady);
  CHECK(find_warmup(levels({10'000, 10'200, 10'000, 10'200, 10'000})).steadiness == Steadiness::unsteady);
  CHECK(find_warmup(levels({10'000, 10'100, 10'200, 10'300, 10'400})).steadiness == Steadiness::unsteady);
}
