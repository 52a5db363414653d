#include "analysis/lateness/off_cpu.hpp"

#include "analysis/lateness/lateness_findings.hpp"
#include "analysis/tests/late_run.hpp"
#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;

namespace {

constexpr std::int64_t kAway = 300'000;
constexpr std::int64_t kTime = 2'000;

/// What a rank spends off its processor, ns: before entering an iteration, and inside it.
struct Away {
  std::int64_t before = 0, inside = 0;
};

// The point as it would be with evidence: a thread's processor time goes on unless it is away.
Decomposition with_evidence(Decomposition point,
                            const std::function<Away(std::size_t rank, std::size_t iteration)>& away) {
  PointTimes& times = point.times;
  const std::size_t ranks = point.ranks();
  times.processor_enter = times.enter;
  times.processor_leave = times.leave;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    std::int64_t behind = 0;
    for (std::size_t i = 0; i < times.iterations; ++i) {
      behind += away(rank, i).before;
      times.processor_enter[i * ranks + rank] -= behind;
      behind += away(rank, i).inside;
      times.processor_leave[i * ranks + rank] -= behind;
    }
  }
  return point;
}

bool is_due(std::size_t iteration) { return iteration % 50 == 49; }

Decomposition late_when_due(std::size_t rank) {
  return point_with(Collective::allreduce, 2, 1'000, [rank](std::size_t each, std::size_t i) {
    return Visit{noise(1, each, i, 30) + (each == rank && is_due(i) ? kAway : 0), kTime + noise(2, 0, i, 200)};
  });
}

}  // namespace

TEST_CASE("a rank that arrives late because it was off its processor is named with that reason, and once") {
  const auto point = with_evidence(late_when_due(1), [](std::size_t rank, std::size_t i) {
    return Away{rank == 1 && is_due(i) ? kAway : 0, 0};
  });
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::off_cpu);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{1});
  CHECK(findings[0].phase == "before entering");
  CHECK(findings[0].size_ns->mean == kAway);
  CHECK(findings[0].period == std::size_t{50});
  CHECK(findings[0].evidence.front() == "/points/p0000/evidence");
  CHECK(std::abs(*findings[0].cost_ns - kAway / 50.0) < 10);
}

TEST_CASE("a rank that arrives late at work is not off its processor") {
  const auto findings =
      lateness_findings(with_evidence(late_when_due(1), [](std::size_t, std::size_t) { return Away{}; }));
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::arrives_late);
  CHECK(findings[0].advice.find("--evidence") == std::string::npos);
}

TEST_CASE("a delay inside the call has a rank if one was off its processor meanwhile") {
  const auto point = with_evidence(
      point_with(Collective::allreduce, 2, 1'000,
                 [](std::size_t rank, std::size_t i) {
                   return Visit{noise(1, rank, i, 30), kTime + noise(2, 0, i, 200) + (is_due(i) ? kAway : 0)};
                 }),
      [](std::size_t rank, std::size_t i) {
        return Away{0, rank == 0 && is_due(i) ? kAway : 0};
      });
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::off_cpu);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{0});
  CHECK(findings[0].phase == "inside");
}

TEST_CASE("a rank that sleeps while it waits for another is not the one that lost its processor") {
  // Rank 1 comes late at work; rank 0 waits that long and sleeps.
  const auto point = with_evidence(late_when_due(1), [](std::size_t rank, std::size_t i) {
    return Away{0, rank == 0 && is_due(i) ? kAway : 0};
  });
  const auto off = off_cpu_times(point);
  REQUIRE(off);
  CHECK(off->inside[point.at(49, 0)] < 300);  // the order of arrival apart
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::arrives_late);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{1});
}

TEST_CASE("all ranks off their processors together accuse none") {
  const auto point = with_evidence(late_when_due(9), [](std::size_t, std::size_t i) {
    return Away{is_due(i) ? kAway : 0, 0};
  });
  CHECK(lateness_findings(point).empty());
}

TEST_CASE("all ranks that lose their processors are one finding, which does not ask for pairs") {
  // Either rank, at random, for 3 ms inside one call of fifty.
  const auto is_away = [](std::size_t rank, std::size_t i) {
    return is_due(i) && noise(8, 0, i, 2) == static_cast<int>(rank);
  };
  constexpr std::int64_t kLong = 3'000'000;
  const auto point = with_evidence(
      point_with(Collective::allreduce, 2, 2'000,
                 [](std::size_t rank, std::size_t i) {
                   return Visit{noise(1, rank, i, 30), kTime + noise(2, 0, i, 200) + (is_due(i) ? kLong : 0)};
                 }),
      [&](std::size_t rank, std::size_t i) {
        return Away{0, is_away(rank, i) ? kLong : 0};
      });
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::off_cpu);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{0, 1});
  CHECK(findings[0].what.find("all ranks lose their processors") == 0);
  CHECK(findings[0].advice.find("pairs") == std::string::npos);
}

TEST_CASE("ranks that lose their processors together are told beside one that loses it by itself") {
  // Rank 0 for 70 µs before every tenth entering; either rank, at random, for 3 ms inside one call of fifty.
  const auto alone = [](std::size_t rank, std::size_t i) { return rank == 0 && i % 10 == 3; };
  const auto is_away = [](std::size_t rank, std::size_t i) {
    return is_due(i) && noise(8, 0, i, 2) == static_cast<int>(rank);
  };
  constexpr std::int64_t kLong = 3'000'000, kShort = 70'000;
  const auto point = with_evidence(point_with(Collective::allreduce, 2, 2'000,
                                              [&](std::size_t rank, std::size_t i) {
                                                return Visit{noise(1, rank, i, 30) + (alone(rank, i) ? kShort : 0),
                                                             kTime + noise(2, 0, i, 200) + (is_due(i) ? kLong : 0)};
                                              }),
                                   [&](std::size_t rank, std::size_t i) {
                                     return Away{alone(rank, i) ? kShort : 0, is_away(rank, i) ? kLong : 0};
                                   });
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].cause == Cause::off_cpu);
  CHECK(findings[1].cause == Cause::off_cpu);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{0});
  CHECK(findings[1].ranks == std::vector<std::int64_t>{0, 1});
}

TEST_CASE("where transports sleep or waiting yields, evidence says nothing") {
  const auto asleep = with_evidence(late_when_due(1), [](std::size_t, std::size_t) { return Away{0, 1'500}; });
  CHECK_FALSE(off_cpu_times(asleep));
  auto yielding = with_evidence(late_when_due(1), [](std::size_t, std::size_t) { return Away{}; });
  CHECK(off_cpu_times(yielding));
  yielding.times.header.attributes["waiting"] = std::string("yield");
  CHECK_FALSE(off_cpu_times(yielding));
}
