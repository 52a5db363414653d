#include "analysis/run/timer_view.hpp"

#include "analysis/points/timer_text.hpp"
#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using Catch::Matchers::ContainsSubstring;

namespace {

results::Attributes attributes(std::int64_t operations, const std::string& backend = "mpi") {
  return {{"backend", backend},
          {"timer_overhead_ns", std::int64_t{30}},
          {"timer_resolution_ns", std::int64_t{1}},
          {"operations_per_sample", operations}};
}

QuantileEstimate estimate(Quantile quantile, std::int64_t value) {
  QuantileEstimate result;
  result.quantile = quantile;
  result.value = result.fastest = result.slowest = Nanos{value};
  result.lower = Nanos{value - 10};
  result.upper = Nanos{value + 10};
  result.needed = 60;
  return result;
}

}  // namespace

TEST_CASE("a point's timer is judged by the median as stored: 30 ns are 5 % of 600 and 25 % of 120") {
  const auto quality = [](std::int64_t median) { return timer_view(attributes(1), Nanos{median}, false).quality; };
  CHECK(quality(600) == TimerQuality::fine);
  CHECK(quality(599) == TimerQuality::labelled);
  CHECK(quality(120) == TimerQuality::labelled);
  CHECK(quality(119) == TimerQuality::batch);
  CHECK(timer_view(attributes(1, "null"), Nanos{30}, false).quality == TimerQuality::exempt);
}

TEST_CASE("a file that says nothing of its timer has a fine one, and a wrong number is none") {
  const TimerView silent = timer_view({}, Nanos{1}, true);
  CHECK(silent.quality == TimerQuality::fine);
  CHECK(silent.operations == 1);
  CHECK(silent.subtracted == Nanos{0});
  const TimerView odd = timer_view({{"timer_overhead_ns", -5.0}, {"operations_per_sample", std::int64_t{0}}}, {}, true);
  CHECK(odd.floor.overhead == Nanos{0});
  CHECK(odd.operations == 1);
  CHECK(timer_view({{"timer_overhead_ns", 21.5}}, {}, false).floor.overhead == Nanos{22});
}

TEST_CASE("of several operations a sample the median is shared out and nothing else is left") {
  const TimerView mean = timer_view(attributes(10), Nanos{1'000}, false);
  CHECK(seen(mean, estimate(kP50, 1'000)).value == Nanos{100});
  CHECK(seen(mean, estimate(kP50, 1'000)).upper == Nanos{101});
  CHECK_FALSE(seen(mean, estimate(kP99, 5'000)).carried());
  CHECK(longest_seen(mean, Nanos{9'000}).count() == kAbsent);
}

// Tied samples of a clock that counts in steps of 28 ns: the quantile is known to within half a step at best.
TEST_CASE("limits are no closer together than the clock's resolution") {
  results::Attributes coarse = attributes(1);
  coarse["timer_resolution_ns"] = std::int64_t{28};
  QuantileEstimate tied = estimate(kP50, 560);
  tied.lower = tied.upper = Nanos{560};
  const QuantileEstimate shown = seen(timer_view(coarse, Nanos{560}, false), tied);
  CHECK(shown.value == Nanos{560});
  CHECK(shown.lower == Nanos{546});
  CHECK(shown.upper == Nanos{574});
  tied.upper = Nanos{588};
  CHECK(seen(timer_view(coarse, Nanos{560}, false), tied).lower == Nanos{560});
}

TEST_CASE("overhead is subtracted only when asked for, before sharing out, and never below nothing") {
  const TimerView kept = timer_view(attributes(1), Nanos{1'000}, false);
  CHECK(seen(kept, estimate(kP99, 1'000)).value == Nanos{1'000});
  const TimerView taken = timer_view(attributes(1), Nanos{1'000}, true);
  CHECK(seen(taken, estimate(kP99, 1'000)).value == Nanos{970});
  CHECK(longest_seen(taken, Nanos{20}) == Nanos{0});
  CHECK(longest_seen(taken, Nanos{kAbsent}).count() == kAbsent);
  const TimerView mean = timer_view(attributes(10), Nanos{1'030}, true);
  CHECK(seen(mean, estimate(kP50, 1'030)).value == Nanos{100});
}

TEST_CASE("labels say what the timer leaves of a point, and notes say what they mean") {
  const auto label = [](std::int64_t operations, std::int64_t median) {
    return timer_label(timer_view(attributes(operations), Nanos{median}, false));
  };
  CHECK(label(1, 1'000) == "fine");
  CHECK(label(1, 500) == "labelled");
  CHECK(label(1, 50) == "over 25 %");
  CHECK(label(17, 1'000) == "mean of 17");

  CHECK(timer_notes({timer_view(attributes(1), Nanos{1'000}, false)}).empty());
  CHECK(timer_notes({timer_view(attributes(1), Nanos{500}, false)}) ==
        "timer labelled: reading the clock (30 ns) is 5 to 25 % of the median\n");
  const std::string all =
      timer_notes({timer_view(attributes(1), Nanos{50}, true), timer_view(attributes(17), Nanos{1'000}, true)});
  CHECK_THAT(all, ContainsSubstring("timer mean of k: a sample is k operations back to back"));
  CHECK_THAT(all, ContainsSubstring("timer over 25 %: "));
  CHECK_THAT(all, ContainsSubstring("the timer's overhead (30 ns) is subtracted from every time"));
}
