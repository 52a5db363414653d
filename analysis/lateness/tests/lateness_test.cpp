#include "analysis/lateness/lateness.hpp"

#include "analysis/facts/network_findings.hpp"
#include "analysis/lateness/lateness_findings.hpp"
#include "analysis/skew/skew_report.hpp"
#include "analysis/tests/late_run.hpp"
#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;

namespace {

constexpr std::int64_t kLate = 500'000;
constexpr std::int64_t kTime = 2'000;  // of the operation when all come together

// Every 50th iteration.
bool is_due(std::size_t iteration) { return iteration % 50 == 49; }

Visit usual(std::size_t rank, std::size_t iteration) {
  return {noise(1, rank, iteration, 30), kTime + noise(2, 0, iteration, 200)};
}

bool is_within_5_percent(double value) { return value >= 0.95 * kLate && value <= 1.05 * kLate; }

// Steady order of arrival, a heavy tail on every rank before and inside: nothing that any rank is to blame for.
Decomposition healthy(std::uint32_t seed, std::size_t ranks) {
  return point_with(Collective::allreduce, ranks, 2'000, [seed](std::size_t rank, std::size_t i) {
    const std::int64_t order = 15 * static_cast<std::int64_t>(rank);
    return Visit{order + heavy_noise(seed, rank, i, 20, 0.7),
                 kTime + noise(seed + 50'000, rank, i, 40) + heavy_noise(seed + 90'000, 0, i, 30, 0.7)};
  });
}

}  // namespace

TEST_CASE("a rank that enters late every 50th iteration arrives late, by that much, and nothing else is found") {
  const auto point = point_with(Collective::allreduce, 4, 1'000, [](std::size_t rank, std::size_t i) {
    Visit visit = usual(rank, i);
    if (rank == 2 && is_due(i)) visit.enter += kLate;
    return visit;
  });
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::arrives_late);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{2});
  CHECK(findings[0].phase == "before entering");
  CHECK(is_within_5_percent(findings[0].size_ns->mean));
  CHECK(findings[0].period == std::size_t{50});
  CHECK(findings[0].events == 20);
  CHECK_FALSE(findings[0].evidence.empty());
  CHECK(std::abs(*findings[0].cost_ns - kLate / 50.0) < 10);
}

TEST_CASE("a rank that is done late while the others are leaves late") {
  const auto point = point_with(Collective::allreduce, 4, 1'000, [](std::size_t rank, std::size_t i) {
    Visit visit = usual(rank, i);
    if (rank == 3 && is_due(i)) visit.leave_after_last += kLate;
    return visit;
  });
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::leaves_late);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{3});
  CHECK(is_within_5_percent(findings[0].size_ns->mean));
}

TEST_CASE("a delay inside an allreduce holds up all and is placed on no rank") {
  const auto point = point_with(Collective::allreduce, 4, 1'000, [](std::size_t rank, std::size_t i) {
    Visit visit = usual(rank, i);
    if (is_due(i)) visit.leave_after_last += kLate;
    return visit;
  });
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::inside);
  CHECK(findings[0].ranks.empty());
  CHECK(is_within_5_percent(findings[0].size_ns->mean));
}

TEST_CASE("two ranks that are equally late are one finding, and fixing one alone gains nothing") {
  const auto point = point_with(Collective::allreduce, 8, 1'000, [](std::size_t rank, std::size_t i) {
    Visit visit = usual(rank, i);
    if ((rank == 1 || rank == 5) && is_due(i)) visit.enter += kLate;
    return visit;
  });
  const Lateness lateness = lateness_of(point);
  REQUIRE(lateness.arriving.size() == 1);
  CHECK(lateness.arriving[0].places == std::vector<std::size_t>{1, 5});
  CHECK(lateness.arriving[0].saving < lateness.arriving[0].cost / 100);
}

