// skew: "one slow card, all others wait in the barrier". Lateness × shape × collective × who; an allreduce and a
// barrier in sequence, with the lateness before or between them; and what else makes one rank slow: memory, packing.
#include <algorithm>

#include <fmt/format.h>

#include "suites/suite/lateness_text.hpp"
#include "suites/suite/message_count.hpp"
#include "suites/suite/suite_registration.hpp"

namespace syncbench::suites {
namespace {

using kernels::Allocation;
using kernels::Operation;
using suite::OptionError;
using suite::Point;
using suite::Profile;
using suite::World;

enum class Part { late, sequence };

// What --skew.alloc takes; those of a GPU are refused with a sentence.
enum class Memory { none, malloc, mmap, cuda_malloc, cuda_malloc_async };

}  // namespace
}  // namespace syncbench::suites

template <>
struct syncbench::Names<syncbench::suites::Part> {
  static constexpr std::array<std::pair<suites::Part, std::string_view>, 2> table{{
      {suites::Part::late, "late"},
      {suites::Part::sequence, "sequence"},
  }};
};

template <>
struct syncbench::Names<syncbench::suites::Memory> {
  static constexpr std::array<std::pair<suites::Memory, std::string_view>, 5> table{{
      {suites::Memory::none, "none"},
      {suites::Memory::malloc, "malloc"},
      {suites::Memory::mmap, "mmap"},
      {suites::Memory::cuda_malloc, "cudaMalloc"},
      {suites::Memory::cuda_malloc_async, "cudaMallocAsync"},
  }};
};

