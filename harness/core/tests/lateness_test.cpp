#include "harness/core/lateness.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;

namespace {

Lateness shaped(LatenessShape shape, Victims victims = {.kind = Victims::Kind::all}) {
  Lateness lateness;
  lateness.shape = shape;
  lateness.victims = std::move(victims);
  lateness.seed = 42;
  return lateness;
}

// Delays of all ranks in one iteration, ns, with L = 1 ms.
std::vector<std::int64_t> delays(const Lateness& lateness, int ranks, std::size_t iteration,
                                 const std::vector<NodeIndex>& nodes = {}) {
  const ResolvedLateness resolved(lateness, Nanos{1'000'000}, ranks, nodes);
  std::vector<std::int64_t> all;
  for (int rank = 0; rank < ranks; ++rank)
    all.push_back(resolved.delay(Rank{rank}, Iteration{iteration}, Nanos{0}).count());
  return all;
}

using Delays = std::vector<std::int64_t>;
constexpr std::int64_t L = 1'000'000;

}  // namespace

TEST_CASE("listed ranks are late by as much as was asked for, and nobody else") {
  CHECK(delays(shaped(LatenessShape::one_late, {.ranks = {Rank{2}}}), 4, 9) == Delays{0, 0, L, 0});
  CHECK(delays(shaped(LatenessShape::one_late, {.ranks = {Rank{1}, Rank{3}}}), 4, 9) == Delays{0, L, 0, L});
}

TEST_CASE("a rotating rank is the next one in each iteration") {
  const Lateness rotating = shaped(LatenessShape::rotating, {.kind = Victims::Kind::rotating});
  CHECK(delays(rotating, 3, 1) == Delays{0, L, 0});
  CHECK(delays(rotating, 3, 3) == Delays{L, 0, 0});
}

TEST_CASE("a node's ranks are late together, and a node without ranks leaves all in time") {
  const std::vector<NodeIndex> nodes{NodeIndex{0}, NodeIndex{1}, NodeIndex{0}, NodeIndex{1}};
  const auto of_node = [](int node) {
    return shaped(LatenessShape::one_late, {.kind = Victims::Kind::node, .node = NodeIndex{node}});
  };
  CHECK(delays(of_node(1), 4, 0, nodes) == Delays{0, L, 0, L});
  CHECK(delays(of_node(2), 4, 0, nodes) == Delays{0, 0, 0, 0});
}

TEST_CASE("half of the ranks is a window that goes around the end") {
  CHECK(delays(shaped(LatenessShape::half_late, {.kind = Victims::Kind::rotating}), 5, 4) == Delays{L, 0, 0, 0, L});
}

TEST_CASE("a ramp rises evenly from the first of its ranks to the last") {
  CHECK(delays(shaped(LatenessShape::ramp), 5, 0) == Delays{0, 250'000, 500'000, 750'000, L});
  CHECK(delays(shaped(LatenessShape::ramp, {.ranks = {Rank{2}, Rank{0}}}), 3, 0) == Delays{L, 0, 0});
  CHECK(delays(shaped(LatenessShape::ramp, {.ranks = {Rank{1}}}), 3, 0) == Delays{0, L, 0});
}

// The values of an implementation of Philox4x32-10 in Python and of the distributions' inverse functions there.
TEST_CASE("drawn delays are those that any reader recomputes from seed, rank and iteration") {
  CHECK(delays(shaped(LatenessShape::uniform), 2, 0) == Delays{126'032, 301'835});
  CHECK(delays(shaped(LatenessShape::exponential), 2, 0) == Delays{134'711, 359'300});
  CHECK(delays(shaped(LatenessShape::pareto), 2, 0) == Delays{10'939, 12'703});
  CHECK(delays(shaped(LatenessShape::uniform), 2, 7)[1] == 569'460);
  CHECK(delays(shaped(LatenessShape::exponential), 4, 100'000)[3] == 53'994);
}

TEST_CASE("a random rank is drawn for each iteration, the same for all ranks") {
  const Lateness random = shaped(LatenessShape::one_late, {.kind = Victims::Kind::random});
  const std::vector<std::size_t> late{1, 0, 4, 0, 3, 4, 1, 4};  // from Python
  for (std::size_t iteration = 0; iteration < late.size(); ++iteration) {
    Delays wanted(5, 0);
    wanted[late[iteration]] = L;
    CHECK(delays(random, 5, iteration) == wanted);
  }
}

TEST_CASE("periodic noise holds up whoever comes while it lasts, until it is over") {
  Lateness noise = shaped(LatenessShape::periodic);
  noise.noise_period = Nanos{1'000'000};
  noise.noise_aligned = true;
  const ResolvedLateness aligned(noise, Nanos{100'000}, 3, {});
  const auto delay = [](const ResolvedLateness& of, int rank, std::int64_t deadline) {
    return of.delay(Rank{rank}, Iteration{0}, Nanos{deadline}).count();
  };
  CHECK(delay(aligned, 0, 5'000'000) == 100'000);
  CHECK(delay(aligned, 2, 5'030'000) == 70'000);
  CHECK(delay(aligned, 1, 5'100'000) == 0);
  CHECK(delay(aligned, 1, -970'000) == 70'000);  // clocks may read less than zero
  noise.noise_aligned = false;
  const ResolvedLateness random(noise, Nanos{100'000}, 3, {});
  CHECK(delay(random, 0, 7'644'612) == 100'000);  // phases from Python: 644612, 861235, 475970
  CHECK(delay(random, 1, 7'871'235) == 90'000);
  CHECK(delay(random, 2, 7'475'969) == 0);
}

TEST_CASE("an amount is a multiple of the unit, or a time, and never absurd") {
  CHECK(LatenessAmount{.multiple = 2.5}.resolve(Nanos{1'000}) == Nanos{2'500});
  CHECK(LatenessAmount{.time = Nanos{70}}.resolve(Nanos{1'000}) == Nanos{70});
  CHECK(LatenessAmount{}.resolve(Nanos{1'000}) == Nanos{0});
  CHECK(LatenessAmount{.multiple = 1e9}.resolve(Nanos{1'000'000'000}) == std::chrono::hours(1));
}
