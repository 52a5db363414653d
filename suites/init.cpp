// init: "the first sync takes 420 ms, later ones 18". The first operations of a process, of each size, with nothing
// before them that nobody sees; and what can be had again in a process, a communicator and the library on it, from
// nothing to a second operation. What comes before all of it, from the launch on, every run records by itself.
#include <algorithm>

#include <fmt/format.h>

#include "suites/suite/message_count.hpp"
#include "suites/suite/suite_registration.hpp"

namespace syncbench::suites {
namespace {

using kernels::Before;
using kernels::Making;
using suite::Point;
using suite::Profile;

enum class Part { first, cycle };

}  // namespace
}  // namespace syncbench::suites

template <>
struct syncbench::Names<syncbench::suites::Part> {
  static constexpr std::array<std::pair<suites::Part, std::string_view>, 2> table{{
      {suites::Part::first, "first"},
      {suites::Part::cycle, "cycle"},
  }};
};

namespace syncbench::suites {
namespace {

struct Options {
  std::vector<Part> parts{Part::first, Part::cycle};
  Collective collective = Collective::allreduce;
  std::vector<Bytes> bytes{Bytes{8}, Bytes{65'536}, Bytes{std::size_t{4} << 20}};
  std::size_t iterations = 500;
  std::vector<Making> making{Making::duplicate, Making::split};
  std::vector<Before> before{Before::nothing, Before::call, Before::barrier};
  Bytes cycle_bytes{65'536};
  std::size_t cycles = 50;
  Treatment treatment;
};

void declare(suite::OptionSet& set, Options& o) {
  o.treatment = treatment_of(set.profile());
  switch (set.profile()) {
    case Profile::smoke:
      o.bytes = {Bytes{8}, Bytes{65'536}};
      o.iterations = 100;
      o.cycles = 10;
      o.treatment.stop.most_time = std::chrono::milliseconds(500);  // a machine that is busy has to get through it too
      break;
    case Profile::quick:
      break;
    case Profile::standard:
      o.iterations = 2'000;
      o.cycles = 200;
      break;
    case Profile::full:
      o.iterations = 10'000;
      o.cycles = 500;
      break;
  }
  set.add_choices(
      "parts", o.parts,
      "first: the first operations of the process, size by size; cycle: a communicator and the library on it "
      "made anew and freed, again and again");
  set.add_choice("collective", o.collective, "which operation");
  set.add("bytes", o.bytes, "sizes whose first operations are kept, in this order");
  set.add("iterations", o.iterations, {.lowest = 1, .highest = 10'000'000},
          "operations of each size, from the very first on: enough to see when they are warm");
  set.add_choices("making", o.making, "how a cycle's communicator is made");
  set.add_choices(
      "before", o.before,
      "what a cycle does before its first operation: nothing, the same operation of one element, or a barrier");
  set.add("cycle-bytes", o.cycle_bytes, "size of a cycle's operations");
  set.add("cycles", o.cycles, {.lowest = 1, .highest = 1'000'000}, "how often a cycle is gone through");
}

// Nothing before the first that is kept, and no gate that would have to try it.
Treatment from_the_first(const Options& o, std::size_t iterations) {
  Treatment treatment = o.treatment;
  treatment.start = StartMode::barrier;
  treatment.settles = false;
  treatment.stop.precision = 0;
  treatment.stop.most_iterations = iterations;
  return treatment;
}

kernels::Operation operation_of(const Options& o, Bytes bytes, int ranks) {
  kernels::Operation operation;
  operation.collective = o.collective;
  operation.count = suite::count_for(o.collective, operation.type, bytes, ranks);
  return operation;
}

Point first(Bytes bytes, const Options& o, int ranks) {
  return {.workload = {.operations = {operation_of(o, bytes, ranks)}},
          .treatment = from_the_first(o, o.iterations),
          .factors = {{"part", "first"}},
          .group = {}};
}

// Each cycle is a first time of its own: none of them is a warm-up.
Point cycle(Making making, Before before, const Options& o, int ranks) {
  Point point{.workload = {.operations = {operation_of(o, o.cycle_bytes, ranks)},
                           .cycle = kernels::Cycle{.making = making, .before = before}},
              .treatment = from_the_first(o, o.cycles),
              .factors = {{"part", "cycle"},
                          {"making", std::string(name_of(making))},
                          {"before", std::string(name_of(before))}},
              .group = "cycle"};
  point.treatment.warmup = 0;
  return point;
}

std::vector<Point> plan(const suite::World& world, const Options& o) {
  std::vector<Point> points;
  for (const Part part : o.parts) {
    if (part == Part::first) {
      for (const Bytes bytes : o.bytes) points.push_back(first(bytes, o, world.ranks));
      continue;
    }
    for (const Making making : o.making) {
      for (const Before before : o.before) points.push_back(cycle(making, before, o, world.ranks));
    }
  }
  return points;
}

const suite::SuiteRegistration init{"init", "what comes before the first operation, and what the first ones cost",
                                    declare, plan};

}  // namespace
}  // namespace syncbench::suites
