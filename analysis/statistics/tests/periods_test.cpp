#include "analysis/statistics/periods.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/philox.hpp"

using namespace syncbench;
using namespace syncbench::analysis;

namespace {

// Numbers in [0, 1) that are the same in every run.
class Draw {
 public:
  double operator()() {
    const auto words = philox4x32({counter_++, 0, 0, 0}, {17, 29});
    return static_cast<double>(words[0]) / 4294967296.0;
  }

 private:
  std::uint32_t counter_ = 0;
};

void sort_by_time(std::vector<Detour>& detours) {
  std::sort(detours.begin(), detours.end(), [](const Detour& a, const Detour& b) { return a.when < b.when; });
}

// `mean` ns apart on average, as a Poisson process.
void add_random(std::vector<Detour>& detours, Draw& draw, double time, double mean, std::int64_t length) {
  for (double when = 0; when < time;) {
    when -= mean * std::log(1 - draw());
    detours.push_back({Nanos{std::llround(when)}, Nanos{length}});
  }
}

void add_regular(std::vector<Detour>& detours, Draw& draw, double time, double period, double jitter,
                 std::int64_t length) {
  for (double when = 1'234; when < time; when += period)
    detours.push_back({Nanos{std::llround(when + jitter * (draw() - 0.5))}, Nanos{length}});
}

bool close(double value, double wanted, double share) { return std::abs(value - wanted) <= share * wanted; }

}  // namespace

TEST_CASE("a timer alone is found with its period and its length") {
  Draw draw;
  std::vector<Detour> detours;
  add_regular(detours, draw, 5e9, 4e6, 20e3, 95'000);
  const auto periods = find_periods(detours, Nanos{0});
  REQUIRE(periods.size() == 1);
  CHECK(close(periods[0].nanos, 4e6, 0.001));
  CHECK(periods[0].length_ns == 95'000);
  CHECK(periods[0].events == 1'250);
  CHECK(periods[0].lost_ns == 1'250 * 95'000.0);
  CHECK(periods[0].p < 1e-100);
}

TEST_CASE("a timer among four times as many interruptions at random is found, within 5 % and 20 %") {
  Draw draw;
  std::vector<Detour> detours;
  add_regular(detours, draw, 5e9, 4e6, 20e3, 95'000);
  add_random(detours, draw, 5e9, 1e6, 2'000);
  sort_by_time(detours);
  const auto periods = find_periods(detours, Nanos{0});
  REQUIRE(periods.size() == 1);
  CHECK(close(periods[0].nanos, 4e6, 0.05));
  CHECK(close(periods[0].length_ns, 95'000, 0.20));
}

TEST_CASE("two timers are two periods, also where the slow one comes hundreds of times more rarely") {
  Draw draw;
  std::vector<Detour> detours;
  add_regular(detours, draw, 60e9, 4e6, 20e3, 3'000);
  add_regular(detours, draw, 60e9, 1e9 + 777, 100e3, 310'000);
  sort_by_time(detours);
  auto periods = find_periods(detours, Nanos{0});
  REQUIRE(periods.size() == 2);
  std::sort(periods.begin(), periods.end(), [](const Period& a, const Period& b) { return a.nanos < b.nanos; });
  CHECK(close(periods[0].nanos, 4e6, 0.001));
  CHECK(close(periods[1].nanos, 1e9, 0.001));
  CHECK(periods[1].length_ns == 310'000);
}

TEST_CASE("two timers of one period are told apart by how long they take") {
  Draw draw;
  std::vector<Detour> detours;
  add_regular(detours, draw, 5e9, 4e6, 20e3, 3'000);
  for (std::int64_t i = 0; i < 1'249; ++i) detours.push_back({Nanos{4'000'000 * i + 1'500'000}, Nanos{200'000}});
  sort_by_time(detours);
  const auto periods = find_periods(detours, Nanos{0});
  REQUIRE(periods.size() == 2);
  CHECK(close(periods[0].nanos, 4e6, 0.001));
  CHECK(periods[0].length_ns == 200'000);
  CHECK(close(periods[1].nanos, 4e6, 0.001));
  CHECK(periods[1].length_ns == 3'000);
}

TEST_CASE("a timer that takes now less, now more is one") {
  Draw draw;
  std::vector<Detour> detours;
  for (std::int64_t i = 0; i < 1'250; ++i) {
    const double length = 2e3 * std::pow(16, draw());  // 2 to 32 µs, 8 in the middle
    detours.push_back({Nanos{4'000'000 * i + std::llround(20e3 * draw())}, Nanos{std::llround(length)}});
  }
  const auto periods = find_periods(detours, Nanos{0});
  REQUIRE(periods.size() == 1);
  CHECK(close(periods[0].nanos, 4e6, 0.001));
  CHECK(close(periods[0].length_ns, 8'000, 0.1));
}

TEST_CASE("a timer whose every fourth interruption falls together with another timer's is found by its own period") {
  Draw draw;
  std::vector<Detour> detours;
  for (std::int64_t i = 0; i < 5'000; ++i)
    detours.push_back({Nanos{1'000'000 * i + std::llround(5e3 * draw())}, Nanos{i % 4 == 1 ? 105'000 : 50'000}});
  const auto periods = find_periods(detours, Nanos{0});
  REQUIRE(periods.size() == 1);
  CHECK(close(periods[0].nanos, 1e6, 0.001));
  CHECK(periods[0].length_ns == 50'000);
  CHECK(periods[0].events == 5'000);
}

TEST_CASE("a timer among many short interruptions at random keeps its period: these do not fill parts of it") {
  Draw draw;
  std::vector<Detour> detours;
  add_regular(detours, draw, 5e9, 4e6, 20e3, 6'000);
  add_random(detours, draw, 5e9, 100e3, 2'000);
  sort_by_time(detours);
  const auto periods = find_periods(detours, Nanos{0});
  REQUIRE(periods.size() == 1);
  CHECK(close(periods[0].nanos, 4e6, 0.001));
}

TEST_CASE("a loop that sleeps drifts away from any fixed grid and is found all the same") {
  Draw draw;
  std::vector<Detour> detours;
  for (double when = 0; when < 5e9; when += 10e6 + 300e3 * draw())  // 10 to 10.3 ms from one to the next
    detours.push_back({Nanos{std::llround(when)}, Nanos{50'000}});
  const auto periods = find_periods(detours, Nanos{0});
  REQUIRE(periods.size() == 1);
  CHECK(close(periods[0].nanos, 10.15e6, 0.02));
}

TEST_CASE("interruptions at random have no period, whatever the numbers that were drawn") {
  Draw draw;
  for (int run = 0; run < 40; ++run) {
    std::vector<Detour> detours;
    add_random(detours, draw, 5e9, 5e6, 2'000);
    CAPTURE(run);
    CHECK(find_periods(detours, Nanos{0}).empty());
  }
}

TEST_CASE("bursts at random have no period either") {
  Draw draw;
  for (int run = 0; run < 20; ++run) {
    std::vector<Detour> bursts, detours;
    add_random(bursts, draw, 5e9, 50e6, 2'000);
    for (const Detour& burst : bursts) {
      for (int i = 0; i < 8; ++i)
        detours.push_back({burst.when + Nanos{std::llround(200e3 * (i + draw()))}, Nanos{3'000}});
    }
    sort_by_time(detours);
    CAPTURE(run);
    CHECK(find_periods(detours, Nanos{0}).empty());
  }
}

TEST_CASE("too few interruptions have no period, and none at all are no harm") {
  std::vector<Detour> detours;
  for (int i = 0; i < 15; ++i) detours.push_back({Nanos{4'000'000 * i}, Nanos{1'000}});
  CHECK(find_periods(detours, Nanos{0}).empty());
  CHECK(find_periods({}, Nanos{0}).empty());
}

TEST_CASE("starts that are known to a quantum of work only show the period within it") {
  Draw draw;
  std::vector<Detour> exact, detours;
  add_regular(exact, draw, 10e9, 4e6, 0, 95'000);
  for (const Detour& each : exact) {
    const std::int64_t begun = each.when.count() / 103'000 * 103'000;
    detours.push_back({Nanos{begun}, each.length});
  }
  const auto periods = find_periods(detours, Nanos{103'000});
  REQUIRE(periods.size() == 1);
  CHECK(close(periods[0].nanos, 4e6, 0.05));
}

TEST_CASE("quanta of work that are disturbed one after the other have no period: it would be their own") {
  std::vector<Detour> detours;
  for (std::int64_t i = 0; i < 20'000; ++i) detours.push_back({Nanos{104'000 * i}, Nanos{3'500}});
  CHECK(find_periods(detours, Nanos{100'000}).empty());
}
