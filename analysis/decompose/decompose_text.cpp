#include "analysis/decompose/decompose_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "analysis/render/paragraph.hpp"
#include "analysis/run/attributes.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::analysis {
namespace {

std::string micros(std::int64_t nanos) { return micros_text(static_cast<double>(nanos)); }

std::string percent_of(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? fmt::format("{:.1f}", 100 * static_cast<double>(part) / static_cast<double>(whole)) : "–";
}

std::string optional_micros(const std::optional<std::int64_t>& nanos) {
  return nanos ? micros(*nanos) : std::string(kAbsentText);
}

std::string label_of(const PointShares& point) {
  const auto& attributes = point.header.attributes;
  std::string label = fmt::format("{} of {} B on {}", text_attribute(attributes, "operation"),
                                  text_attribute(attributes, "bytes_send"), text_attribute(attributes, "backend"));
  if (whole_attribute(attributes, "pieces").value_or(1) > 1)
    label += fmt::format(", {} pieces {}", text_attribute(attributes, "pieces"), policy_of(attributes));
  if (has_injected_lateness(point.header))
    label += fmt::format(", lateness {} {} {}", text_attribute(attributes, "lateness"),
                         text_attribute(attributes, "shape"), text_attribute(attributes, "late_ranks"));
  return label;
}

std::string points_table(const DecomposeReport& report) {
  std::vector<Cells> rows;
  for (const PointShares& point : report.points) {
    rows.push_back({point.header.id, label_of(point), std::to_string(point.n), micros(point.whole_p50),
                    micros(point.spread_p50), optional_micros(point.unloaded_ns), optional_micros(point.excess_p50),
                    std::to_string(point.material), percent_of(point.blame, point.whole),
                    point.hidden ? fmt::format("{:.0f}", 100 * *point.hidden) : std::string(kAbsentText)});
  }
  return table_text({{"point", Align::left},
                     {"operation", Align::left},
                     {"n"},
                     {"whole\nµs"},
                     {"apart\nµs"},
                     {"T0\nµs"},
                     {"excess\nµs"},
                     {"mate-\nrial"},
                     {"blame\n%"},
                     {"hidden\n%"}},
                    rows);
}

std::string heading_of(const PointShares& point) {
  std::string text =
      fmt::format("{} {}: n {}{}, whole {} µs, apart {} µs, T0 {} µs, {} material", point.header.id, label_of(point),
                  point.n, point.by_operations ? " operations" : "", micros(point.whole_p50), micros(point.spread_p50),
                  optional_micros(point.unloaded_ns), point.material);
  if (point.late > 0) text += fmt::format(", {} with a late start", point.late);
  if (point.epsilon_ns > 0) text += fmt::format(", clocks to ± {} µs", micros(point.epsilon_ns));
  if (point.hidden) text += fmt::format(", {:.0f} % of the lateness hidden", 100 * *point.hidden);
  return paragraph(text);
}

// Where operations follow each other, lateness has two sources.
std::string sources_table(const PointShares& point) {
  const auto is_late = [](const PartShare& part) { return part.inherited > 0 || part.own > 0; };
  if (std::none_of(point.ranks.begin(), point.ranks.end(), is_late)) return {};
  std::vector<Cells> rows;
  for (const PartShare& part : point.ranks) {
    const auto mean = [&](std::int64_t sum) {
      return micros_text(static_cast<double>(sum) / static_cast<double>(std::max<std::size_t>(1, point.n)));
    };
    rows.push_back({std::to_string(part.rank), part.host, mean(part.inherited), mean(part.own)});
  }
  return "\n" +
         table_text({{"rank"}, {"host", Align::left}, {"late: inherited\nmean µs"}, {"its own\nmean µs"}}, rows) +
         "inherited: it left the one before later than the median rank; its own: beyond that\n";
}

std::string parts_table(const PointShares& point, Subject by) {
  std::vector<Cells> rows;
  const bool ranks = by == Subject::rank;
  for (const PartShare& part : ranks ? point.ranks : point.nodes) {
    const auto all = point.whole * (ranks ? 1 : part.rank);
    rows.push_back({std::to_string(ranks ? part.rank : part.node), part.host, micros(part.wait_p50),
                    micros(part.algorithm_wait_p50), micros(part.transfer_p50), percent_of(part.wait, all),
                    percent_of(part.algorithm_wait, all), percent_of(part.transfer, all),
                    percent_of(part.blame, point.whole), percent_of(part.saving, point.whole),
                    std::to_string(part.latest)});
  }
  return table_text({{ranks ? "rank" : "node"},
                     {"host", Align::left},
                     {"wait\np50 µs"},
                     {"algo wait\np50 µs"},
                     {"transfer\np50 µs"},
                     {"wait\n%"},
                     {"algo\n%"},
                     {"transfer\n%"},
                     {"blame\n%"},
                     {"saving\n%"},
                     {"latest"}},
                    rows);
}

}  // namespace

const std::string_view kDecomposeNotes =
    "whole: from the first to enter to the last to leave; apart: between first and last to enter\n"
    "wait: for data that the operation cannot do without; algo wait: for ranks that this\n"
    "implementation may have waited for; T0: what it takes when all come together\n"
    "blame: whom the others waited for, of the whole time; saving: what fixing that rank alone gives\n"
    "latest: material iterations (arrivals apart beyond chance and clocks) in which it came last\n";

std::string point_text(const PointShares& point, Subject by) {
  return heading_of(point) + parts_table(point, by) + (by == Subject::rank ? sources_table(point) : "");
}

std::string decompose_text(const DecomposeReport& report, Subject by) {
  std::string text = one_line(report.file.string()) + "\n";
  if (by == Subject::point) {
    text += "\n" + points_table(report);
  } else {
    for (const PointShares& point : report.points) text += "\n" + point_text(point, by);
  }
  return text + "\n" + std::string(kDecomposeNotes);
}

}  // namespace syncbench::analysis
