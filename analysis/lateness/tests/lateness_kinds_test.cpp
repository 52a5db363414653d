#include <set>

#include "analysis/lateness/lateness.hpp"
#include "analysis/lateness/lateness_findings.hpp"
#include "analysis/lateness/lateness_words.hpp"
#include "analysis/render/amounts.hpp"
#include "analysis/tests/late_run.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/sample_status.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;

namespace {

constexpr std::int64_t kTime = 20'000;  // of the operation when all come together

Visit usual(std::size_t rank, std::size_t iteration) {
  return {noise(1, rank, iteration, 30), kTime + noise(2, 0, iteration, 2'000)};
}

// Late by so much where `late` says so.
Decomposition late_where(std::size_t ranks, std::size_t iterations, std::int64_t by,
                         const std::function<bool(std::size_t rank, std::size_t iteration)>& late) {
  return point_with(Collective::allreduce, ranks, iterations, [&](std::size_t rank, std::size_t i) {
    Visit visit = usual(rank, i);
    if (late(rank, i)) visit.enter += by;
    return visit;
  });
}

bool by_chance(std::uint32_t seed, std::size_t iteration, std::int64_t percent) {
  return noise(seed, 77, iteration, 100) < percent;
}

bool accuses(const std::vector<Finding>& findings) {
  const std::set<Cause> told = {Cause::episode, Cause::rare_events};
  for (const Finding& each : findings) {
    if (!told.contains(each.cause) && !each.ranks.empty()) return true;
  }
  return false;
}

// The point again, but the gates of these iterations failed on that rank.
Decomposition with_failed_gates(const Decomposition& point, std::size_t rank,
                                const std::function<bool(std::size_t iteration)>& failed) {
  PointTimes times = point.times;
  times.status.assign(times.enter.size(), 0);
  for (std::size_t i = 0; i < times.iterations; ++i) {
    if (!failed(i)) continue;
    times.use[i] = IterationUse::late;
    times.status[i * times.ranks.size() + rank] = static_cast<std::uint8_t>(SampleStatus::late_start);
  }
  const std::vector<ClockModel> clocks(times.ranks.size());
  return decompose(std::move(times), {Collective::allreduce, Rank{0}}, clocks, Nanos{20}, {});
}

}  // namespace

TEST_CASE("whether an iteration counts for T0 does not depend on its own time") {
  // Ranks come 60 ns apart; the operation takes 1 µs, in every third iteration 4 µs, of which 60 ns are less than 5 %.
  const auto point = point_with(Collective::allreduce, 2, 300, [](std::size_t rank, std::size_t i) {
    return Visit{rank == 1 ? 60 : 0, i % 3 == 0 ? 4'000 : 1'000};
  });
  CHECK_FALSE(point.unloaded);
  CHECK(point.usual == Nanos{1'000});
  CHECK(point.threshold == Nanos{60});  // three times the start spread, and nothing of the operation's time
}

TEST_CASE("a rank that is late by less than half of T0 is found however often it is late") {
  for (const std::int64_t percent : std::initializer_list<std::int64_t>{50, 80, 99, 100}) {
    for (const std::int64_t by : std::initializer_list<std::int64_t>{4'000, 9'000, 200'000}) {
      const auto point = late_where(
          4, 2'000, by, [percent](std::size_t rank, std::size_t i) { return rank == 2 && by_chance(5, i, percent); });
      const Lateness lateness = lateness_of(point);
      INFO(percent << " % by " << by);
      REQUIRE(lateness.arriving.size() == 1);
      CHECK(lateness.arriving[0].places == std::vector<std::size_t>{2});
      CHECK(std::abs(static_cast<double>(lateness.arriving[0].size.median - by)) < 0.05 * static_cast<double>(by));
    }
  }
}

TEST_CASE("a lateness that the harness itself makes is nobody's") {
  auto point = late_where(2, 1'000, 3'000, [](std::size_t rank, std::size_t) { return rank == 1; });
  REQUIRE(lateness_of(point).arriving.size() == 1);
  point.harness_order = {0, 1'600};  // twice that is more than 3 µs
  CHECK(lateness_of(point).arriving.empty());
  CHECK(lateness_findings(point).empty());
}

TEST_CASE("a rank that is late by much and rarely is found among many that are small") {
  // Late by 400 µs in 3 % of the iterations, and by 60 to 110 ns in half of them, which is what the harness makes.
  const auto point = point_with(Collective::allreduce, 2, 4'000, [](std::size_t rank, std::size_t i) {
    Visit visit = usual(rank, i);
    if (rank == 1 && by_chance(5, i, 3)) visit.enter += 200'000 + noise(6, 0, i, 400'000);
    if (rank == 1 && !by_chance(5, i, 3) && by_chance(7, i, 50)) visit.enter += 60 + noise(8, 0, i, 50);
    return visit;
  });
  const Lateness lateness = lateness_of(point);
  REQUIRE(lateness.arriving.size() == 1);
  CHECK(lateness.arriving[0].places == std::vector<std::size_t>{1});
  CHECK(lateness.arriving[0].size.median > 350'000);
  CHECK(lateness.arriving[0].size.median < 450'000);
}

TEST_CASE("a rank is not accused of arriving late for milliseconds where another one misses deadlines for as long") {
  // Both are stopped for 15 ms, 12 times each: rank 0 enters late, rank 1 misses the deadline.
  auto point = late_where(2, 24'000, 15'000'000,
                          [](std::size_t rank, std::size_t i) { return i % 1'000 == 499 && i / 1'000 % 2 == rank; });
  point = with_failed_gates(point, 1, [](std::size_t i) { return i % 1'000 == 499 && i / 1'000 % 2 == 1; });
  const auto findings = lateness_findings(point);
  CHECK_FALSE(accuses(findings));
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::rare_events);
  CHECK(findings[0].ranks.empty());
}

TEST_CASE("one episode is told as one, with its rank and its time, and accuses nobody") {
  const auto point = late_where(2, 4'000, 200'000,
                                [](std::size_t rank, std::size_t i) { return rank == 1 && i >= 1'000 && i < 1'100; });
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::episode);
  CHECK(findings[0].weight == Weight::finding);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{1});
  REQUIRE(findings[0].when);
  CHECK(findings[0].when->first == 1'000);
  CHECK(findings[0].when->last == 1'099);
  CHECK(findings[0].when->episodes == 1);
  CHECK(std::abs(findings[0].when->begin_ns - 10e9) < 1e6);  // 10 ms an iteration
  CHECK(findings[0].iterations.size() == 100);
  CHECK(findings[0].what.find("in every") == std::string::npos);
}

TEST_CASE("an episode among strays of its size is dated by itself") {
  const auto point = late_where(2, 4'000, 200'000, [](std::size_t rank, std::size_t i) {
    const bool stray = i % 400 == 7 + 100 * rank;  // ten on each rank
    return (rank == 1 && i >= 1'000 && i < 1'100) || (stray && (i < 990 || i > 1'110));
  });
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::episode);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{1});
  REQUIRE(findings[0].when);
  CHECK(findings[0].when->first == 1'000);
  CHECK(findings[0].when->last == 1'099);
}

TEST_CASE("two ranks of two that are each late at their own distance are two findings") {
  const auto point = late_where(
      2, 4'000, 200'000, [](std::size_t rank, std::size_t i) { return rank == 0 ? i % 50 == 10 : i % 70 == 20; });
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 2);
  std::set<std::int64_t> ranks;
  for (const Finding& each : findings) {
    CHECK(each.cause == Cause::arrives_late);
    REQUIRE(each.ranks.size() == 1);
    CHECK(each.what.find(each.ranks[0] == 0 ? "every 50th" : "every 70th") != std::string::npos);
    ranks.insert(each.ranks[0]);
  }
  CHECK(ranks == std::set<std::int64_t>{0, 1});
}

TEST_CASE("bursts on random ranks accuse nobody") {
  for (const std::size_t length : std::initializer_list<std::size_t>{10, 30, 100}) {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
      // One stretch in ten is a burst, of a rank that is drawn anew.
      const auto point = late_where(3, 4'000, 60'000, [&](std::size_t rank, std::size_t i) {
        return by_chance(seed, i / length, 10) && noise(seed + 1'000, 7, i / length, 3) == static_cast<int>(rank);
      });
      const auto findings = lateness_findings(point);
      INFO("length " << length << ", seed " << seed << (findings.empty() ? "" : ": " + findings[0].what));
      CHECK_FALSE(accuses(findings));
    }
  }
}

TEST_CASE("few large events are told with their number and the rank that was last") {
  const auto point =
      late_where(2, 4'000, 20'000'000, [](std::size_t rank, std::size_t i) { return rank == 1 && i % 500 == 250; });
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::rare_events);
  CHECK(findings[0].weight == Weight::finding);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{1});
  CHECK(findings[0].events == 8);
  CHECK(findings[0].of == 8);
  CHECK_FALSE(findings[0].p);
  CHECK(findings[0].what.find("8 of 4,000 iterations") == 0);
}

TEST_CASE("a rank that stops now and then is named by the iterations in which it stands out, wherever it stops") {
  // Stopped for 15 ms, 24 times: 12 inside the call, where all leave together; 6 before entering, 3 when leaving, and 3
  // before it has its deadline.
  const auto stopped = [](std::size_t i) { return i % 1'000 == 499; };
  const auto kind = [](std::size_t i) { return i / 1'000 % 8; };
  auto point = point_with(Collective::allreduce, 2, 24'000, [&](std::size_t rank, std::size_t i) {
    Visit visit = usual(rank, i);
    if (!stopped(i)) return visit;
    if (kind(i) < 4) visit.leave_after_last += 15'000'000;
    if (rank == 1 && (kind(i) == 4 || kind(i) == 5 || kind(i) == 7)) visit.enter += 15'000'000;
    if (rank == 1 && kind(i) == 6) visit.leave_after_last += 15'000'000;
    return visit;
  });
  point = with_failed_gates(point, 1, [&](std::size_t i) { return stopped(i) && kind(i) == 7; });
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::rare_events);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{1});
  CHECK(findings[0].events == 12);
  CHECK(findings[0].of == 12);
  CHECK(findings[0].what.find(
            "was the one that came late in 12 of the 12 that tell a rank (6 by arriving, 3 by leaving, 3 more "
            "by missing the deadline to start)") != std::string::npos);
}

TEST_CASE("if most ranks are late together, the one that is not is named") {
  const auto point =
      late_where(4, 2'000, 60'000, [](std::size_t rank, std::size_t i) { return rank != 3 && by_chance(4, i, 30); });
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::arrives_late);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{0, 1, 2});
  CHECK(findings[0].what.find("all but rank 3 (n1) arrive late") == 0);
}

TEST_CASE("equally late ranks are all named") {
  const auto point = late_where(4, 2'000, 60'000, [](std::size_t rank, std::size_t i) {
    return (rank == 0 && by_chance(4, i, 15)) || (rank == 2 && by_chance(5, i, 15));
  });
  std::set<std::size_t> places;
  for (const Recurrence& each : lateness_of(point).arriving) places.insert(each.places.begin(), each.places.end());
  CHECK(places == std::set<std::size_t>{0, 2});
}

TEST_CASE("two periods, two ranks together and one rank alone are no turns") {
  const auto two_periods = late_where(
      2, 4'000, 200'000, [](std::size_t rank, std::size_t i) { return rank == 0 ? i % 50 == 10 : i % 70 == 20; });
  CHECK_FALSE(lateness_of(two_periods).by_turns);
  const auto together =
      late_where(4, 4'000, 200'000, [](std::size_t rank, std::size_t i) { return rank < 2 && i % 50 == 10; });
  CHECK_FALSE(lateness_of(together).by_turns);
  REQUIRE(lateness_of(together).arriving.size() == 1);
  CHECK(lateness_of(together).arriving[0].places == std::vector<std::size_t>{0, 1});
  const auto alone =
      late_where(4, 4'000, 200'000, [](std::size_t rank, std::size_t i) { return rank == 3 && i % 100 == 99; });
  CHECK_FALSE(lateness_of(alone).by_turns);
}

TEST_CASE("sets of ranks that take turns are turns") {
  const auto point = late_where(4, 4'000, 200'000, [](std::size_t rank, std::size_t i) {
    return i % 10 == 0 && (i / 10 % 2 == 0) == (rank < 2);
  });
  const Lateness lateness = lateness_of(point);
  CHECK(lateness.arriving.empty());
  CHECK(lateness.by_turns);
}

TEST_CASE("a fifth of the run is no period of the run") {
  const auto point = late_where(
      4, 4'000, 60'000, [](std::size_t rank, std::size_t i) { return rank == 1 && i % 5 == 0 && i % 800 < 160; });
  const Lateness lateness = lateness_of(point);
  for (const Recurrence& each : lateness.arriving) CHECK_FALSE(each.period);
}

TEST_CASE("a rank that leaves late in every call is found although T0 contains it") {
  const auto point = point_with(Collective::allreduce, 2, 600, [](std::size_t rank, std::size_t i) {
    return Visit{noise(1, rank, i, 30), 2'200 + noise(2, 0, i, 200) + (rank == 1 ? 100'000 : 0)};
  });
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::leaves_late);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{1});
  CHECK(findings[0].size_ns->mean == 100'000);
  CHECK(findings[0].what.find("in every iteration") != std::string::npos);
  // A leaf of a broadcast may have more to do than the root, but not fifty times as much.
  const auto leaf = point_with(Collective::broadcast, 2, 600, [](std::size_t rank, std::size_t i) {
    return Visit{noise(1, rank, i, 30), 2'200 + noise(2, 0, i, 200) + (rank == 1 ? 100'000 : 0)};
  });
  REQUIRE(lateness_findings(leaf).size() == 1);
  CHECK(lateness_findings(leaf)[0].cause == Cause::inside);
  CHECK(lateness_findings(leaf)[0].ranks == std::vector<std::int64_t>{1});
}

