#include "harness/app/dry_run.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "harness/app/estimate.hpp"
#include "harness/app/memory_guard.hpp"
#include "harness/app/plan.hpp"
#include "harness/app/variant_text.hpp"
#include "harness/app/wrapped.hpp"
#include "harness/core/error.hpp"
#include "harness/core/text.hpp"
#include "harness/core/text_table.hpp"

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
std::string mebibytes_text(Bytes bytes) {
  const double mebibytes = static_cast<double>(bytes.count) / 1048576.0;
  return mebibytes < 1000 ? fmt::format("{:.1f}", mebibytes) : fmt::format("{:.0f}", mebibytes);
}

std::string payload_text(Bytes bytes) {
  constexpr std::size_t kExact = 100'000'000;  // up to eight digits
  if (bytes.count < kExact) return std::to_string(bytes.count);
  const double mebibytes = static_cast<double>(bytes.count) / 1048576.0;
  return mebibytes < 9999 ? fmt::format("{:.0f} MiB", mebibytes) : fmt::format("{:.1f} GiB", mebibytes / 1024);
}

// What a storm's operations are: pieces, or a share of a model.
std::string pieces_text(const suite::Point& point) {
  const std::string pieces = std::to_string(point.probe ? 0 : point.workload.operations.size());
  const auto model = point.factors.find("model");
  const auto fraction = point.factors.find("fraction");
  if (model == point.factors.end() || fraction == point.factors.end()) return pieces;
  return fmt::format("{} {} ×{}", pieces, std::get<std::string>(model->second), std::get<double>(fraction->second));
}

Cells row_of(const PlannedPoint& each, const suite::World& world, bool fits) {
  const auto& workload = each.point.workload;
  const Estimate estimate = estimate_of(each, world);
  return {each.id,
          backend_text(each),
          std::string(operation_text(each.point)),
          std::string(type_text(each.point)),
          payload_text(largest_traffic(workload, ranks_together(each.point, world)).send),
          pieces_text(each.point),
          variant_text(each.point),
          std::to_string(estimate.iterations),
          fits ? seconds_text(estimate.time) : "no",
          mebibytes_text(memory_per_node(each.point, world))};
}

void take_out(std::string_view header, std::vector<Column>& columns, std::vector<Cells>& rows) {
  const auto column =
      std::find_if(columns.begin(), columns.end(), [&](const Column& each) { return each.header == header; });
  if (column == columns.end()) return;
  const auto place = column - columns.begin();
  columns.erase(column);
  for (Cells& row : rows) row.erase(row.begin() + place);
}

// Takes out of the table what is the same in all rows, and says it in a sentence: lines stay short.
std::string take_out_what_is_the_same(std::vector<Column>& columns, std::vector<Cells>& rows) {
  std::vector<std::string> same;
  for (const std::string_view header : {"on", "operation", "type", "iterations"}) {
    const auto column =
        std::find_if(columns.begin(), columns.end(), [&](const Column& each) { return each.header == header; });
    const auto place = static_cast<std::size_t>(column - columns.begin());
    const bool all_alike =
        std::all_of(rows.begin(), rows.end(), [&](const Cells& row) { return row[place] == rows[0][place]; });
    if (!all_alike) continue;
    same.push_back(fmt::format("{} {}", header, rows[0][place]));
    take_out(header, columns, rows);
  }
  return same.empty() ? "" : wrapped("all points: " + join(same, ", "), 2) + "\n\n";
}

// Where names are long the iterations have to go, which follow from the time anyway.
std::string fitting_table(std::vector<Column> columns, std::vector<Cells> rows) {
  constexpr std::size_t kMostWidth = 100;
  const std::string table = table_text(columns, rows);
  const auto lines = split(table, '\n');
  const bool fits = std::all_of(lines.begin(), lines.end(),
                                [](const std::string& line) { return display_width(line) <= kMostWidth; });
  if (fits) return table;
  take_out("iterations", columns, rows);
  return table_text(columns, rows);
}

using Skipped = std::vector<std::pair<std::string, std::vector<std::string>>>;  // reason, points in order

void skip(Skipped& skipped, const std::string& point, const std::string& reason) {
  const auto same =
      std::find_if(skipped.begin(), skipped.end(), [&](const auto& each) { return each.first == reason; });
  if (same != skipped.end()) return same->second.push_back(point);
  skipped.push_back({reason, {point}});
}

// The sentences under the table about what is planned as not measured.
std::string skipped_text(const Skipped& skipped) {
  std::string text;
  for (const auto& [reason, points] : skipped)
    text += wrapped(fmt::format("not measured: {}: {}", join(points, ", "), reason), 2) + '\n';
  return text;
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
  world.numa = machine::numa_map();  // as if the nodes were like this one
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
  Skipped skipped;
  Bytes most;
  for (const auto group : comparison_groups(plan)) {
    const auto reasons = reasons_of_memory(group, world);
    std::vector<PlannedPoint> together;
    for (std::size_t i = 0; i < group.size(); ++i) {
      const bool fits = reasons[i].empty();
      rows.push_back(row_of(group[i], world, fits));
      if (fits) together.push_back(group[i]);
      if (!fits) skip(skipped, group[i].id, reasons[i]);
    }
    most = std::max(most, memory_needed(together, world));
    measured.insert(measured.end(), together.begin(), together.end());
  }
  std::vector<Column> columns{{.header = "point", .align = Align::left},
                              {.header = "on", .align = Align::left},
                              {.header = "operation", .align = Align::left},
                              {.header = "type", .align = Align::left},
                              {.header = "bytes"},
                              {.header = "pieces", .align = Align::left},
                              {.header = "policy", .align = Align::left},
                              {.header = "iterations"},
                              {.header = "about\ns"},
                              {.header = "MiB a\nnode"}};
  const std::string same = take_out_what_is_the_same(columns, rows);
  const Estimate estimate = estimate_of(measured, world);
  const std::string memory = world.memory_per_node.count == 0
                                 ? "unknown memory (--memory tells)"
                                 : fmt::format("{} of memory", bytes_text(world.memory_per_node));
  const bool rotates = std::any_of(plan.begin(), plan.end(), [](const PlannedPoint& each) {
    return each.point.workload.buffers.use == kernels::BufferUse::rotate;
  });
  const std::string most_rotated =
      fmt::format("buffers rotate: {} MiB a rank is the most; it is less where the nodes' caches are small\n",
                  mebibytes_text(world.working_set.bytes));
  return fmt::format("plan for {} ranks on {} node{} with {} each, nothing is measured\n\n{}{}\n{}{}", world.ranks,
                     world.nodes, world.nodes == 1 ? "" : "s", memory, same, fitting_table(columns, rows),
                     skipped_text(skipped),
                     wrapped(fmt::format("{} points, about {:.0f} s, up to {} MiB on a node, about {} MiB of results",
                                         plan.size(), static_cast<double>(estimate.time.count()) / 1e9,
                                         mebibytes_text(most), mebibytes_text(estimate.file)),
                             0) +
                         '\n' + (rotates ? most_rotated : ""));
}

}  // namespace syncbench::app
