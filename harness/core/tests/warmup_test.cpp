#include "harness/core/warmup.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/median_interval.hpp"
#include "harness/core/quantile_estimate.hpp"
#include "harness/core/tests/random_numbers.hpp"

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

constexpr std::size_t kBlocks = 20;

Warmup warmup_of(const std::vector<std::int64_t>& all) { return find_warmup(in_equal_blocks(all, kBlocks)); }

double bias_after(const std::vector<std::int64_t>& all, const Warmup& warmup) {
  const auto rest = std::span(all).subspan(all.size() * warmup.blocks / kBlocks);
  return static_cast<double>(median_interval({rest.begin(), rest.end()})->median) / kLevel - 1;
}

}  // namespace

TEST_CASE("what a decay leaves after the warm-up is within 1 % of the level it ends at") {
  for (const double iterations : {5.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0}) {
    std::uint32_t steady = 0;
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
      const auto all = series(20'000, seed, decay(iterations));
      const Warmup warmup = warmup_of(all);
      if (warmup.steadiness != Steadiness::steady) continue;
      ++steady;
      CHECK(std::abs(bias_after(all, warmup)) <= 0.01);
    }
    CAPTURE(iterations);
    if (iterations <= 500) CHECK(steady >= kSeeds * 9 / 10);  // a slower one may fill the series
  }
}

TEST_CASE("a decay that fills the series is no warm-up") {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    CHECK(warmup_of(series(2000, seed, decay(1000))).steadiness == Steadiness::unsteady);
  }
}

TEST_CASE("a drift to one and a half times is always found") {
  for (const std::size_t n : {std::size_t{200}, std::size_t{1000}, std::size_t{5000}}) {
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
      CHECK(warmup_of(series(n, seed, rise(n))).steadiness == Steadiness::unsteady);
    }
  }
}

TEST_CASE("of a hundred steady series fewer than two are called unsteady") {
  for (const std::size_t n : {std::size_t{1000}, std::size_t{5000}}) {
    std::uint32_t unsteady = 0;
    for (std::uint32_t seed = 0; seed < 3 * kSeeds; ++seed)
      unsteady += warmup_of(series(n, seed, kSteady)).steadiness == Steadiness::unsteady;
    CHECK(unsteady <= 3);
  }
}

// x(i) = ρ x(i−1) + normal noise of unit variance, around a level that is far away from 0.
std::vector<std::int64_t> correlated(std::size_t n, double rho, std::uint32_t seed) {
  RandomNumbers random(seed, 6);
  std::vector<std::int64_t> all(n);
  double x = 0;
  for (std::int64_t& each : all) {
    x = rho * x + std::sqrt(1 - rho * rho) * random.normal();
    each = std::llround(kLevel * (1 + 0.05 * x));
  }
  return all;
}

TEST_CASE("a steady series whose samples depend on each other loses nothing in 58 of 60 cases") {
  for (const double rho : {0.5, 0.9}) {
    for (const std::size_t n : {std::size_t{1000}, std::size_t{4000}, std::size_t{20'000}}) {
      std::uint32_t cut = 0, unsteady = 0;
      for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        const Warmup warmup = warmup_of(correlated(n, rho, seed));
        cut += warmup.blocks > 0;
        unsteady += warmup.steadiness == Steadiness::unsteady;
      }
      CAPTURE(rho, n);
      CHECK(cut <= 2);
      CHECK(unsteady <= 1);
    }
  }
}

TEST_CASE("the cut is the first in whole blocks that leaves a steady rest") {
  // Blocks of 50: three slow ones, and the one after them is slow in 10 of its 50 samples, which its median does not
  // see.
  std::vector<std::int64_t> all(1000, 500);
  std::fill_n(all.begin(), 160, 900);
  CHECK(warmup_of(all).steadiness == Steadiness::steady);
  CHECK(warmup_of(all).blocks == 3);
  std::fill(all.begin() + 60, all.end(), 500);
  CHECK(warmup_of(all).blocks == 1);
  std::fill(all.begin() + 20, all.end(), 500);
  CHECK(warmup_of(all).blocks == 0);
}

TEST_CASE("blocks that differ from each other in no order are steady, however little their samples differ") {
  RandomNumbers random(3, 7);
  std::vector<std::int64_t> all;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    const double level = kLevel * (1 + 0.03 * random.normal());
    for (int i = 0; i < 100; ++i) all.push_back(std::llround(level * (1 + 0.001 * random.normal())));
  }
  CHECK(warmup_of(all).steadiness == Steadiness::steady);
}