TEST_CASE("ranks that are late by turns are no straggler, even if the turns fit the distance between events") {
  for (const std::size_t ranks : std::initializer_list<std::size_t>{2, 5, 10}) {
    const auto point = point_with(Collective::allreduce, ranks, 2'000, [ranks](std::size_t rank, std::size_t i) {
      Visit visit = usual(rank, i);
      if (i % ranks == rank) visit.enter += kLate;
      return visit;
    });
    const auto findings = lateness_findings(point);
    INFO(ranks << " " << (findings.size() > 1 ? findings[1].what : ""));
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].cause == Cause::late_by_turns);
    CHECK(findings[0].ranks.empty());
  }
}

TEST_CASE("a rank that is late in every iteration is found as well") {
  const auto point = point_with(Collective::allreduce, 2, 200, [](std::size_t rank, std::size_t i) {
    Visit visit = usual(rank, i);
    if (rank == 1) visit.enter += kLate;
    return visit;
  });
  const Lateness lateness = lateness_of(point);
  REQUIRE(lateness.arriving.size() == 1);
  CHECK(lateness.arriving[0].places == std::vector<std::size_t>{1});
  CHECK(lateness.arriving[0].period == std::size_t{1});
}

TEST_CASE("13 of 13 events with two ranks do not suffice, and it is said that one is missing") {
  const auto late = [](std::size_t events) {
    return point_with(Collective::allreduce, 2, 50 * events, [](std::size_t rank, std::size_t i) {
      Visit visit = usual(rank, i);
      if (rank == 1 && is_due(i)) visit.enter += kLate;
      return visit;
    });
  };
  const Lateness few = lateness_of(late(13));
  CHECK(few.arriving.empty());
  REQUIRE(few.rare);
  CHECK(few.rare->found.places == std::vector<std::size_t>{1});
  CHECK(few.rare->last == 13);
  CHECK(few.rare->missing == 1);
  CHECK(lateness_of(late(14)).arriving.size() == 1);
}

TEST_CASE("a late leaf of a broadcast for which nobody waits is blamed for nothing") {
  const auto point = point_with(Collective::broadcast, 2, 1'000, [](std::size_t rank, std::size_t i) {
    Visit visit = usual(rank, i);
    if (rank == 1 && is_due(i)) visit.enter += kLate;
    return visit;
  });
  // The root leaves as it always does, long before the leaf comes.
  PointTimes times = point.times;
  for (std::size_t i = 0; i < times.iterations; ++i) times.leave[2 * i] = times.enter[2 * i] + kTime;
  const std::vector<ClockModel> clocks(2);
  const auto alone = decompose(std::move(times), {Collective::broadcast, Rank{0}}, clocks, Nanos{20}, {});
  for (const std::int64_t blame : alone.blame) CHECK(blame == 0);
  CHECK(lateness_findings(alone).empty());
}

TEST_CASE("all ranks equally slow accuse nobody") {
  const auto point = point_with(Collective::allreduce, 4, 1'000, [](std::size_t rank, std::size_t i) {
    Visit visit = usual(rank, i);
    visit.enter += kLate;
    visit.leave_after_last += kLate;
    return visit;
  });
  CHECK(lateness_findings(point).empty());
}

TEST_CASE("healthy points with heavy tails and a steady order of arrival accuse nobody") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    for (const std::size_t ranks : std::initializer_list<std::size_t>{2, 4, 8}) {
      for (const Finding& finding : lateness_findings(healthy(1'000 * seed, ranks))) {
        INFO("seed " << seed << ", " << ranks << " ranks: " << finding.what);
        // The few largest of so many draws may be worth a note that accuses nobody.
        CHECK(finding.weight == Weight::note);
        CHECK(finding.cause == Cause::rare_events);
      }
    }
  }
}

TEST_CASE("a tiny order of arrival that is always the same is not material") {
  const auto point = point_with(Collective::allreduce, 2, 1'000, [](std::size_t rank, std::size_t i) {
    return Visit{rank == 1 ? 55 + noise(1, rank, i, 5) : 0, kTime};
  });
  CHECK(lateness_findings(point).empty());
}