TEST_CASE("a rank that now and then gets its last message one and a half operations late does not leave late") {
  const auto leaves = [](std::int64_t later) {
    return lateness_findings(point_with(Collective::allreduce, 2, 2'000, [later](std::size_t rank, std::size_t i) {
      Visit visit = usual(rank, i);
      if (rank == 0 && by_chance(5, i, 20)) visit.leave_after_last += later;
      return visit;
    }));
  };
  CHECK(leaves(30'000).empty());
  REQUIRE(leaves(60'000).size() == 1);
  CHECK(leaves(60'000)[0].cause == Cause::leaves_late);
}

TEST_CASE("iterations whose gate failed are nobody's lateness, and the rank that missed it is told") {
  const auto late =
      late_where(3, 300, 500'000, [](std::size_t rank, std::size_t i) { return rank == 1 && i % 6 == 2; });
  const auto point = with_failed_gates(late, 1, [](std::size_t i) { return i % 6 == 2; });
  for (const SplitIteration& row : point.rows) {
    CHECK_FALSE(row.material);
    CHECK_FALSE(row.blamed);
  }
  for (const std::int64_t blame : point.blame) CHECK(blame == 0);
  const auto findings = lateness_findings(point);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::interrupted);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{1});
  CHECK(findings[0].events == 50);
  CHECK(findings[0].of == 300);
  CHECK(findings[0].what.find("deadline missed in 50 of 300 iterations") != std::string::npos);
}

TEST_CASE("the few deadlines that another rank misses are not told beside the rank that misses most") {
  // Rank 1 misses 100 of 1,000 deadlines, rank 0 (which set them and entered late itself) 12.
  const auto whose = [](std::size_t i) { return i % 10 == 2 ? 1 : i % 80 == 5 ? 0 : 2; };
  const auto late = late_where(2, 1'000, 300'000,
                               [&](std::size_t rank, std::size_t i) { return whose(i) == static_cast<int>(rank); });
  auto times = late.times;
  times.status.assign(times.enter.size(), 0);
  for (std::size_t i = 0; i < times.iterations; ++i) {
    if (whose(i) == 2) continue;
    times.use[i] = IterationUse::late;
    times.status[2 * i + 1] = static_cast<std::uint8_t>(SampleStatus::late_start);
    if (whose(i) == 0) times.status[2 * i] = static_cast<std::uint8_t>(SampleStatus::descheduled);
  }
  const std::vector<ClockModel> clocks(2);
  const auto findings =
      lateness_findings(decompose(std::move(times), {Collective::allreduce, Rank{0}}, clocks, Nanos{20}, {}));
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].cause == Cause::interrupted);
  CHECK(findings[0].ranks == std::vector<std::int64_t>{1});
}

TEST_CASE("exponential sizes of one cause are one finding with the right median") {
  const auto point = point_with(Collective::allreduce, 4, 4'000, [](std::size_t rank, std::size_t i) {
    Visit visit = usual(rank, i);
    // The median of 100 µs × -ln(u) is 69.3 µs.
    const double even = (static_cast<double>(noise(9, 1, i, 1'000'000)) + 0.5) / 1e6;
    if (rank == 1 && by_chance(3, i, 15)) visit.enter += std::llround(-100'000 * std::log(even));
    return visit;
  });
  const Lateness lateness = lateness_of(point);
  REQUIRE(lateness.arriving.size() == 1);
  CHECK(lateness.arriving[0].size.lower < 69'300);
  CHECK(lateness.arriving[0].size.upper > 69'300);
}

TEST_CASE("numbers in sentences are English") {
  CHECK(ordinal_text(1) == "1st");
  CHECK(ordinal_text(12) == "12th");
  CHECK(ordinal_text(21) == "21st");
  CHECK(ordinal_text(42) == "42nd");
  CHECK(ordinal_text(113) == "113th");
  CHECK(ordinal_text(103) == "103rd");
  CHECK(count_text(36) == "36");
  CHECK(count_text(88'294) == "88,294");
  CHECK(count_text(1'000'000) == "1,000,000");
  CHECK(sized_text({820'000, 821'000, 823'000}) == "821 µs (95 %, this launch: 820 to 823)");
  CHECK(sized_text({820'600, 821'000, 821'400}) == "821 µs");
  Recurrence found;
  found.occurrences = 36;
  CHECK(often_text(found, 88'294) == "in 36 of 88,294 iterations");
  found.occurrences = 3'999;
  found.period = 1;
  CHECK(often_text(found, 4'000) == "in 3,999 of 4,000 iterations");
  CHECK(often_text(found, 3'999) == "in every iteration");
  found.occurrences = 190;
  found.period = 21;
  CHECK(often_text(found, 4'000) == "in every 21st iteration");
  found.period.reset();
  CHECK(often_text(found, 1'900) == "in 10 % of the iterations");
}
