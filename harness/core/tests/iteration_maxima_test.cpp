#include "harness/core/iteration_maxima.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/nanos.hpp"
#include "harness/core/quantile_estimate.hpp"

using namespace syncbench;

namespace {

using Times = std::vector<std::int64_t>;
using Statuses = std::vector<std::uint8_t>;

constexpr std::uint8_t kOk = 0, kDescheduled = 1, kOverran = 2, kLateStart = 3, kCorrupt = 4;

std::vector<std::int64_t> latencies(const IterationMaxima& maxima, std::size_t warmup) {
  return series_of(maxima, maxima.eligible(warmup));
}

}  // namespace

TEST_CASE("an iteration's statistic is the longest leave minus enter of any rank") {
  IterationMaxima maxima(3);
  maxima.add(0, {Times{0, 100, 200}, Times{10, 150, 205}, Statuses{kOk, kOk, kOk}});
  maxima.add(0, {Times{1000, 1100, 1200}, Times{1020, 1130, 1206}, Statuses{kOk, kDescheduled, kOverran}});
  CHECK(latencies(maxima, 0) == Times{20, 50, 6});
  CHECK(latencies(maxima, 1) == Times{50, 6});
  CHECK(latencies(maxima, 9).empty());
}

TEST_CASE("a late start on one rank takes the whole iteration out") {
  IterationMaxima maxima(3);
  maxima.add(0, {Times{0, 100, 200}, Times{10, 150, 205}, Statuses{kLateStart, kOk, kOk}});
  maxima.add(0, {Times{0, 100, 200}, Times{20, 130, 206}, Statuses{kOk, kOk, kLateStart}});
  CHECK(latencies(maxima, 0) == Times{50});
  CHECK(maxima.late(0) == 2);
  CHECK(maxima.late(1) == 1);
  CHECK(maxima.late(9) == 0);
}

// Iteration 2 has a wrong payload too: it is in no series at all.
TEST_CASE("an iteration with a late start keeps its place and loses its time, for every subject") {
  IterationMaxima all(4), second(4);
  all.add(0, {Times{0, 0, 0, 0}, Times{1, 2, 3, 4}, Statuses{kOk, kLateStart, kLateStart, kOk}});
  for (IterationMaxima* each : {&all, &second})
    each->add(0, {Times{0, 0, 0, kAbsent}, Times{9, 8, 7, kAbsent}, Statuses{kOk, kOk, kCorrupt, kOk}});
  CHECK(series_with_unknown(all, all, 0) == Times{9, kUnknownTime, 4});
  CHECK(series_with_unknown(all, all, 1) == Times{kUnknownTime, 4});
  CHECK(series_with_unknown(second, all, 0) == Times{9, kUnknownTime});
  CHECK(all.late_starts(0) == std::vector<Iteration>{Iteration{1}});
  CHECK(all.late(0) == 2);
}

TEST_CASE("a rank that took no part says nothing about an iteration") {
  IterationMaxima maxima(2);
  maxima.add(0, {Times{kAbsent, kAbsent}, Times{kAbsent, kAbsent}, Statuses{kOk, kLateStart}});
  CHECK(latencies(maxima, 0).empty());
  CHECK(maxima.maximum(Iteration{0}) == kAbsent);
  maxima.add(0, {Times{5, 5}, Times{6, 7}, Statuses{kOk, kOk}});
  CHECK(latencies(maxima, 0) == Times{1, 2});
}

TEST_CASE("wrong payload takes the iteration out and is counted in the warm-up too") {
  IterationMaxima maxima(3);
  maxima.add(0, {Times{0, 0, 0}, Times{1, 2, 3}, Statuses{kCorrupt, kCorrupt, kOk}});
  CHECK(latencies(maxima, 0) == Times{3});
  CHECK(maxima.corrupt() == 2);
}

TEST_CASE("an iteration that a rank entered without leaving has no length") {
  IterationMaxima maxima(2);
  maxima.add(0, {Times{0, 0}, Times{1, kAbsent}, Statuses{kOk, kOk}});
  maxima.add(0, {Times{0, 0}, Times{2, 2}, Statuses{kOk, kOk}});
  CHECK(latencies(maxima, 0) == Times{2});
}

TEST_CASE("samples may come in blocks of iterations") {
  IterationMaxima maxima(4);
  maxima.add(2, {Times{0, 0}, Times{3, 4}, Statuses{kOk, kOk}});
  maxima.add(0, {Times{0, 0}, Times{1, 2}, Statuses{kOk, kOk}});
  CHECK(latencies(maxima, 0) == Times{1, 2, 3, 4});
}

TEST_CASE("maxima of a few iterations are taken in their order") {
  IterationMaxima maxima(3);
  maxima.add(0, {Times{0, kAbsent, 0}, Times{7, kAbsent, 9}, Statuses{kOk, kOk, kLateStart}});
  const std::vector<Iteration> all{Iteration{0}, Iteration{1}, Iteration{2}};
  CHECK(series_of(maxima, all) == Times{7, 9});
}

TEST_CASE("damaged samples are an error of the data, not a number") {
  IterationMaxima maxima(2);
  CHECK_THROWS_AS(maxima.add(0, {Times{5}, Times{4}, Statuses{kOk}}), Error);
  CHECK_THROWS_AS(maxima.add(0, {Times{INT64_MIN + 1}, Times{INT64_MAX}, Statuses{kOk}}), Error);
  CHECK_THROWS_AS(maxima.add(0, {Times{0}, Times{1}, Statuses{5}}), Error);
  CHECK_THROWS_AS(maxima.add(0, {Times{0}, Times{1, 2}, Statuses{kOk}}), Error);
  CHECK_THROWS_AS(maxima.add(1, {Times{0, 0}, Times{1, 1}, Statuses{kOk, kOk}}), Error);
  CHECK_THROWS_AS(maxima.add(3, {Times{}, Times{}, Statuses{}}), Error);
}
