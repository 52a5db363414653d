#include "harness/core/stop_rule.hpp"

#include <cmath>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/quantile_estimate.hpp"
#include "harness/core/quantile_interval.hpp"
#include "harness/core/tests/random_numbers.hpp"

using namespace syncbench;
using syncbench::testing::RandomNumbers;

namespace {

std::vector<std::int64_t> noisy(std::size_t n, double noise, std::uint32_t seed) {
  RandomNumbers random(seed, 9);
  std::vector<std::int64_t> series(n);
  for (std::int64_t& each : series) each = std::llround(100'000 * (1 + noise * random.normal()));
  return series;
}

// Measures until the rule ends it, in batches of so many iterations of 1 µs.
std::pair<StopCause, std::size_t> run(StopRule rule, const std::vector<std::int64_t>& samples, std::size_t batch) {
  for (std::size_t n = batch; n <= samples.size(); n += batch) {
    const auto cause = rule.decide(std::span(samples).first(n), n, Nanos{1000} * static_cast<std::int64_t>(n));
    if (cause) return {*cause, n};
  }
  return {StopCause::interrupted, samples.size()};
}

}  // namespace

TEST_CASE("precision is looked at past n, 1.5 n, 2.25 n and so on, wherever batches end") {
  StopRule rule({.first_check = 100});
  std::vector<std::size_t> checks;
  for (std::size_t n = 10; n <= 600; n += 10) {
    if (!rule.due(n)) continue;
    checks.push_back(n);
    CHECK_FALSE(rule.decide(BlockedSeries{}, n, Nanos{0}));
  }
  CHECK(checks == std::vector<std::size_t>{100, 150, 230, 340, 510});  // past 100, 150, 225, 338, 507
  CHECK(rule.next_check() == 761);
}

TEST_CASE("a batch that passes several checks is one check") {
  StopRule rule({.first_check = 100});
  CHECK(rule.due(400));
  CHECK_FALSE(rule.decide(BlockedSeries{}, 400, Nanos{0}));
  CHECK(rule.next_check() == 507);
  CHECK_FALSE(rule.due(506));
}

TEST_CASE("the caps end a point between checks, count before time") {
  StopRule rule({.first_check = 1000, .most_iterations = 500, .most_time = Nanos{300}});
  CHECK_FALSE(rule.decide(BlockedSeries{}, 499, Nanos{299}));
  CHECK(rule.decide(BlockedSeries{}, 499, Nanos{300}) == StopCause::time);
  CHECK(rule.decide(BlockedSeries{}, 500, Nanos{0}) == StopCause::count);
  CHECK(rule.decide(BlockedSeries{}, 500, Nanos{300}) == StopCause::count);
}

TEST_CASE("a quiet series ends at the second check in a row that finds it precise") {
  const std::vector<std::int64_t> constant(10'000, 1234);
  CHECK(run(StopRule({.first_check = 100}), constant, 1) == std::pair(StopCause::precision, std::size_t{150}));
}

TEST_CASE("precision ends no point before its least time, and half of its most time is the most that it can be") {
  const std::vector<std::int64_t> constant(10'000, 1234);  // of 1 µs each
  CHECK(run(StopRule({.first_check = 100, .least_time = Nanos{400'000}}), constant, 1) ==
        std::pair(StopCause::precision, std::size_t{507}));  // checks: 100 150 225 338 507
  CHECK(run(StopRule({.first_check = 100, .least_time = Nanos{400'000}, .most_time = Nanos{450'000}}), constant, 1) ==
        std::pair(StopCause::precision, std::size_t{225}));
  // The last check that the cap on iterations leaves is the last chance.
  CHECK(run(StopRule({.first_check = 100, .most_iterations = 200, .least_time = Nanos{400'000}}), constant, 1) ==
        std::pair(StopCause::precision, std::size_t{150}));
}

TEST_CASE("a noisy series goes on until its median is known to 1 %") {
  // The median's standard error is 1.2533 σ/√n: with 10 % noise, 1.96 of them are 1 % at n = 603.
  const auto [cause, n] = run(StopRule({.first_check = 100}), noisy(10'000, 0.1, 1), 1);
  CHECK(cause == StopCause::precision);
  CHECK(n >= 507);
  CHECK(n <= 1713);
}

TEST_CASE("with a precision of 0 only the caps end a point") {
  const std::vector<std::int64_t> constant(1000, 1234);
  CHECK(run(StopRule({.precision = 0, .first_check = 10, .most_iterations = 900}), constant, 10) ==
        std::pair(StopCause::count, std::size_t{900}));
}

TEST_CASE("a series that still drifts is not precise, however narrow its interval") {
  std::vector<std::int64_t> drifting;
  for (std::int64_t i = 0; i < 1000; ++i) drifting.push_back(1'000'000 + 50 * i);  // 5 % over all of it
  CHECK_FALSE(is_precise(in_equal_blocks(drifting, 10), 0.01, std::nullopt));
}

TEST_CASE("the promise has to be kept by what the warm-up leaves") {
  const auto precise = [](const std::vector<std::int64_t>& series, Quantile promised) {
    return is_precise(in_equal_blocks(series, 10), 0.01, promised);
  };
  std::vector<std::int64_t> series(400, 1000);
  for (std::size_t i = 0; i < 80; ++i) series[i] = 9000 - 100 * static_cast<std::int64_t>(i);
  CHECK(precise(series, kP50));
  CHECK_FALSE(precise(series, kP99));  // which takes 6,000
}

TEST_CASE("samples that repeat their neighbours count for what they are worth") {
  // 2000 draws with 10 % noise, each four times: 8000 samples would know the median to 0.27 %, 2000 to 0.55 %.
  std::vector<std::int64_t> repeated;
  for (const std::int64_t each : noisy(2000, 0.1, 5)) repeated.insert(repeated.end(), 4, each);
  CHECK(is_precise(in_equal_blocks(repeated, 10), 0.01, std::nullopt));
  CHECK_FALSE(is_precise(in_equal_blocks(repeated, 10), 0.004, std::nullopt));
}

TEST_CASE("senseless options are bugs of the caller") {
  CHECK_THROWS_AS(StopRule({.first_check = 0}), Error);
  CHECK_THROWS_AS(StopRule({.precision = -0.1}), Error);
  CHECK_THROWS_AS(StopRule({.promised = Quantile{1'000'000}}), Error);
}

// 99 places of 10,000 lie beyond p99, and its limits lie 19 places from it. Of unknown times 25 are the most.
TEST_CASE("failed starts hold up the promised quantile as long as more iterations can tell it") {
  const auto precise_with = [](std::size_t failed) {
    std::vector<std::int64_t> series = noisy(10'000, 0.01, 3);
    for (std::size_t i = 0; i < failed; ++i) series[i * 10'000 / failed] = kUnknownTime;
    return is_precise(in_equal_blocks(series, 10), 0.01, kP99);
  };
  CHECK(precise_with(10));
  CHECK_FALSE(precise_with(24));  // a bracket
  CHECK(precise_with(30));        // never known, so the median ends it
}
