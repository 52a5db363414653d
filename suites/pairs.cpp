// pairs: "which link, which node". Every pair of ranks, in the rounds of a tournament: a round's pairs are measured at
// the same time, each for itself, and ranks without a partner sleep.
#include <algorithm>

#include <fmt/format.h>

#include "harness/core/text.hpp"
#include "suites/suite/message_count.hpp"
#include "suites/suite/suite_registration.hpp"
#include "suites/suite/tournament.hpp"

namespace syncbench::suites {
namespace {

using suite::OptionError;
using suite::Pair;
using suite::Point;
using suite::Profile;
using suite::World;

enum class Part { latency, bandwidth };
enum class Direction { forward, backward };

}  // namespace
}  // namespace syncbench::suites

template <>
struct syncbench::Names<syncbench::suites::Part> {
  static constexpr std::array<std::pair<suites::Part, std::string_view>, 2> table{{
      {suites::Part::latency, "latency"},
      {suites::Part::bandwidth, "bandwidth"},
  }};
};

template <>
struct syncbench::Names<syncbench::suites::Direction> {
  static constexpr std::array<std::pair<suites::Direction, std::string_view>, 2> table{{
      {suites::Direction::forward, "forward"},
      {suites::Direction::backward, "backward"},
  }};
};

namespace syncbench::suites {
namespace {

constexpr Nanos kShortestPoint = std::chrono::milliseconds(20);

struct Options {
  std::vector<Part> parts{Part::latency, Part::bandwidth};
  std::vector<Direction> directions{Direction::forward, Direction::backward};
  Bytes latency_bytes{8};
  Bytes bandwidth_bytes{std::size_t{1} << 20};
  std::size_t connect_timeout_s = 10;
  bool udp = false;
  Treatment treatment;
  Nanos budget{};  // of all points together
};

Nanos budget_of(Profile profile) {
  switch (profile) {
    case Profile::smoke:
      return std::chrono::milliseconds(2'500);
    case Profile::quick:
      return std::chrono::seconds(50);
    case Profile::standard:
      return std::chrono::seconds(270);
    case Profile::full:
      break;
  }
  return std::chrono::hours(24);
}

void declare(suite::OptionSet& set, Options& o) {
  o.treatment = treatment_of(set.profile());
  o.budget = budget_of(set.profile());
  set.add_choices("parts", o.parts,
                  "latency: there and back, timed where it begins; bandwidth: one way, timed where it arrives");
  set.add_choices("direction", o.directions, "who sends first: the lower rank of a pair, the higher one");
  set.add("latency-bytes", o.latency_bytes, "message size of latency");
  set.add("bandwidth-bytes", o.bandwidth_bytes, "message size of bandwidth");
  set.add("connect-timeout", o.connect_timeout_s, {.lowest = 1, .highest = 3'600},
          "seconds for everybody to reach everybody before anything else; who does not is named, and the run ends");
  set.add("udp", o.udp,
          "also send 1,000 datagrams that fill a packet and may not be fragmented: what is lost, and the path's MTU");
}

std::string text_of(const std::vector<Pair>& pairs) {
  std::vector<std::string> texts;
  for (const Pair& each : pairs) texts.push_back(fmt::format("{}-{}", each.first.value, each.second.value));
  return join(texts, ",");
}

// In the pair's own group its ranks are 0 and 1. Latency: who is no root sends, and the root sends back. Bandwidth: the
// root sends.
kernels::Operation operation_of(Part part, Direction direction, const Options& o) {
  const bool forward = direction == Direction::forward;
  kernels::Operation operation;
  operation.collective = part == Part::latency ? Collective::centre : Collective::broadcast;
  operation.root = Rank{(part == Part::latency) == forward ? 1 : 0};
  operation.count = suite::count_for(operation.collective, operation.type,
                                     part == Part::latency ? o.latency_bytes : o.bandwidth_bytes, 2);
  return operation;
}

Point point_of(std::size_t round, const std::vector<Pair>& pairs, Part part, Direction direction, const Options& o) {
  const kernels::Operation operation = operation_of(part, direction, o);
  Point point{.workload = {.operations = {operation}},
              .treatment = o.treatment,
              .factors = {{"round", static_cast<std::int64_t>(round)},
                          {"part", std::string(name_of(part))},
                          {"direction", std::string(name_of(direction))},
                          {"bytes", static_cast<std::int64_t>(operation.count * size_of(operation.type))},
                          {"pairs", text_of(pairs)}},
              .group = fmt::format("round-{}", round)};
  point.datagrams = o.udp;
  for (const Pair& each : pairs) point.groups.push_back({{each.first, each.second}});
  return point;
}

std::vector<Point> plan(const World& world, const Options& o) {
  std::vector<Point> points;
  const auto rounds = suite::tournament(world.ranks);
  for (std::size_t round = 0; round < rounds.size(); ++round) {
    for (const Part part : o.parts) {
      for (const Direction direction : o.directions)
        points.push_back(point_of(round + 1, rounds[round], part, direction, o));
    }
  }
  // The more ranks, the less time for each round.
  for (Point& each : points) {
    Nanos& time = each.treatment.stop.most_time;
    time = std::min(time, std::max(kShortestPoint, o.budget / static_cast<std::int64_t>(points.size())));
  }
  return points;
}

const suite::SuiteRegistration pairs{
    "pairs", "every pair of ranks: which link, which node is slow (syncbench-analyze pairs)", declare, plan};

}  // namespace
}  // namespace syncbench::suites
