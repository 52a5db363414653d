#include "analysis/lateness/unexplained.hpp"

#include <algorithm>

#include "analysis/lateness/lateness_findings.hpp"
#include "analysis/tests/late_run.hpp"
#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;

namespace {

constexpr std::int64_t kTime = 10'000;

// 1000 iterations of 10 µs; in `times` of them, evenly spread, a rank comes 5 ms late.
Decomposition with_late(std::size_t times, std::size_t late_rank, const results::Attributes& more = {}) {
  return point_with(
      Collective::allreduce, 4, 1'000,
      [times, late_rank](std::size_t rank, std::size_t i) {
        const bool late = times > 0 && rank == late_rank && i % (1'000 / times) == 7;
        return Visit{late ? 5'000'000 : 0, kTime};
      },
      more);
}

Decomposition quiet() { return with_late(0, 0); }

}  // namespace

// 5 × 5 ms of 1000 × 10 µs + 5 × 5 ms: 25 of 35 ms.
TEST_CASE("what no finding explains is counted as a share of the time, and its iterations are shown") {
  const Unexplained account = unexplained_of(with_late(5, 2), {});
  CHECK(account.n == 1'000);
  CHECK(account.median == kTime);
  CHECK_THAT(account.beyond, WithinRel(25.0 / 35));
  CHECK_THAT(account.share, WithinRel(25.0 / 35));
  CHECK_THAT(account.by_long, WithinRel(25.0 / 35));
  CHECK(account.told);
  // Four of the five hold four fifths of it.
  CHECK(account.longest.n == 4);
  CHECK(account.longest.arrived == std::vector<std::size_t>{0, 0, 4, 0});
  CHECK(account.longest.inside == 0);
  CHECK(account.longest_ns == 5'010'000);
  CHECK(account.longest_iteration == 7);
  CHECK(account.longest_at == 70'000'000);
}

TEST_CASE("iterations that a finding names are explained, and so is the cost of one that names none") {
  Finding finding;
  for (std::size_t i = 7; i < 800; i += 200) finding.iterations.push_back(i);
  CHECK_THAT(unexplained_of(with_late(5, 2), {finding}).share, WithinRel(5.0 / 35));
  finding.iterations.clear();
  finding.cost_ns = 20'000;  // an iteration
  CHECK_THAT(unexplained_of(with_late(5, 2), {finding}).share, WithinRel(5.0 / 35));
}

TEST_CASE("a quiet point is one short line") {
  const Unexplained account = unexplained_of(quiet(), {});
  CHECK_FALSE(account.told);
  CHECK(account.share == 0);
  const auto sentences = unexplained_sentences({account, account});
  REQUIRE(sentences.size() == 1);
  CHECK(sentences[0] == "the findings explain all the time beyond the median in 2 points");
}

TEST_CASE("points that are alike are told in one paragraph, the one that loses most first") {
  Unexplained small = unexplained_of(with_late(2, 2), {}), large = unexplained_of(with_late(5, 2), {});
  small.id = "p0001";
  large.id = "p0002";
  const auto sentences = unexplained_sentences({small, large});
  REQUIRE(sentences.size() == 1);
  CHECK_THAT(sentences[0], ContainsSubstring("allreduce of 1024 B on mpi (p0002): 71 % of the time"));
  CHECK_THAT(sentences[0], ContainsSubstring("4 of 1,000 iterations hold most of it and take 5.01 ms to 5.01 ms each"));
  CHECK_THAT(sentences[0], ContainsSubstring("rank 2 (n1) arrives last in 4 of the 4"));
  CHECK_THAT(sentences[0], ContainsSubstring("The same in 1 more point (p0001): 50 % of the time."));
}

TEST_CASE("points in which other ranks come last are told apart") {
  CHECK(unexplained_sentences({unexplained_of(with_late(5, 2), {}), unexplained_of(with_late(5, 3), {})}).size() == 2);
}

// 15 events of 4, so 3.75 times as many iterations, rounded up to one digit.
TEST_CASE("what would tell more is named: iterations and evidence") {
  const Unexplained account = unexplained_of(with_late(5, 2), {});
  CHECK_THAT(account.advice, ContainsSubstring("--iterations 4000 for the 10 or more of them"));
  CHECK_THAT(account.advice, ContainsSubstring("--evidence full"));
}

// 5 % of the time with it: of 10 ms as they are, 10 / 19 ms. That is 526 ns in each of 1000; but what is not material
// is never told.
TEST_CASE("the smallest lateness that would be told costs a twentieth of the time") {
  const Decomposition point = quiet();
  const Unexplained account = unexplained_of(point, {});
  CHECK_THAT(account.smallest.always_ns,
             WithinRel(std::max(static_cast<double>(point.threshold.count()), 10'000'000.0 / 19 / 1'000)));
  // Ten events suffice where none are neighbours; at random places of 1000 some are.
  const std::size_t rare = account.smallest.rare;
  CHECK(rare > 10);
  CHECK(rare <= 20);
  CHECK_THAT(account.smallest.rare_ns, WithinRel(10'000'000.0 / 19 / static_cast<double>(rare)));
  CHECK_THAT(
      sensitivity_sentence({account}),
      ContainsSubstring("in " + std::to_string(rare) + " of 1,000 iterations (allreduce of 1024 B on mpi, p0000)"));
  CHECK(sensitivity_sentence({}).empty());
}

// Two ranks: 2 to the 14th is above 10,000.
TEST_CASE("with two ranks a test needs fourteen events, and some more at random places") {
  const auto point = point_with(Collective::allreduce, 2, 1'000, [](std::size_t, std::size_t) {
    return Visit{0, kTime};
  });
  CHECK(fewest_events(2) == 14);
  const std::size_t rare = unexplained_of(point, {}).smallest.rare;
  CHECK(rare > 14);
  CHECK(rare <= 28);
}
