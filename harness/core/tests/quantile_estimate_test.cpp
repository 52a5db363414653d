#include "harness/core/quantile_estimate.hpp"

#include <array>
#include <numeric>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/philox.hpp"
#include "harness/core/shuffle.hpp"

using namespace syncbench;

namespace {

// The values 1 … n in an order without correlation: the k-th smallest value is k.
std::vector<std::int64_t> one_to(std::size_t n) {
  std::vector<std::int64_t> series;
  for (const std::size_t value : shuffled(n, 1, 0)) series.push_back(static_cast<std::int64_t>(value) + 1);
  return series;
}

std::int64_t random_value(std::uint32_t counter, std::uint32_t series) {
  return philox4x32({counter, series, 0, 0}, {17, 4})[0];
}

}  // namespace

// Two thirds of the lags of this order are alternating, so no sample is worth less than one; Student's limit for
// 6000/11 degrees of freedom is 1.9643, so that 6000 samples are worth 5973: by the binomial the limits of p99 are the
// independent ranks 5898 and 5930.
TEST_CASE("an estimate holds the quantile, its limits and what they rest on") {
  const auto found = estimates(one_to(6000), std::array{kP99});
  REQUIRE(found.size() == 1);
  CHECK(found[0].carried());
  CHECK(found[0].refusal == Refusal::none);
  CHECK(found[0].value == Nanos{5940});
  CHECK(found[0].lower < Nanos{5940});
  CHECK(found[0].lower > Nanos{5900});
  CHECK(found[0].upper > Nanos{5940});
  CHECK(found[0].upper < Nanos{5970});
  CHECK(found[0].fastest == Nanos{5940});  // nothing is unknown
  CHECK(found[0].slowest == Nanos{5940});
  CHECK(found[0].effective.resolved);
  CHECK(found[0].effective.count > 5000);
}

