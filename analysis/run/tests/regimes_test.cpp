#include "analysis/run/regimes.hpp"

#include "analysis/lateness/regime_findings.hpp"
#include "analysis/run/point_maxima.hpp"
#include "analysis/tests/hand_made_run.hpp"
#include "analysis/tests/late_run.hpp"
#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

// Iterations begin 10 ms apart. From iteration 600 of 1000 on rank 1 comes 8 µs later; the operation takes 2 µs.
Decomposition late_from_600(std::int64_t late) {
  return point_with(Collective::allreduce, 2, 1'000, [late](std::size_t rank, std::size_t i) {
    return Visit{rank == 1 && i >= 600 ? late : 0, 2'000 + noise(1, 0, i, 200)};
  });
}

}  // namespace

TEST_CASE("a point that becomes slower has two regimes, each with its own median") {
  const auto regimes = regimes_of(time_course(late_from_600(8'000)));
  REQUIRE(regimes.size() == 2);
  CHECK(regimes[0].first == 0);
  CHECK(regimes[0].last == 599);
  CHECK(regimes[0].n == 600);
  CHECK(regimes[0].begin == 0);
  CHECK(regimes[0].end == 6'000'000'000);
  CHECK(regimes[0].median_ns >= 2'050);
  CHECK(regimes[0].median_ns <= 2'150);
  CHECK(regimes[1].first == 600);
  CHECK(regimes[1].last == 999);
  CHECK(regimes[1].begin == 6'000'000'000);
  CHECK(regimes[1].median_ns - regimes[0].median_ns > 7'950);
  CHECK(regimes[1].median_ns - regimes[0].median_ns < 8'050);
}

TEST_CASE("regimes are told with when they change and where they end") {
  const std::vector<Regime> regimes{{0, 599, 0, 6'030'000'000, 600, 0, 29'100, 30'000},
                                    {600, 999, 6'030'000'000, 9'123'000'000, 400, 0, 1'350'000, 1'400'000}};
  CHECK(regimes_text(regimes) == "29.1 µs until t = 6.03 s, then 1.35 ms until the end at t = 9.12 s");
}

TEST_CASE("regimes with the same median are told by their means") {
  const std::vector<Regime> regimes{{0, 599, 0, 2'000'000'000, 600, 0, 500, 550},
                                    {600, 999, 2'000'000'000, 4'000'000'000, 400, 0, 501, 9'000}};
  CHECK_FALSE(medians_differ(regimes));
  CHECK(best_of(regimes) == 0);
  CHECK(regimes_text(regimes) == "0.550 µs on average until t = 2.00 s, then 9.00 µs until the end at t = 4.00 s");
}

TEST_CASE("a point that keeps its level has no regimes and no finding") {
  const auto point = late_from_600(0);
  CHECK(regimes_of(time_course(point)).empty());
  CHECK(regime_findings(point, {}).empty());
}

// The 400 slow iterations cost 8 µs each: 3.2 µs an iteration over all, of a mean of 2.1 + 3.2.
TEST_CASE("a slow regime is a finding with its cost and the rank that comes last in it") {
  const auto point = late_from_600(8'000);
  const auto findings = regime_findings(point, regimes_of(time_course(point)));
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::regimes);
  CHECK(findings[0].weight == Weight::finding);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{1});
  CHECK(*findings[0].cost_ns > 3'150);
  CHECK(*findings[0].cost_ns < 3'250);
  CHECK(*findings[0].share > 0.59);
  CHECK(*findings[0].share < 0.62);
  REQUIRE(findings[0].when);
  CHECK(findings[0].when->first == 600);
  CHECK(findings[0].when->last == 999);
  CHECK(findings[0].when->begin_ns == 6e9);
  CHECK(findings[0].when->episodes == 1);
  CHECK(findings[0].iterations.size() == 400);
  CHECK(findings[0].iterations.front() == 600);
  CHECK_THAT(findings[0].what, ContainsSubstring("until t = 6.00 s"));
  CHECK_THAT(findings[0].what, ContainsSubstring("rank 1 (n1) arrives last"));
}

// 400 of 1000 iterations take 8 µs more: 3.2 µs an iteration, of a mean of 5.2.
TEST_CASE("a point that cannot be taken apart is told with its slow regime, and no rank") {
  TimeCourse course;
  std::int64_t now = 0;
  for (std::size_t i = 0; i < 1'000; ++i) {
    const std::int64_t time = i < 600 ? 2'000 : 10'000;
    course.steps.push_back({i, true, 0, now, time, 1'000'000});
    now += 1'000'000;
  }
  course.end = now;
  results::PointHeader header;
  header.id = "p0007";
  const auto findings = regime_findings(header, course, regimes_of(course));
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].weight == Weight::finding);
  CHECK(findings[0].ranks.empty());
  CHECK(std::abs(*findings[0].cost_ns - 3'200) < 50);
  CHECK(std::abs(*findings[0].share - 3.2 / 5.2) < 0.01);
  CHECK_THAT(findings[0].what, ContainsSubstring("changes while it is measured"));
  CHECK(regime_findings(header, course, {}).empty());
}

TEST_CASE("an episode that is the slow stretch of a regime is not told a second time, another one is") {
  Finding regime, same, elsewhere, part;
  regime.cause = Cause::regimes;
  same.cause = elsewhere.cause = part.cause = Cause::episode;
  for (std::size_t i = 100; i < 200; ++i) {
    regime.iterations.push_back(i);
    if (i % 2 == 0) same.iterations.push_back(i);
    if (i < 110) part.iterations.push_back(i);
    elsewhere.iterations.push_back(i + 500);
  }
  std::vector<Finding> findings{same, elsewhere, part};
  drop_told_as_regime(findings, {regime});
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].iterations.front() == 600);
  CHECK(findings[1].iterations.size() == 10);
  drop_told_as_regime(findings, {});
  CHECK(findings.size() == 2);
}

// 2.1 µs and 5 % of it: 0.04 µs an iteration, 2 % of the time.
TEST_CASE("a regime that costs little is worth a note") {
  const auto point = point_with(Collective::allreduce, 2, 1'000, [](std::size_t, std::size_t i) {
    return Visit{0, (i < 600 ? 2'000 : 2'100) + noise(1, 0, i, 40)};
  });
  const auto findings = regime_findings(point, regimes_of(time_course(point)));
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].weight == Weight::note);
  CHECK(findings[0].ranks.empty());
  CHECK_THAT(findings[0].what, ContainsSubstring("all ranks are held up inside the call"));
}

TEST_CASE("the course of a file is that of its samples, on the clock of the first rank that takes part") {
  const TemporaryFolder folder;
  const std::string file = write_hand_made_run(folder / "run.h5");
  const results::RunReader reader(file);
  const TimeCourse course = time_course(reader, reader.point("p0000"), maxima_of(reader, "p0000"));
  // 110 iterations, 10 of them warm-up, a millisecond apart; the slowest rank of 4 takes 4010 … 4109 ns in a
  // mixed order, of which the last is 10 + 99 · 37 mod 100.
  REQUIRE(course.steps.size() == 100);
  CHECK(course.steps[0].iteration == 10);
  CHECK(course.steps[0].begin == 10'000'000);
  CHECK(course.steps[0].time == maxima_of(reader, "p0000").maximum(Iteration{10}));
  CHECK(course.steps[0].lasting == 1'000'000);
  CHECK(course.steps[0].counts);
  CHECK_FALSE(course.steps[10].counts);  // iteration 20 started late
  CHECK(course.steps.back().lasting == 4'073);
  CHECK(course.end == 109'004'073);
}