TEST_CASE("what was left over from leaving late is told from what the rank added") {
  // Back to back: rank 1 leaves 500 µs late every 50th iteration and so enters the next one late.
  PointTimes times;
  const auto visits = point_with(Collective::allreduce, 2, 2'000, usual, {{"start", std::string("none")}});
  times = visits.times;
  for (std::size_t i = 0; i + 1 < times.iterations; ++i) {
    if (!is_due(i)) continue;
    times.leave[2 * i + 1] += kLate;
    times.enter[2 * (i + 1) + 1] += kLate;
    for (const std::size_t rank : std::initializer_list<std::size_t>{0, 1}) times.leave[2 * (i + 1) + rank] += kLate;
    // The iteration before ends where the next begins.
    const std::int64_t gap = times.enter[2 * (i + 1)] - times.leave[2 * i];
    for (const std::size_t rank : std::initializer_list<std::size_t>{0, 1}) {
      times.enter[2 * i + rank] += gap;
      times.leave[2 * i + rank] += gap;
    }
  }
  const std::vector<ClockModel> clocks(2);
  const auto point = decompose(std::move(times), {Collective::allreduce, Rank{0}}, clocks, Nanos{20}, {});
  const Lateness lateness = lateness_of(point);
  REQUIRE(lateness.arriving.size() == 1);
  CHECK(lateness.arriving[0].inherited);
  REQUIRE(lateness.leaving.size() == 1);
  CHECK(lateness.leaving[0].places == std::vector<std::size_t>{1});
}

TEST_CASE("the expected maximum of draws from measured values") {
  CHECK(expected_maximum({}, 8) == 0);
  CHECK(expected_maximum({4, 0}, 1) == 2);
  CHECK(expected_maximum({4, 0}, 2) == 3);  // 0 only if both are: a quarter
}

TEST_CASE("a large operation between nodes that takes longer than any link of today is a slow network") {
  const auto between_nodes = [](std::int64_t bytes, std::int64_t time) {
    auto point = point_with(Collective::allreduce, 2, 100,
                            [time](std::size_t, std::size_t i) {
                              return Visit{0, time + noise(2, 0, i, 200)};
                            },
                            {{"bytes_send", bytes}});
    point.times.nodes[1] = NodeIndex{1};
    point.times.hosts[1] = "n2";
    return point;
  };
  const auto slow = slow_link_findings(between_nodes(65'536, 54'000'000));
  REQUIRE(slow.size() == 1);
  CHECK(slow[0].cause == Cause::network);
  CHECK(slow[0].link == "n1-n2");
  CHECK(slow[0].what.find("1.2 MB/s") != std::string::npos);
  CHECK(slow_link_findings(between_nodes(65'536, 1'000'000)).empty());  // 66 MB/s
  CHECK(slow_link_findings(between_nodes(1'024, 54'000'000)).empty());  // latency decides
  auto inside = between_nodes(65'536, 54'000'000);
  inside.times.nodes[1] = NodeIndex{0};
  CHECK(slow_link_findings(inside).empty());
}

// 16 ranks a node: each of them gets 64 KiB from each of 16 elsewhere, 16.8 MB over the link, 134 ms at 125 MB/s.
TEST_CASE("a full link of 1 Gbit/s with many ranks on it is no slow network") {
  auto point = point_with(Collective::allgather, 32, 40,
                          [](std::size_t, std::size_t i) {
                            return Visit{0, 134'000'000 + noise(2, 0, i, 200)};
                          },
                          {{"bytes_send", std::int64_t{65'536}}});
  for (std::size_t rank = 16; rank < 32; ++rank) point.times.nodes[rank] = NodeIndex{1};
  CHECK(slow_link_findings(point).empty());
}
