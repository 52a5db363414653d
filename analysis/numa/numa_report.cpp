#include "analysis/numa/numa_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/facts/fact_findings.hpp"
#include "analysis/run/attributes.hpp"
#include "analysis/run/point_series.hpp"
#include "analysis/run/require_match.hpp"
#include "harness/core/error.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

std::string text(const results::PointHeader& point, std::string_view key) {
  return text_attribute(point.attributes, key);
}

std::int64_t whole(const results::PointHeader& point, std::string_view key) {
  return whole_attribute(point.attributes, key).value_or(0);
}

// A rank's fact among its node's, of any class; empty if it is not there.
std::string rank_fact(const FactTexts& facts, std::int64_t rank, const std::string& name) {
  for (const auto& [kind, of_kind] : facts) {
    const auto found = of_kind.find(fmt::format("rank.{}.{}", rank, name));
    if (found != of_kind.end()) return found->second;
  }
  return {};
}

std::vector<RankMasks> masks_of(const results::RunReader& reader) {
  const std::vector<NodeFacts> nodes = facts_of_nodes(reader);
  std::vector<RankMasks> all;
  for (const results::RankRow& row : reader.header().rank_rows) {
    const auto node = std::find_if(nodes.begin(), nodes.end(), [&](const NodeFacts& each) {
      return each.path == fmt::format("/run/facts/{}", row.node);
    });
    if (node == nodes.end()) continue;
    const auto fact = [&](const char* name) { return rank_fact(node->begin, row.rank, name); };
    all.push_back({.rank = row.rank,
                   .host = node->host,
                   .at_entry = fact("cpus_at_entry"),
                   .after_mpi_init = fact("cpus_after_mpi_init"),
                   .after_backend = fact("cpus_after_backend"),
                   .of_machine = parse_whole(fact("cpus_of_machine")).value_or(0)});
  }
  return all;
}

class Collector {
 public:
  explicit Collector(NumaReport& report) : report_(report) {}

  void add(const results::RunReader& reader, const results::PointHeader& point) {
    if (text(point, "status") != "measured") {
      report_.not_applicable.push_back({point.id, what(point), text(point, "reason")});
      return;
    }
    series_.push_back(read_series(reader, point));
  }

  std::vector<std::string> unsteady() const { return unsteady_ids(series_); }

  void finish() {
    for (const PointSeries& each : series_) {
      if (each.n == 0) continue;
      if (text(each.header, "part") == "memory") add_memory(each);
      if (text(each.header, "part") != "memory") add_seating(each);
    }
  }

 private:
  static std::string what(const results::PointHeader& point) {
    if (text(point, "part") == "memory")
      return fmt::format("{} of node {} from node {}", text(point, "operation"), whole(point, "memory_node"),
                         whole(point, "cpu_node"));
    if (text(point, "part") == "placement")
      return fmt::format("ranks on node {}, buffers on node {}", whole(point, "cpu_node"), whole(point, "memory_node"));
    return text(point, "memory_policy") == "local" ? text(point, "cpu_policy") : text(point, "memory_policy");
  }

  void add_memory(const PointSeries& point) {
    const std::int64_t cpu = whole(point.header, "cpu_node"), memory = whole(point.header, "memory_node");
    auto found = std::find_if(report_.memory.begin(), report_.memory.end(), [&](const MemoryPair& each) {
      return each.cpu_node == cpu && each.memory_node == memory;
    });
    if (found == report_.memory.end()) {
      report_.memory.push_back({.cpu_node = cpu,
                                .memory_node = memory,
                                .latency_id = {},
                                .copy_id = {},
                                .latency_ns = {},
                                .bytes_per_nano = {}});
      found = report_.memory.end() - 1;
    }
    if (text(point.header, "operation") == "memory-latency") {
      found->latency_id = point.header.id;
      found->latency_ns = point.median / static_cast<double>(std::max<std::int64_t>(1, whole(point.header, "steps")));
    } else {
      found->copy_id = point.header.id;
      found->bytes_per_nano = static_cast<double>(whole(point.header, "memory_bytes")) / point.median;
    }
  }

  // Policies are compared with how the launcher left ranks, placements with buffers on the ranks' own node.
  const PointSeries* baseline(const PointSeries& point) const {
    const bool placement = text(point.header, "part") == "placement";
    for (const PointSeries& each : series_) {
      if (text(each.header, "part") != text(point.header, "part") || each.n == 0 ||
          whole(each.header, "bytes_send") != whole(point.header, "bytes_send") ||
          text(each.header, "backend") != text(point.header, "backend"))
        continue;
      const bool own = whole(each.header, "cpu_node") == whole(point.header, "cpu_node") &&
                       whole(each.header, "memory_node") == whole(each.header, "cpu_node");
      if (placement ? own : text(each.header, "cpu_policy") == "launched") return &each;
    }
    return nullptr;
  }

  void add_seating(const PointSeries& point) {
    SeatingRow row{.id = point.header.id,
                   .part = text(point.header, "part"),
                   .cpu_policy = text(point.header, "cpu_policy"),
                   .memory_policy = text(point.header, "memory_policy"),
                   .cpu_node = whole_attribute(point.header.attributes, "cpu_node"),
                   .memory_node = whole_attribute(point.header.attributes, "memory_node"),
                   .operation = text(point.header, "operation"),
                   .near = text(point.header, "near"),
                   .bytes = whole(point.header, "bytes_send"),
                   .n = point.n,
                   .median_ns = point.median,
                   .ratio = {}};
    const PointSeries* other = baseline(point);
    if (other != nullptr && other != &point)
      row.ratio = over_blocks({&point.blocks, &other->blocks},
                              [](const std::vector<double>& times) { return times[0] / times[1]; });
    report_.seatings.push_back(std::move(row));
  }

  NumaReport& report_;
  std::vector<PointSeries> series_;
};

}  // namespace

bool RankMasks::unbound() const { return of_machine > 1 && after_backend == fmt::format("0-{}", of_machine - 1); }

std::optional<NumaReport> numa_report_if_any(const std::filesystem::path& file, const Selection& selection) {
  const results::RunReader reader(file);
  NumaReport report{file, reader.header().launcher, masks_of(reader), {}, {}, {}, {}};
  Collector collector(report);
  bool any = false;
  for (const results::IndexRow& row : reader.index()) {
    if (row.suite != "numa") continue;
    const results::PointHeader point = reader.point(row.id);
    if (!selection.matches(point)) continue;
    any = true;
    collector.add(reader, point);
  }
  if (!any) return std::nullopt;
  collector.finish();
  report.sentences = numa_sentences(report);
  if (auto unsteady = unsteady_sentence(collector.unsteady())) report.sentences.push_back(*std::move(unsteady));
  return report;
}

NumaReport numa_report(const std::filesystem::path& file, const Selection& selection) {
  require_a_match(file, selection);
  auto report = numa_report_if_any(file, selection);
  if (!report)
    throw Error(ExitCode::data,
                fmt::format("{}: has no point of suite numa; measure it with --suite numa", file.string()));
  return *std::move(report);
}

}  // namespace syncbench::analysis
