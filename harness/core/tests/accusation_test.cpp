#include <cmath>

#include <syncbench/core/accusation.hpp>
#include <syncbench/core/binomial_tail.hpp>
#include <syncbench/testing/catch.hpp>

using namespace syncbench;

namespace {

// `count` events, 10 iterations apart, of one size and place.
std::vector<LateEvent> events_at(std::size_t place, std::size_t count, std::int64_t size = 1'000, std::size_t first = 0,
                                 std::size_t step = 10) {
  std::vector<LateEvent> events;
  for (std::size_t k = 0; k < count; ++k) events.push_back({first + step * k, size, {place}});
  return events;
}

std::vector<LateEvent> together(std::vector<LateEvent> a, const std::vector<LateEvent>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end(), [](const LateEvent& x, const LateEvent& y) { return x.iteration < y.iteration; });
  return a;
}

std::size_t accused(const std::vector<AccusedKind>& kinds) {
  std::size_t count = 0;
  for (const AccusedKind& kind : kinds) {
    for (const Accusation& each : kind.accusations) count += each.stands ? 1 : 0;
  }
  return count;
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
  CHECK(accused(accused_kinds(events_at(1, 13), 2)) == 0);
  const auto kinds = accused_kinds(events_at(1, 14), 2);
  REQUIRE(accused(kinds) == 1);
  CHECK(kinds[0].accusations[0].place == 1);
  CHECK(kinds[0].accusations[0].events == 14);
}

TEST_CASE("events in a row count once") {
  CHECK(accused(accused_kinds(events_at(1, 100, 1'000, 0, 1), 2)) == 0);  // 100 neighbours are ten events
  CHECK(apart(events_at(1, 100, 1'000, 0, 1)).size() == 10);
}

TEST_CASE("ten events are needed however many places there are") {
  CHECK(accused(accused_kinds(events_at(7, 9), 128)) == 0);
  CHECK(accused(accused_kinds(events_at(7, 10), 128)) == 1);
}

TEST_CASE("many small events of another place do not hide the large ones of one") {
  const auto small = events_at(0, 60, 20, 5), large = events_at(1, 20, 500'000);
  const auto kinds = accused_kinds(together(small, large), 2);
  REQUIRE(accused(kinds) == 2);  // both are beyond chance, each in its own size
  CHECK(kinds[1].events.size() == 20);
  CHECK(kinds[1].accusations[0].place == 1);
}

TEST_CASE("an even mix accuses nobody") {
  CHECK(accused(accused_kinds(together(events_at(0, 50), events_at(1, 50, 1'000, 5)), 2)) == 0);
}

TEST_CASE("if most places are late together, nobody is accused") {
  std::vector<LateEvent> events;
  for (std::size_t k = 0; k < 400; ++k) events.push_back({10 * k, 1'000, {0, 1, 2}});
  CHECK(accused(accused_kinds(events, 4)) == 0);
}

TEST_CASE("every event is in one band, and sizes of a band lie within its width") {
  auto events = together(events_at(0, 30, 1'000), events_at(1, 20, 1'500, 3));
  events = together(std::move(events), events_at(1, 5, 9'000, 7));
  const auto bands = bands_of(events);
  REQUIRE(bands.size() == 2);
  CHECK(bands[0].size() == 50);
  CHECK(bands[1].size() == 5);
}
