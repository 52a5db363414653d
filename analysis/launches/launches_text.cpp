#include "analysis/launches/launches_text.hpp"

#include <fmt/format.h>

#include "analysis/launches/launch_points_text.hpp"
#include "analysis/render/amounts.hpp"
#include "analysis/render/paragraph.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::analysis {
namespace {

const std::string kNone(kAbsentText);

std::string millis_cell(std::int64_t nanos) { return fmt::format("{:.3f}", static_cast<double>(nanos) / 1e6); }

std::string micros_cell(std::int64_t nanos) { return micros_text(static_cast<double>(nanos)); }

std::string phase_table(const LaunchesReport& report) {
  std::vector<Cells> rows;
  for (const LaunchPhase& each : report.phases) {
    const auto& interval = each.ns.interval;
    rows.push_back({each.own ? "(" + each.name + ")" : each.name, millis_cell(each.ns.median),
                    interval ? millis_cell(interval->lower) : kNone, interval ? millis_cell(interval->upper) : kNone,
                    millis_cell(each.ns.lowest), millis_cell(each.ns.highest),
                    fmt::format("{} ({}×)", each.rank.rank, each.rank.launches),
                    fmt::format("{} ({}×)", each.node.host, each.node.launches)});
  }
  return table_text({{"phase", Align::left},
                     {"median\nms"},
                     {"95 %\nfrom"},
                     {"\nto"},
                     {"least\nms"},
                     {"most\nms"},
                     {"slowest\nrank"},
                     {"slowest\nhost", Align::left}},
                    rows);
}

std::string first_table(const LaunchesReport& report) {
  std::vector<Cells> rows;
  for (const LaunchFirst& each : report.first) {
    const bool warm = !each.warm_after.values.empty();
    rows.push_back({each.operation, std::to_string(each.launches), micros_cell(each.first_ns.median),
                    micros_cell(each.first_ns.lowest), micros_cell(each.first_ns.highest),
                    micros_cell(each.warm_ns.median), warm ? std::to_string(each.warm_after.median) : kNone,
                    warm ? std::to_string(each.warm_after.highest) : kNone,
                    each.one_call_removes_median ? fmt::format("{:.1f}", 100 * *each.one_call_removes_median) : kNone});
  }
  return table_text({{"first calls of", Align::left},
                     {"n"},
                     {"first\nµs"},
                     {"least\nµs"},
                     {"most\nµs"},
                     {"warm\nµs"},
                     {"warm\nafter"},
                     {"at\nmost"},
                     {"a call\nremoves %"}},
                    rows);
}

std::string startup_text(const LaunchesReport& report) {
  if (report.phases.empty()) return "";
  std::string text =
      "\n" + phase_table(report) + "\n" +
      paragraph(
          "of the rank that took longest in each launch, so phases do not add up here (those of one file do: "
          "init); in brackets: syncbench's own; foreign: without those; –: 6 launches and more carry limits");
  if (!report.wrapper)
    text += paragraph(
        "time begins with the process in some of them, known to 10 ms: start them with --launches, or set "
        "SYNCBENCH_T0");
  if (!report.first.empty())
    text += "\n" + first_table(report) + "\nmedians over launches of what the slowest rank took\n";
  return text;
}

}  // namespace

std::string launches_text(const LaunchesReport& report) {
  std::string text = fmt::format("{} launches of {} ranks on {} node{}\n", report.files.size(), report.ranks,
                                 report.nodes, report.nodes == 1 ? "" : "s");
  for (const std::string& sentence : report.sentences) text += "\n" + paragraph(sentence);
  text += launch_points_text(report);
  return report.measured_init ? text + startup_text(report) : text;
}

}  // namespace syncbench::analysis