TEST_CASE("a step by ten times what blocks differ by is unsteady") {
  const auto step = [](double i) { return i < 1000 ? 1.0 : 1.06; };
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed)
    CHECK(warmup_of(series(2000, seed, step)).steadiness == Steadiness::unsteady);
}

TEST_CASE("never more than a fifth of the blocks is cut, and five are left") {
  std::vector<std::int64_t> all(1000, 500);
  std::fill_n(all.begin(), 400, 900);
  CHECK(warmup_of(all).steadiness == Steadiness::unsteady);
  CHECK(warmup_of(all).blocks == 0);
  CHECK(find_warmup(in_equal_blocks(all, 4)).steadiness == Steadiness::too_few);
}

TEST_CASE("a cut that several series share is judged for each of them") {
  std::vector<std::int64_t> all(1000, 500);
  std::fill_n(all.begin(), 160, 900);
  const BlockedSeries series = in_equal_blocks(all, kBlocks);
  CHECK(steadiness_after(series, 0) == Steadiness::unsteady);
  CHECK(steadiness_after(series, 4) == Steadiness::steady);
  CHECK(steadiness_after(series, 16) == Steadiness::too_few);
}

TEST_CASE("a constant series is steady from the start, and one that climbs without end never is") {
  CHECK(warmup_of(std::vector<std::int64_t>(60, 7)).steadiness == Steadiness::steady);
  std::vector<std::int64_t> climbing(60);
  std::iota(climbing.begin(), climbing.end(), 1000);
  CHECK(warmup_of(climbing).steadiness == Steadiness::unsteady);
}

TEST_CASE("a series of under thirty samples is never called unsteady") {
  CHECK(warmup_of({}).steadiness == Steadiness::too_few);
  CHECK(warmup_of(std::vector<std::int64_t>(29, 7)).steadiness == Steadiness::too_few);
  CHECK(warmup_of(std::vector<std::int64_t>(30, 7)).steadiness == Steadiness::steady);
  std::vector<std::int64_t> climbing(29);
  std::iota(climbing.begin(), climbing.end(), 1000);
  CHECK(warmup_of(climbing).steadiness == Steadiness::too_few);
}

TEST_CASE("windows whose medians differ by less than a percent are steady however little blocks differ") {
  const auto levels = [](std::initializer_list<std::int64_t> medians) {
    std::vector<std::int64_t> all;
    for (const std::int64_t median : medians) all.insert(all.end(), 100, median);
    return all;
  };
  CHECK(warmup_of(levels({10'000, 10'040, 10'010, 10'030, 10'020})).steadiness == Steadiness::steady);
  CHECK(warmup_of(levels({10'000, 10'020, 10'040, 10'060, 10'080})).steadiness == Steadiness::steady);
  CHECK(warmup_of(levels({10'000, 10'200, 10'000, 10'200, 10'000})).steadiness == Steadiness::unsteady);
  CHECK(warmup_of(levels({10'000, 10'100, 10'200, 10'300, 10'400})).steadiness == Steadiness::unsteady);
}

TEST_CASE("one tick of a coarse clock is no change of the level") {
  // Ticks of 10 ns: a median of 160 in the first half and of 170 in the second is 6 %, and one tick.
  std::vector<std::int64_t> all;
  for (int i = 0; i < 1000; ++i) all.push_back(i < 500 ? (i % 3 == 0 ? 170 : 160) : (i % 3 == 0 ? 160 : 170));
  CHECK(warmup_of(all).steadiness == Steadiness::steady);
  CHECK(warmup_of(all).blocks == 0);
  for (int i = 500; i < 1000; ++i) all[static_cast<std::size_t>(i)] += 20;
  CHECK(warmup_of(all).steadiness == Steadiness::unsteady);
}

TEST_CASE("iterations of unknown time are no part of a block's median") {
  std::vector<std::int64_t> all(1000, 5000);
  for (std::size_t i = 0; i < 200; ++i) all[i] = i % 5 < 3 ? kUnknownTime : 5000;
  const Warmup warmup = warmup_of(all);
  CHECK(warmup.steadiness == Steadiness::steady);
  CHECK(warmup.blocks == 0);
}