namespace syncbench::suites {
namespace {

struct Options {
  std::vector<Part> parts{Part::late, Part::sequence};
  std::vector<LatenessAmount> lateness{{}, {.multiple = 0.5}, {.multiple = 1}, {.multiple = 2}, {.multiple = 10}};
  std::vector<LatenessShape> shapes{LatenessShape::one_late};
  std::string late = "auto";
  std::vector<Collective> collectives{Collective::allreduce, Collective::broadcast};
  std::size_t root = 0;
  std::vector<Bytes> bytes{Bytes{8}, Bytes{65'536}};
  std::vector<Injection> injections{Injection::spin};
  bool progress = false;
  std::size_t noise_period_us = 1'000;
  bool noise_aligned = false;
  std::size_t seed = 1;
  std::vector<Memory> memory{Memory::none};
  std::size_t slow_pack = 0;
  Treatment treatment;
};

void declare_causes(suite::OptionSet& set, Options& o) {
  set.add_choices("alloc", o.memory,
                  "also measure, with nobody late, a step that takes as much memory as it sends anew each time, from a "
                  "fragmented pool");
  set.add("slow-pack", o.slow_pack, {.lowest = 0, .highest = 1'000'000},
          "also measure, with nobody late, a step that packs what it sends, the late ranks so many times; 0: do not");
}

void declare(suite::OptionSet& set, Options& o) {
  o.treatment = treatment_of(set.profile());
  if (set.profile() == Profile::smoke) {
    o.lateness = {{}, {.multiple = 1}, {.multiple = 10}};
    o.collectives = {Collective::allreduce};
    o.bytes = {Bytes{8}};
  }
  if (set.profile() == Profile::quick) o.treatment.stop.most_time = std::chrono::milliseconds(1'800);

  set.add_choices("parts", o.parts,
                  "late: a collective while ranks arrive late; sequence: an allreduce and then a barrier, with the "
                  "lateness before the first or between the two");
  set.add_list(
      "lateness", o.lateness, suite::amounts_from, [](const LatenessAmount& each) { return suite::text_of(each); },
      "X|TIME,...",
      "how late: multiples of T0, what the operation takes when nobody is late, or times as 200us; 0 is "
      "measured in any case");
  set.add_choices("shape", o.shapes, "who is late by how much, see suites/docs/skew.md");
  set.add("late", o.late, "N,N,...|all|rotating|random|node:N|auto",
          "the late ranks; auto: the last one, the last half with half-late, all with ramp and with what is drawn");
  set.add_choices("collective", o.collectives, "what ranks are late for");
  set.add("root", o.root, {}, "the rank that is a collective's root");
  set.add("bytes", o.bytes, "message sizes: one rank's send buffer");
  set.add_choices("injection", o.injections, "how a late rank passes its time; sleep leaves the processor");
  set.add("progress", o.progress, "a late rank lets the library make progress while it spins");
  set.add("noise-period-us", o.noise_period_us, {.lowest = 1, .highest = 3'600'000'000},
          "with periodic: microseconds from one pulse of noise to the next; the lateness is a pulse's length");
  set.add("noise-aligned", o.noise_aligned, "with periodic: pulses at the same moments on all ranks");
  set.add("seed", o.seed, {}, "decides all delays that are drawn");
  declare_causes(set, o);
}

void refuse_missing(const Victims& victims, const World& world, const Options& o) {
  for (const Rank rank : victims.ranks) {
    if (rank.value >= world.ranks)
      throw OptionError(
          fmt::format("--skew.late {}: there are {} ranks; the highest is {}", o.late, world.ranks, world.ranks - 1));
  }
  if (victims.kind == Victims::Kind::node && victims.node.value >= world.nodes)
    throw OptionError(fmt::format("--skew.late {}: there {} {} node{}; the highest is node:{}", o.late,
                                  world.nodes == 1 ? "is" : "are", world.nodes, world.nodes == 1 ? "" : "s",
                                  world.nodes - 1));
}

Victims victims_of(LatenessShape shape, const World& world, const Options& o) {
  if (o.late == "auto") return suite::usual_victims(shape, world.ranks);
  Victims victims;
  try {
    victims = suite::victims_from(o.late);
  } catch (const OptionError& error) {
    throw OptionError(fmt::format("--skew.late {}: {}", o.late, error.what()));
  }
  refuse_missing(victims, world, o);
  if (shape == LatenessShape::rotating && victims.kind != Victims::Kind::rotating)
    throw OptionError("--skew.shape rotating goes through all ranks; leave out --skew.late, or choose one-late");
  return victims;
}

// The amounts with 0 in front: what everything else is compared with.
std::vector<LatenessAmount> amounts_of(const Options& o) {
  std::vector<LatenessAmount> amounts{{}};
  std::copy_if(o.lateness.begin(), o.lateness.end(), std::back_inserter(amounts),
               [](const LatenessAmount& each) { return each != LatenessAmount{}; });
  return amounts;
}

// What the points of one comparison have in common.
struct Comparison {
  std::string part, group;
  Lateness lateness;
};

Point point_of(kernels::Workload workload, const Comparison& of, const LatenessAmount& amount, const Options& o) {
  Treatment treatment = o.treatment;
  treatment.lateness = of.lateness;
  treatment.lateness->amount = amount;
  suite::Factors factors{{"part", of.part},
                         {"lateness", suite::text_of(amount)},
                         {"shape", std::string(name_of(of.lateness.shape))},
                         {"late_ranks", suite::text_of(of.lateness.victims)},
                         {"skew_seed", static_cast<std::int64_t>(of.lateness.seed)},
                         {"skew_progress", std::int64_t{of.lateness.progress}},
                         {"injection", std::string(name_of(of.lateness.injection))},
                         {"injected_at", std::string(name_of(of.lateness.place))}};
  if (of.lateness.shape == LatenessShape::periodic) {
    factors["noise_period_ns"] = of.lateness.noise_period.count();
    factors["noise_aligned"] = std::int64_t{of.lateness.noise_aligned};
  }
  return {.workload = std::move(workload), .treatment = treatment, .factors = std::move(factors), .group = of.group};
}

Operation operation_of(Collective collective, Bytes bytes, const World& world, const Options& o) {
  Operation operation;
  operation.collective = collective;
  operation.count = suite::count_for(collective, operation.type, bytes, world.ranks);
  if (has_root(collective)) operation.root = Rank{static_cast<int>(o.root)};
  return operation;
}

// A collective and a size, under every lateness.
void plan_late(const Operation& operation, const Comparison& of, const Options& o, std::vector<Point>& points) {
  for (const LatenessAmount& amount : amounts_of(o))
    points.push_back(point_of({.operations = {operation}}, of, amount, o));
}

// An allreduce and a barrier: in time, with the greatest lateness before the first, and with it between the two.
void plan_sequence(const Operation& operation, Comparison of, const Options& o, std::vector<Point>& points) {
  Operation barrier;
  barrier.collective = Collective::barrier;
  const kernels::Workload workload{.operations = {operation, barrier}, .step = {.pause = true}};
  const LatenessAmount latest = amounts_of(o).back();
  const auto add = [&](LatenessPlace place, const LatenessAmount& amount) {
    of.lateness.place = place;
    points.push_back(point_of(workload, of, amount, o));
    points.back().factors["sequence"] = std::string("allreduce,barrier");
  };
  add(LatenessPlace::before, {});
  if (latest == LatenessAmount{}) return;
  add(LatenessPlace::before, latest);
  add(LatenessPlace::between, latest);
}

Allocation allocation_of(Memory memory) {
  if (memory == Memory::malloc) return Allocation::malloc;
  if (memory == Memory::mmap) return Allocation::mmap;
  if (memory == Memory::none) return Allocation::none;
  throw OptionError(
      fmt::format("--skew.alloc {}: that takes a GPU, and no backend of this program has one; did you "
                  "mean malloc,mmap?",
                  name_of(memory)));
}

void plan_memory(const Operation& operation, const Comparison& of, const Options& o, std::vector<Point>& points) {
  std::vector<Allocation> allocations{Allocation::none};
  for (const Memory each : o.memory) {
    if (allocation_of(each) != Allocation::none) allocations.push_back(allocation_of(each));
  }
  if (allocations.size() == 1) return;
  for (const Allocation each : allocations) {
    points.push_back(point_of({.operations = {operation}, .step = {.allocation = each}}, of, {}, o));
    points.back().factors["alloc"] = std::string(name_of(each));
  }
}

void plan_packing(const Operation& operation, const Comparison& of, const World& world, const Options& o,
                  std::vector<Point>& points) {
  if (o.slow_pack == 0) return;
  const auto& victims = of.lateness.victims;
  if (victims.kind != Victims::Kind::ranks)
    throw OptionError("--skew.slow-pack: which ranks pack slowly has to be listed; did you mean --skew.late " +
                      std::to_string(world.ranks - 1) + "?");
  for (const std::size_t times : {std::size_t{1}, o.slow_pack}) {
    points.push_back(point_of(
        {.operations = {operation}, .step = {.packs = 1, .slow_packs = times, .slow = victims.ranks}}, of, {}, o));
    points.back().factors["slow_packs"] = static_cast<std::int64_t>(times);
  }
}

void plan_shape(const World& world, const Lateness& lateness, const Options& o, std::vector<Point>& points) {
  const auto comparison = [&](std::string part, Collective collective, Bytes bytes) {
    std::string group = fmt::format("{}-{}-{}-{}-{}", part, name_of(collective), bytes.count, name_of(lateness.shape),
                                    name_of(lateness.injection));
    return Comparison{.part = std::move(part), .group = std::move(group), .lateness = lateness};
  };
  const auto has = [&](Part part) { return std::find(o.parts.begin(), o.parts.end(), part) != o.parts.end(); };
  for (const Collective collective : o.collectives) {
    for (const Bytes bytes : o.bytes) {
      const Operation operation = operation_of(collective, bytes, world, o);
      if (has(Part::late)) plan_late(operation, comparison("late", collective, bytes), o, points);
      plan_memory(operation, comparison("alloc", collective, bytes), o, points);
      plan_packing(operation, comparison("slow-pack", collective, bytes), world, o, points);
      if (collective == Collective::barrier) break;
    }
  }
  if (!has(Part::sequence)) return;
  for (const Bytes bytes : o.bytes)
    plan_sequence(operation_of(Collective::allreduce, bytes, world, o),
                  comparison("sequence", Collective::allreduce, bytes), o, points);
}

void refuse_contradictions(const World& world, const Options& o) {
  if (o.root >= static_cast<std::size_t>(world.ranks))
    throw OptionError(fmt::format("--skew.root {}: there are {} ranks; the nearest that is allowed is {}", o.root,
                                  world.ranks, world.ranks - 1));
  const bool sleeps = std::find(o.injections.begin(), o.injections.end(), Injection::sleep) != o.injections.end();
  if (o.progress && sleeps)
    throw OptionError("--skew.progress: a rank that sleeps makes no progress; leave out --skew.injection sleep");
}

std::vector<Point> plan(const World& world, const Options& o) {
  refuse_contradictions(world, o);
  std::vector<Point> points;
  for (const LatenessShape shape : o.shapes) {
    for (const Injection injection : o.injections) {
      const Lateness lateness{.amount = {},
                              .shape = shape,
                              .victims = victims_of(shape, world, o),
                              .injection = injection,
                              .progress = o.progress,
                              .seed = o.seed,
                              .noise_period = std::chrono::microseconds(o.noise_period_us),
                              .noise_aligned = o.noise_aligned};
      plan_shape(world, lateness, o, points);
    }
  }
  return points;
}

const suite::SuiteRegistration skew{"skew", "collectives while ranks arrive late, and who pays for it", declare, plan};

}  // namespace
}  // namespace syncbench::suites
