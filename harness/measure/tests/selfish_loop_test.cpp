#include "harness/measure/selfish_loop.hpp"

#include <vector>

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;

namespace {

// Each reading takes 30 ns; an interrupter of 95 µs comes every 4 ms of this clock's time.
struct Interrupted {
  static constexpr std::int64_t kStep = 30, kPeriod = 4'000'000, kLength = 95'000;
  mutable std::int64_t now = 0, next = kPeriod;

  Clock clock() const {
    return {[](const void* self) noexcept {
              const auto* source = static_cast<const Interrupted*>(self);
              source->now += kStep;
              if (source->now >= source->next) {
                source->now += kLength;
                source->next += kPeriod;
              }
              return Nanos{source->now};
            },
            this};
  }
};

}  // namespace

TEST_CASE("every interruption of a known interrupter is heard, when it came and how long it took") {
  const Interrupted source;
  DetourLog log(100);
  const Nanos end = measure::watch(source.clock(), Nanos{0}, Nanos{100'000'000}, Nanos{300}, log);
  CHECK(end >= Nanos{100'000'000});
  CHECK(end < Nanos{100'000'000 + 30 + 95'000});
  REQUIRE(log.kept().size() == 25);
  CHECK(log.lost() == 0);
  for (std::size_t i = 0; i < 25; ++i) {
    const auto due = static_cast<std::int64_t>(i + 1) * Interrupted::kPeriod;
    CHECK(log.kept()[i].when.count() >= due - Interrupted::kStep);
    CHECK(log.kept()[i].when.count() < due);
    CHECK(log.kept()[i].length == Nanos{Interrupted::kStep + Interrupted::kLength});
  }
}

TEST_CASE("a gap of just the threshold is none, and of a nanosecond more is one") {
  const Interrupted source;
  DetourLog at(10), below(10);
  measure::watch(source.clock(), Nanos{0}, Nanos{5'000'000}, Nanos{95'030}, at);
  CHECK(at.kept().empty());
  const Interrupted again;
  measure::watch(again.clock(), Nanos{0}, Nanos{5'000'000}, Nanos{95'029}, below);
  CHECK(below.kept().size() == 1);
}

TEST_CASE("what does not fit the memory is counted, and what fits stays") {
  const Interrupted source;
  DetourLog log(3);
  measure::watch(source.clock(), Nanos{0}, Nanos{40'000'000}, Nanos{300}, log);
  CHECK(log.kept().size() == 3);
  CHECK(log.kept()[2].when < Nanos{12'000'000});
  CHECK(log.lost() == 7);
}

TEST_CASE("the shortest step is the loop's own, whatever interrupts it") {
  const Interrupted source;
  CHECK(measure::shortest_step(source.clock(), 1'000'000) == Nanos{30});
}

TEST_CASE("a clock that stands has a step of a nanosecond, so that a threshold stays above nothing") {
  const Clock standing([](const void*) noexcept { return Nanos{7}; }, nullptr);
  CHECK(measure::shortest_step(standing, 100) == Nanos{1});
}
