// noise: "p99 is ten times the median". Every rank on its own processor, listening for what keeps it from running: with
// a selfish loop, which places each interruption, and with a fixed quantum of work, which says what they cost.
#include "suites/suite/suite_registration.hpp"

namespace syncbench::suites {
namespace {

using suite::Point;
using suite::Profile;

enum class Way { selfish, quantum };

}  // namespace
}  // namespace syncbench::suites

template <>
struct syncbench::Names<syncbench::suites::Way> {
  static constexpr std::array<std::pair<suites::Way, std::string_view>, 2> table{{
      {suites::Way::selfish, "selfish"},
      {suites::Way::quantum, "quantum"},
  }};
};

namespace syncbench::suites {
namespace {

struct Options {
  std::vector<Way> ways{Way::selfish, Way::quantum};
  std::size_t seconds = 10;
  std::optional<std::size_t> threshold_ns;
  std::size_t most_detours = 200'000;
  std::vector<std::size_t> quanta_us{100};
  Treatment treatment;
};

// Of each way. Interruptions that come once a second are seen a dozen times in the standard profile.
std::size_t seconds_of(Profile profile) {
  switch (profile) {
    case Profile::smoke:
      return 1;
    case Profile::quick:
      return 20;
    case Profile::standard:
      return 120;
    case Profile::full:
      break;
  }
  return 300;
}

void declare(suite::OptionSet& set, Options& o) {
  o.treatment = treatment_of(set.profile());
  o.seconds = seconds_of(set.profile());
  set.add_choices("ways", o.ways,
                  "selfish: read the clock in a tight loop and keep every gap; quantum: time the same work again and "
                  "again");
  set.add("seconds", o.seconds, {.lowest = 1, .highest = 86'400}, "how long to listen, each way");
  set.add("threshold-ns", o.threshold_ns, {.lowest = 1, .highest = 1'000'000'000},
          "a longer gap between two readings of the clock is an interruption; auto: nine times the loop's shortest");
  set.add("most-detours", o.most_detours, {.lowest = 1, .highest = 100'000'000},
          "interruptions that are kept of each rank, 16 bytes of memory each; what comes after them is counted");
  set.add("quantum-us", o.quanta_us, {.lowest = 1, .highest = 1'000'000},
          "microseconds that a quantum of work takes on rank 0 when nothing disturbs it");
}

// A fixed time and no precision to stop at: what is rare is looked for.
Treatment listening(const Options& o) {
  Treatment treatment = o.treatment;
  treatment.start = StartMode::none;
  treatment.verify = VerifyMode::off;
  treatment.stop.precision = 0;
  treatment.stop.most_time = std::chrono::seconds(o.seconds);
  return treatment;
}

Point selfish(const Options& o) {
  kernels::SelfishLoop loop{.threshold = {}, .most_detours = o.most_detours};
  if (o.threshold_ns) loop.threshold = Nanos{static_cast<std::int64_t>(*o.threshold_ns)};
  Treatment treatment = listening(o);
  treatment.stop.most_iterations = 10 * o.seconds + 2;  // pieces of 100 ms
  return {.workload = {}, .treatment = treatment, .factors = {{"way", "selfish"}}, .group = {}, .probe = loop};
}

Point quantum(std::size_t microseconds, const Options& o) {
  Treatment treatment = listening(o);
  treatment.stop.most_iterations = o.seconds * 1'000'000 / microseconds + 1;
  return {.workload = {},
          .treatment = treatment,
          .factors = {{"way", "quantum"}},
          .group = {},
          .probe = kernels::WorkQuantum{.length = std::chrono::microseconds(microseconds)}};
}

std::vector<Point> plan(const suite::World&, const Options& o) {
  std::vector<Point> points;
  for (const Way way : o.ways) {
    if (way == Way::selfish) points.push_back(selfish(o));
    if (way == Way::selfish) continue;
    for (const std::size_t each : o.quanta_us) points.push_back(quantum(each, o));
  }
  return points;
}

const suite::SuiteRegistration noise{"noise", "what keeps ranks from running, how often and for how long", declare,
                                     plan};

}  // namespace
}  // namespace syncbench::suites
