#include "harness/core/time_split.hpp"

#include <array>
#include <numeric>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/blame.hpp"

using namespace syncbench;

namespace {

std::vector<std::int64_t> blame(const std::vector<std::int64_t>& arrivals) {
  std::vector<std::size_t> order;
  std::vector<std::int64_t> shares(arrivals.size());
  share_blame(arrivals, order, shares);
  return shares;
}

}  // namespace

TEST_CASE("each gap between arrivals is shared by those who have not come") {
  // 10, 40, 100: the first 30 by two ranks, the next 60 by the last.
  CHECK(blame({100, 10, 40}) == std::vector<std::int64_t>{75, 0, 15});
  CHECK(blame({5, 5}) == std::vector<std::int64_t>{0, 0});
}

TEST_CASE("shares sum to the spread exactly, what does not divide goes to the last") {
  const auto shares = blame({0, 10, 11, 12});  // 10 by three, 1 by two, 1 by one
  CHECK(shares == std::vector<std::int64_t>{0, 3, 3, 6});
  CHECK(std::accumulate(shares.begin(), shares.end(), std::int64_t{0}) == 12);
}

TEST_CASE("two that are equally late save nothing alone") {
  CHECK(saving_of_last(std::array<std::int64_t, 3>{0, 70, 70}) == 0);
  CHECK(saving_of_last(std::array<std::int64_t, 3>{0, 70, 10}) == 60);
  CHECK(saving_of_last(std::array<std::int64_t, 1>{5}) == 0);
}

TEST_CASE("in a broadcast a rank waits for the root, and what it waits beyond that is the algorithm's") {
  const std::array<Rank, 3> ranks{Rank{0}, Rank{1}, Rank{2}};
  const ClockModel clock;
  const TimeSplitter splitter(Collective::broadcast, Rank{0}, ranks, {&clock, &clock, &clock});
  IterationSplit split;
  // The root comes at 10, leaf 2 at 1000; leaf 1 comes at 0 and is held up until 1050.
  splitter(std::array<std::int64_t, 3>{10, 0, 1000}, std::array<std::int64_t, 3>{30, 1050, 1100}, split);
  CHECK(split.latest == 2);
  CHECK(split.spread() == 1000);
  CHECK(split.after_last() == 100);
  CHECK(split.parts[0].wait == 0);
  CHECK(split.parts[0].algorithm_wait == 20);  // it left before the last came: all of it may have been waiting
  CHECK(split.parts[0].transfer == 0);
  CHECK(split.parts[1].wait == 10);
  CHECK(split.parts[1].algorithm_wait == 990);
  CHECK(split.parts[1].transfer == 50);
  CHECK(split.parts[2].wait == 0);
  CHECK(split.parts[2].transfer == 100);
}

TEST_CASE("clocks apart are compared on the common one, and parts sum on each rank's own") {
  const std::array<Rank, 2> ranks{Rank{0}, Rank{1}};
  const ClockModel reference;
  ClockModel ahead;
  ahead.add({.when = Nanos{0},
             .offset = Nanos{5000},
             .slope = 0,
             .bound = Nanos{7},
             .half_width = Nanos{7},
             .residual = Nanos{0}});
  const TimeSplitter splitter(Collective::allreduce, Rank{0}, ranks, {&reference, &ahead});
  IterationSplit split;
  splitter(std::array<std::int64_t, 2>{100, 5020}, std::array<std::int64_t, 2>{150, 5155}, split);
  CHECK(split.first_enter == 20);
  CHECK(split.last_enter == 100);
  CHECK(split.last_leave == 155);
  CHECK(split.parts[0].wait == 0);
  CHECK(split.parts[1].wait == 80);
  CHECK(split.parts[1].transfer == 55);
}
