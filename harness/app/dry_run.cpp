#include "dry_run.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "estimate.hpp"
#include "memory_guard.hpp"
#include "plan.hpp"
#include <syncbench/core/error.hpp>
#include <syncbench/core/text.hpp>
#include <syncbench/core/text_table.hpp>

namespace syncbench::app {
namespace {

int count_from(const char* option, const std::optional<std::string>& text, int otherwise) {
  if (!text) return otherwise;
  try {
    return static_cast<int>(suite::whole_from(*text, 1, 10'000'000));
  } catch (const suite::OptionError& error) {
    throw Error(ExitCode::usage, fmt::format("{} {}: {}", option, *text, error.what()));
  }
}

std::string seconds_text(Nanos time) { return fmt::format("{:.2f}", static_cast<double>(time.count()) / 1e9); }
std::string mebibytes_text(Bytes bytes) { return fmt::format("{:.1f}", static_cast<double>(bytes.count) / 1048576.0); }

Cells row_of(const PlannedPoint& each, const suite::World& world, bool fits) {
  const auto& workload = each.point.workload;
  return {each.id,
          each.backend,
          std::string(name_of(workload.operations.front().collective)),
          std::string(name_of(workload.operations.front().type)),
          std::to_string(largest_traffic(workload, world.ranks).send.count),
          std::to_string(workload.operations.size()),
          std::string(name_of(workload.policy)),
          std::to_string(likely_iterations(each.point.treatment.stop)),
          fits ? seconds_text(estimate_of(each, world).time) : "does not fit",
          mebibytes_text(memory_per_node(each.point, world))};
}

}  // namespace

suite::World described_world(const CommandLine& line) {
  suite::World world;
  world.ranks = count_from("--ranks", line.ranks, 2);
  world.nodes = count_from("--nodes", line.nodes, 1);
  if (world.nodes > world.ranks) {
    throw Error(ExitCode::usage, fmt::format("--nodes {}: {} ranks cannot be on more than {} nodes", world.nodes,
                                             world.ranks, world.ranks));
  }
  if (line.memory) {
    const auto memory = parse_bytes(*line.memory);
    if (!memory)
      throw Error(ExitCode::usage, fmt::format("--memory {}: that is not a size; did you mean 64G?", *line.memory));
    world.memory_per_node = *memory;
  }
  return world;
}

std::string dry_run_page(const Configuration& configuration, const suite::World& world) {
  const auto plan = make_plan(configuration, world);
  std::vector<Cells> rows;
  std::vector<PlannedPoint> measured;
  Bytes most;
  for (const auto group : comparison_groups(plan)) {
    const bool fits = !does_not_fit(group, world);
    if (fits) measured.insert(measured.end(), group.begin(), group.end());
    if (fits) most = std::max(most, memory_needed(group, world));
    for (const PlannedPoint& each : group) rows.push_back(row_of(each, world, fits));
  }
  const std::vector<Column> columns{{.header = "point", .align = Align::left},
                                    {.header = "backend", .align = Align::left},
                                    {.header = "operation", .align = Align::left},
                                    {.header = "type", .align = Align::left},
                                    {.header = "bytes"},
                                    {.header = "pieces"},
                                    {.header = "policy", .align = Align::left},
                                    {.header = "about\niterations"},
                                    {.header = "about\ns"},
                                    {.header = "memory/node\nMiB"}};
  const Estimate estimate = estimate_of(measured, world);
  const std::string memory = world.memory_per_node.count == 0
                                 ? "unknown memory (--memory tells)"
                                 : fmt::format("{} of memory", bytes_text(world.memory_per_node));
  const bool rotates = std::any_of(plan.begin(), plan.end(), [](const PlannedPoint& each) {
    return each.point.workload.buffers.use == kernels::BufferUse::rotate;
  });
  return fmt::format(
      "plan for {} ranks on {} node{} with {} each, nothing is measured\n\n{}\n{} points, about {:.0f} s, up to {} MiB "
      "on a node, about {} MiB of results\n{}",
      world.ranks, world.nodes, world.nodes == 1 ? "" : "s", memory, table_text(columns, rows), plan.size(),
      static_cast<double>(estimate.time.count()) / 1e9, mebibytes_text(most), mebibytes_text(estimate.file),
      rotates ? fmt::format("buffers rotate: {} MiB a rank is the most; it is less where the nodes' caches are small\n",
                            mebibytes_text(world.working_set.bytes))
              : "");
}

}  // namespace syncbench::app
