#include "harness/core/accusation.hpp"

#include <cmath>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/binomial_tail.hpp"
#include "harness/core/size_range.hpp"

using namespace syncbench;

namespace {

constexpr std::size_t kRows = 4'000;
constexpr Extent kExtent{kRows, 4'000'000};  // a microsecond each

LateEvent event_at(std::size_t row, std::vector<std::size_t> late, std::int64_t size = 1'000) {
  return {row, size, std::move(late), {}, {row, static_cast<std::int64_t>(1'000 * row)}};
}

// `count` events of one size and place, evenly over all rows.
std::vector<LateEvent> events_at(std::size_t place, std::size_t count, std::int64_t size = 1'000,
                                 std::size_t first = 0) {
  std::vector<LateEvent> events;
  for (std::size_t k = 0; k < count; ++k) events.push_back(event_at(first + k * (kRows / count), {place}, size));
  return events;
}

// Neighbours: `length` events in a row, from each of these rows on, at that place.
std::vector<LateEvent> bursts_at(const std::vector<std::pair<std::size_t, std::size_t>>& rows_and_places,
                                 std::size_t length) {
  std::vector<LateEvent> events;
  for (const auto& [row, place] : rows_and_places) {
    for (std::size_t k = 0; k < length; ++k) events.push_back(event_at(row + k, {place}));
  }
  return events;
}

std::vector<LateEvent> together(std::vector<LateEvent> a, const std::vector<LateEvent>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end(), [](const LateEvent& x, const LateEvent& y) { return x.iteration < y.iteration; });
  return a;
}

Judgement judged(std::vector<LateEvent> events, std::size_t places) {
  return judge_events(std::move(events), places, kExtent, 1);
}

std::vector<std::size_t> accused(const Judgement& judgement) {
  std::vector<std::size_t> places;
  for (const AccusedPlace& each : judgement.accused) places.push_back(each.accusation.place);
  return places;
}

}  // namespace

TEST_CASE("the binomial's tail is right at both ends and in between") {
  CHECK(binomial_tail(0, 5, 0.3) == 1);
  CHECK(binomial_tail(6, 5, 0.3) == 0);
  CHECK(std::abs(binomial_tail(14, 14, 0.5) - std::pow(0.5, 14)) < 1e-12);
  // Of 3 with chance 1/4: 3/64·3 … at least 2 is 9/64 + 1/64.
  CHECK(std::abs(binomial_tail(2, 3, 0.25) - 10.0 / 64) < 1e-12);
  CHECK(missing_successes(13, 13, 0.5, 1e-4) == 1);
  CHECK(missing_successes(14, 14, 0.5, 1e-4) == 0);
  CHECK(missing_successes(0, 0, 0.5, 1e-4) == 14);
}

TEST_CASE("with two places it takes 14 of 14 events") {
  const Judgement few = judged(events_at(1, 13), 2);
  CHECK(few.accused.empty());
  CHECK(few.rest.size() == 13);
  REQUIRE(few.suspicions.size() == 1);
  CHECK(few.suspicions[0].missing == 1);
  const Judgement enough = judged(events_at(1, 14), 2);
  REQUIRE(accused(enough) == std::vector<std::size_t>{1});
  CHECK(enough.accused[0].accusation.events == 14);
  CHECK(enough.accused[0].accusation.clusters == 14);
  CHECK(enough.rest.empty());
}

TEST_CASE("one contiguous episode is one event, however many iterations it has") {
  CHECK(judged(bursts_at({{1'000, 1}}, 100), 2).accused.empty());
  CHECK(judged(bursts_at({{1'000, 1}}, 2'400), 2).accused.empty());
  const std::vector<Moment> moments = moments_of(bursts_at({{1'000, 1}}, 100));
  CHECK(events_per_cluster(moments, kExtent) > 50);
}

TEST_CASE("a place that is late in every iteration is no episode") {
  CHECK(events_per_cluster(moments_of(events_at(1, kRows)), kExtent) == 1);
  CHECK(accused(judged(events_at(1, kRows), 2)) == std::vector<std::size_t>{1});
}

TEST_CASE("twelve bursts of ten on one place are about twelve events, too few for two places") {
  std::vector<std::pair<std::size_t, std::size_t>> rows;
  for (std::size_t k = 0; k < 12; ++k) rows.emplace_back(37 + 331 * k, 1);
  const Judgement judgement = judged(bursts_at(rows, 10), 2);
  CHECK(judgement.accused.empty());
  const std::size_t clusters = judgement.suspicions.at(0).clusters;
  CHECK((clusters >= 9 && clusters <= 13));
  for (std::size_t k = 0; k < 12; ++k) rows.emplace_back(150 + 331 * k, 1);
  std::sort(rows.begin(), rows.end());
  CHECK(accused(judged(bursts_at(rows, 10), 2)) == std::vector<std::size_t>{1});
}

TEST_CASE("events in a fifth of the time are not accused") {
  std::vector<LateEvent> events;
  for (std::size_t k = 0; k < 40; ++k) events.push_back(event_at(1'000 + 20 * k, {1}));
  CHECK(judged(std::move(events), 2).accused.empty());
}

TEST_CASE("ten events are needed however many places there are") {
  CHECK(judged(events_at(7, 9), 128).accused.empty());
  CHECK(accused(judged(events_at(7, 10), 128)) == std::vector<std::size_t>{7});
}

TEST_CASE("many small events of another place do not hide the large ones of one") {
  const auto small = events_at(0, 60, 20, 5), large = events_at(1, 20, 500'000);
  const Judgement judgement = judged(together(small, large), 2);
  REQUIRE(accused(judgement) == std::vector<std::size_t>{1, 0});  // both are beyond chance, each in its own size
  CHECK(judgement.accused[0].events.size() == 20);
  CHECK(judgement.accused[1].events.size() == 60);
}

TEST_CASE("an even mix accuses nobody") {
  CHECK(judged(together(events_at(0, 50), events_at(1, 50, 1'000, 5)), 2).accused.empty());
}

TEST_CASE("places that are late together are all accused, most of all places too") {
  std::vector<LateEvent> events;
  for (std::size_t k = 0; k < 400; ++k) events.push_back(event_at(10 * k, {0, 1, 2}));
  std::vector<std::size_t> places = accused(judged(std::move(events), 4));
  std::sort(places.begin(), places.end());
  CHECK(places == std::vector<std::size_t>{0, 1, 2});
}

TEST_CASE("the second of two late places is accused although the first is late more often") {
  // Of 8 places, place 2 in every 4th iteration and place 5 in 40 others.
  const Judgement judgement = judged(together(events_at(2, 1'000), events_at(5, 40, 1'000, 1)), 8);
  CHECK(accused(judgement) == std::vector<std::size_t>{2, 5});
}

TEST_CASE("one cause of sizes that differ a hundredfold is one") {
  std::vector<LateEvent> events;
  // 1/√2 below to 100 above, evenly in the logarithm.
  for (std::size_t k = 0; k < 200; ++k)
    events.push_back(event_at(
        20 * k, {1}, static_cast<std::int64_t>(1'000 * std::pow(100.0, static_cast<double>(k * 37 % 200) / 200))));
  const Judgement judgement = judged(std::move(events), 2);
  REQUIRE(judgement.accused.size() == 1);
  CHECK(judgement.accused[0].events.size() > 190);
}

TEST_CASE("a range of sizes ends where there are none, and stands apart from few") {
  std::vector<std::int64_t> sizes(50, 1'000);
  sizes.insert(sizes.end(), 300, 100);
  sizes.push_back(90'000);
  const SizeRange range = range_of_cause(sizes, 1'000, 50);
  CHECK(range.least == 1'000);
  CHECK(range.most == 1'000);
  CHECK(range.stands_apart);
}

TEST_CASE("the end of a tail does not stand apart") {
  std::vector<std::int64_t> sizes;
  // Pareto's distribution with exponent 1: twice as many in each octave further down.
  for (int k = 1; k <= 1'000; ++k) sizes.push_back(1'000'000 / k);
  CHECK_FALSE(range_of_cause(sizes, costliest_median(sizes), 1'000).stands_apart);
}

TEST_CASE("kinds of sizes that lie far apart are accused each, also where their level's median is neither's") {
  // 27 large, 27 small and one of a size between them: the median of all 55.
  std::vector<LateEvent> events = together(events_at(1, 27, 12'000'000), events_at(1, 27, 60'000, 70));
  events = together(std::move(events), {event_at(1'111, {1}, 900'000)});
  const Judgement judgement = judged(std::move(events), 2);
  CHECK(accused(judgement) == std::vector<std::size_t>{1, 1});
  REQUIRE(judgement.accused.size() == 2);
  for (const AccusedPlace& each : judgement.accused) CHECK(each.events.size() >= 27);
  CHECK(judgement.rest.size() <= 1);
}