TEST_CASE("a quantile with fewer than 60 iterations beyond it has no value but the number needed") {
  CHECK(fewest_iterations(kP50) == 60);
  CHECK(fewest_iterations(kP90) == 600);
  CHECK(fewest_iterations(kP95) == 1200);
  CHECK(fewest_iterations(kP99) == 6000);
  CHECK(fewest_iterations(kP999) == 60'000);
  const auto found = estimates(one_to(5999), std::array{kP50, kP99, kP999});
  CHECK(found[0].value == Nanos{3000});
  CHECK_FALSE(found[1].carried());
  CHECK(found[1].refusal == Refusal::too_few);
  CHECK(found[1].needed == 6000);
  CHECK(found[2].needed == 60'000);
}

TEST_CASE("no samples carry nothing") {
  const auto found = estimates({}, std::array{kP50});
  CHECK_FALSE(found[0].carried());
  CHECK(found[0].effective.count == 0);
  CHECK(found[0].needed == 60);
}

TEST_CASE("correlated samples carry less than their number") {
  std::vector<std::int64_t> series;
  for (std::uint32_t i = 0; i < 8000; ++i) series.push_back(random_value(i / 20, 0));
  const auto found = estimates(series, std::array{kP50, kP95});
  CHECK(found[0].carried());
  CHECK(found[0].effective.count < 500);  // 8000 / 20 and Student's limit
  CHECK(found[1].refusal != Refusal::too_few);
}

TEST_CASE("a series that drifts has no quantile, and says why") {
  std::vector<std::int64_t> series;
  for (std::uint32_t i = 0; i < 4000; ++i) series.push_back(1'000'000 * i + random_value(i, 0) % 100'000'000);
  const auto found = estimates(series, std::array{kP50, kP95});
  CHECK(found[0].refusal == Refusal::unresolved);
  CHECK(found[0].needed == 0);
  CHECK(found[1].refusal == Refusal::lower_quantile);
}

// A step of 1 ns in 1000 in the middle: ten windows have medians of 1000 or 1001.
TEST_CASE("a shift that moves a quantile by less than 2 % leaves it, with the windows' limits") {
  std::vector<std::int64_t> series(1000, 1000);
  std::fill(series.begin() + 500, series.end(), 1001);
  const QuantileEstimate median = estimates(series, std::array{kP50})[0];
  CHECK(median.value == Nanos{1000});
  CHECK(median.lower == Nanos{1000});
  CHECK(median.upper == Nanos{1001});
  CHECK_FALSE(median.effective.resolved);
  std::fill(series.begin() + 500, series.end(), 1021);  // more than 2 %
  const QuantileEstimate shifted = estimates(series, std::array{kP50})[0];
  CHECK(shifted.refusal == Refusal::unresolved);
  CHECK(shifted.described == Nanos{1000});  // of these iterations, and of no others
  CHECK_FALSE(shifted.carried());
}

// Whatever is asked for: p90 is refused of these, for it steps, so p95 is too, though nobody asked for p90.
TEST_CASE("no quantile is given above one that is refused, asked for or not") {
  std::vector<std::int64_t> series;
  for (std::uint32_t i = 0; i < 6000; ++i) {
    const bool tail = i < 3000 && random_value(i, 1) % 100 < 16;
    series.push_back(random_value(i, 2) % 1000 + (tail ? 5000 : 0));
  }
  const auto all = estimates(series, std::array{kP50, kP90, kP95}), alone = estimates(series, std::array{kP95});
  CHECK(all[0].carried());
  CHECK(all[1].refusal == Refusal::unresolved);
  CHECK(all[2].refusal == Refusal::lower_quantile);
  CHECK(alone[0].refusal == Refusal::lower_quantile);
}

// 1 … 1000 in any order and five of unknown time, spread out: p50 of 1005 is number 503; if the five were the fastest
// that is 498, if the slowest 503, both well within the limits (about ± 31): the value is the known ones' own, 500.
TEST_CASE("unknown times that move a quantile within its limits leave a plain value with the outer limits") {
  std::vector<std::int64_t> series = one_to(1000);
  for (std::size_t i = 0; i < 5; ++i)
    series.insert(series.begin() + static_cast<std::ptrdiff_t>(200 * i), kUnknownTime);
  const QuantileEstimate median = estimates(series, std::array{kP50})[0];
  CHECK(median.value == Nanos{500});
  CHECK(median.fastest == Nanos{498});
  CHECK(median.slowest == Nanos{503});
  CHECK_FALSE(median.bracketed());
  const QuantileEstimate known = estimates(one_to(1000), std::array{kP50})[0];
  CHECK(median.lower < known.lower);
  CHECK(median.upper > known.upper);
}

// 100 of 1100 unknown: p50 is number 550, of the known ones 450 or 550.
TEST_CASE("unknown times that move a quantile beyond its limits leave a bracket") {
  std::vector<std::int64_t> series;
  for (const std::int64_t value : one_to(1000)) {
    series.push_back(value);
    if (value % 10 == 0) series.push_back(kUnknownTime);
  }
  const auto found = estimates(series, std::array{kP50, kP90});
  CHECK_FALSE(found[0].carried());
  CHECK(found[0].bracketed());
  CHECK(found[0].refusal == Refusal::none);
  CHECK(found[0].fastest == Nanos{450});
  CHECK(found[0].slowest == Nanos{550});
  CHECK(found[0].lower < Nanos{450});
  CHECK(found[0].upper > Nanos{550});
  CHECK(found[1].refusal == Refusal::late_starts);  // 9 % are more than a quarter of 10 %
}

TEST_CASE("unknown times may be a quarter of what lies beyond the quantile, and no more") {
  std::vector<std::int64_t> series = one_to(975);
  series.insert(series.end(), 25, kUnknownTime);
  CHECK(estimates(series, std::array{kP90})[0].refusal != Refusal::late_starts);
  series.back() = 7;
  series.insert(series.end(), 2, kUnknownTime);  // 26 of 1002
  CHECK(estimates(series, std::array{kP90})[0].refusal == Refusal::late_starts);
}

// Every value comes ten times in a row, so 4000 samples are worth 400. Deterministic: the seed is fixed. Of 300
// intervals 95 % make 285 with a standard deviation of 3.8; without the correction about 46 % would cover.
TEST_CASE("intervals of a correlated series cover the true median as often as they claim") {
  constexpr std::int64_t kTrueMedian = std::int64_t{1} << 31;
  int covered = 0;
  for (std::uint32_t run = 0; run < 300; ++run) {
    std::vector<std::int64_t> series;
    for (std::uint32_t i = 0; i < 4000; ++i) series.push_back(random_value(i / 10, run));
    const auto found = estimates(series, std::array{kP50});
    covered += found[0].lower.count() <= kTrueMedian && kTrueMedian <= found[0].upper.count();
  }
  CHECK(covered >= 279);
  CHECK(covered <= 297);
}

TEST_CASE("of sums of several operations the mean's median is left, rounded to whole ns, and no tail") {
  QuantileEstimate median{.quantile = kP50,
                          .value = Nanos{170},
                          .fastest = Nanos{170},
                          .slowest = Nanos{179},
                          .lower = Nanos{166},
                          .upper = Nanos{175},
                          .effective = {},
                          .needed = 60,
                          .refusal = Refusal::none};
  const QuantileEstimate mean = mean_of(median, 17);
  CHECK(mean.value == Nanos{10});
  CHECK(mean.lower == Nanos{10});    // 9.76
  CHECK(mean.upper == Nanos{10});    // 10.29
  CHECK(mean.slowest == Nanos{11});  // 10.53
  CHECK(mean.needed == 60);
  median.quantile = kP99;
  CHECK_FALSE(mean_of(median, 17).carried());
  CHECK(mean_of(median, 17).needed == 0);
  CHECK(mean_of(median, 17).refusal == Refusal::mean);
  CHECK(mean_of(median, 1).value == Nanos{170});
  CHECK(mean_of({}, 17).value.count() == kAbsent);
}

// Every value comes eight times in a row: 2400 samples are worth 300, 800 are worth 100.
TEST_CASE(
    "correlated iterations have to be worth more than independent ones, or their correlation may look short by luck") {
  std::vector<std::int64_t> series;
  for (std::uint32_t i = 0; i < 2400; ++i) series.push_back(random_value(i / 8, 1));
  const auto all = estimates(series, std::array{kP50});
  CHECK(all[0].carried());
  CHECK(all[0].effective.correlated);
  series.resize(800);
  const auto third = estimates(series, std::array{kP50});
  CHECK(third[0].refusal == Refusal::correlated);
  CHECK(third[0].needed > 800);
}
