#include "harness/app/plan.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/core/error.hpp"

namespace syncbench::app {
namespace {

// Of what is no communication.
const std::vector<std::string> kNoBackend{"none"};

std::vector<suite::Point> points_of(const Configuration::NamedSuite& suite, const suite::World& world) {
  try {
    return suite.configured->plan(world);
  } catch (const suite::OptionError& error) {
    throw Error(ExitCode::usage, error.what());
  }
}

// What the user set for all points replaces what suites chose.
void overlay(const Configuration& configuration, Treatment& treatment) {
  const RunOptions& run = configuration.run();
  StopOptions& stop = treatment.stop;
  // A suite may need another one than the usual; and one that has to know how long an iteration takes would try it.
  if (configuration.is_set("start") && treatment.settles) treatment.start = run.start;
  treatment.verify = run.verify;
  treatment.evidence = run.evidence;
  if (configuration.is_set("time-ms")) stop.most_time = std::chrono::milliseconds(run.time_ms);
  if (configuration.is_set("precision")) stop.precision = run.precision;
  if (configuration.is_set("warmup")) treatment.warmup = run.warmup;
  if (!run.iterations) return;
  stop.precision = 0;
  stop.most_iterations = treatment.warmup.value_or(0) + *run.iterations;
}

void overlay(const Configuration& configuration, const suite::World& world, std::uint64_t seed,
             kernels::BufferPlan& buffers) {
  if (configuration.is_set("buffers")) buffers.use = configuration.run().buffers;
  buffers.working_set = world.working_set.bytes;
  buffers.seed = seed;
}

// Algorithms that points of a backend are measured with; the library's own choice where the backend knows none by name.
std::vector<std::string> algorithms_of(const RunOptions& run, const std::string& backend) {
  return backend == "gloo" ? run.gloo_algorithms : std::vector<std::string>{""};
}

std::size_t variants_of(const RunOptions& run) {
  std::size_t count = 0;
  for (const std::string& backend : run.backends) count += algorithms_of(run, backend).size();
  return count;
}

// A point that its suite compares with nothing is still compared with itself on another backend or by another
// algorithm.
std::string group_of(const suite::Point& point, std::size_t index, std::size_t variants, std::string_view suite) {
  if (!point.group.empty()) return fmt::format("{}:{}", suite, point.group);
  return variants > 1 ? fmt::format("{}:{}", suite, index) : std::string{};
}

}  // namespace

std::string backend_text(const PlannedPoint& planned) {
  const std::string& algorithm = planned.point.workload.algorithm;
  return algorithm.empty() || algorithm == "auto" ? planned.backend : planned.backend + "/" + algorithm;
}

std::vector<PlannedPoint> make_plan(const Configuration& configuration, const suite::World& world, std::uint64_t seed) {
  std::vector<PlannedPoint> plan;
  const std::size_t variants = variants_of(configuration.run());
  for (const Configuration::NamedSuite* suite : configuration.chosen_suites()) {
    const auto points = points_of(*suite, world);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const bool probe = points[i].probe.has_value();
      for (const std::string& backend : probe ? kNoBackend : configuration.run().backends) {
        for (const std::string& algorithm : algorithms_of(configuration.run(), backend)) {
          PlannedPoint& planned = plan.emplace_back(
              PlannedPoint{.id = fmt::format("p{:04}", plan.size()),
                           .suite = std::string(suite->suite->name()),
                           .backend = backend,
                           .group = group_of(points[i], i, probe ? 1 : variants, suite->suite->name()),
                           // What is no communication is looked at sample by sample.
                           .record = probe ? RecordMode::samples : configuration.run().record,
                           .point = points[i]});
          planned.point.workload.algorithm = algorithm;
          overlay(configuration, planned.point.treatment);
          overlay(configuration, world, seed, planned.point.workload.buffers);
        }
      }
    }
  }
  return plan;
}

bool shares_a_core(const suite::Point& point) noexcept {
  return point.seating && point.seating->cpu == machine::CpuPolicy::same_core;
}

std::vector<std::span<const PlannedPoint>> comparison_groups(std::span<const PlannedPoint> plan) {
  std::vector<std::span<const PlannedPoint>> groups;
  while (!plan.empty()) {
    std::size_t size = 1;
    while (size < plan.size() && !plan[0].group.empty() && plan[size].group == plan[0].group) ++size;
    groups.push_back(plan.first(size));
    plan = plan.subspan(size);
  }
  return groups;
}

}  // namespace syncbench::app
