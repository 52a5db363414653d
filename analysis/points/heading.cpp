#include "analysis/points/heading.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/points/label_columns.hpp"
#include "analysis/render/paragraph.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kMostWarnings = 8;
constexpr std::size_t kMostHosts = 4;

std::string counted(std::int64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string hosts(const results::RunHeader& header) {
  std::vector<std::string> names;
  for (const results::NodeRow& node : header.node_rows) {
    if (names.size() == kMostHosts) {
      names.emplace_back("…");
      break;
    }
    names.push_back(node.hostname);
  }
  return names.empty() ? "" : " (" + join(names, ", ") + ")";
}

// "gloo: connected in 3.2 ms (connect 2.6, device 0.1, …)": one line for each backend that had to be made ready.
std::string setups(const results::RunHeader& header) {
  const std::string kTotal = "_total";
  std::string text;
  for (const auto& [whole, total] : header.setup_ns) {
    if (!whole.ends_with(kTotal)) continue;
    const std::string backend = whole.substr(0, whole.size() - kTotal.size() + 1);
    std::vector<std::string> parts;
    for (const auto& [name, time] : header.setup_ns) {
      if (name.starts_with(backend) && name != whole)
        parts.push_back(fmt::format("{} {:.2f}", name.substr(backend.size()), static_cast<double>(time) / 1e6));
    }
    text += paragraph(fmt::format("{}: ready in {:.2f} ms ({}; of the slowest rank each)",
                                  backend.substr(0, backend.size() - 1), static_cast<double>(total) / 1e6,
                                  join(parts, ", ")));
  }
  return text;
}

std::string warning(const results::LogRow& row) {
  const std::string who = row.rank < 0 ? "" : fmt::format(" (rank {})", row.rank);
  return paragraph(fmt::format("{}{}: {}", row.code, who, row.text));
}

// Those of one suite.
std::string not_measured_of(const std::vector<const PointReport*>& points) {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> reasons;
  for (std::size_t row = 0; row < points.size(); ++row) {
    if (points[row]->measured) continue;
    const std::string& reason = points[row]->reason;
    const auto known =
        std::find_if(reasons.begin(), reasons.end(), [&](const auto& each) { return each.first == reason; });
    if (known == reasons.end())
      reasons.push_back({reason, {row}});
    else
      known->second.push_back(row);
  }
  const std::vector<WideColumn> labels = label_columns(points);
  std::string text;
  for (const auto& [reason, rows] : reasons) {
    std::vector<std::string> ids;
    for (const std::size_t row : rows) ids.push_back(points[row]->header.id);
    text += paragraph(fmt::format("{} not measured: {} ({})", join(ids, ", "), reason, label_of(labels, rows)));
  }
  return text;
}

}  // namespace

std::string heading_text(const RunReport& run) {
  const results::RunHeader& header = run.header;
  std::string text = one_line(run.file.string()) + "\n";
  text += paragraph(fmt::format("run {}, created {} by {} {}{}", header.run_id, header.created, header.software,
                                header.version, header.git.empty() ? "" : " (" + header.git + ")"));
  text += paragraph(fmt::format("{} on {}{}, launcher {}", counted(header.ranks, "rank"), counted(header.nodes, "node"),
                                hosts(header), header.launcher.empty() ? "unknown" : header.launcher));
  text += paragraph(fmt::format("{}{}", run.complete ? "complete" : "NOT COMPLETE: points are missing",
                                run.exit_reason.empty() ? "" : ", ended by: " + run.exit_reason));
  text += setups(header);
  if (header.emulated) text += paragraph("EMULATED: a test double stood in for a GPU library; no time here is real");
  return text;
}

std::string warnings_text(const RunReport& run) {
  std::string text;
  std::size_t count = 0;
  for (const results::LogRow& row : run.log) {
    if (row.code == "not-measured") continue;
    if (++count <= kMostWarnings) text += warning(row);
  }
  if (count > kMostWarnings) text += fmt::format("and {} more: --json has them all\n", count - kMostWarnings);
  return text;
}

std::string not_measured_text(const RunReport& run) {
  std::string text;
  for (const auto& [suite, points] : points_by_suite(run)) text += not_measured_of(points);
  return text;
}

}  // namespace syncbench::analysis
