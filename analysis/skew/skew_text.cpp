#include "analysis/skew/skew_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/decompose/decompose_text.hpp"
#include "analysis/render/amounts.hpp"
#include "analysis/render/paragraph.hpp"
#include "analysis/run/attributes.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kMostLate = 3;     // ranks that are spoken of
constexpr std::size_t kMostWaiting = 8;  // ranks listed of those that wait

std::string waiting(const SkewPoint& point, const WaitForRank& late) {
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < late.waits_ns.size(); ++place) {
    if (late.waits_ns[place] > 0) places.push_back(place);
  }
  std::stable_sort(places.begin(), places.end(),
                   [&](std::size_t a, std::size_t b) { return late.waits_ns[a] > late.waits_ns[b]; });
  std::vector<std::string> parts;
  for (const std::size_t place : places) {
    if (parts.size() == kMostWaiting) {
      parts.push_back(fmt::format("{} more", places.size() - kMostWaiting));
      break;
    }
    parts.push_back(fmt::format("rank {} {} µs", point.shares.ranks[place].rank,
                                micros_text(static_cast<double>(late.waits_ns[place]))));
  }
  return join(parts, ", ");
}

std::string sentences(const SkewPoint& point) {
  std::string text;
  for (std::size_t i = 0; i < std::min(kMostLate, point.waits.size()); ++i) {
    const WaitForRank& late = point.waits[i];
    text += paragraph(fmt::format(
        "waiting for rank {} when it comes last ({} times, p50): {}; if it were fixed, an "
        "iteration would take {} µs instead of {}",
        late.rank, late.events, waiting(point, late), micros_text(late.without_ns), micros_text(point.whole_ns)));
  }
  std::vector<std::string> parts;
  for (const Projection& each : point.projections)
    parts.push_back(fmt::format("{} ranks: somebody late in {} of the iterations, the last by {} µs", each.ranks,
                                percent_text(each.chance), micros_text(each.lateness_ns)));
  if (!parts.empty() && point.shares.material > 0)
    text += paragraph("projection, independence assumed: " + join(parts, "; "));
  return text;
}

std::string hidden_table(const SkewReport& report) {
  std::vector<Cells> rows;
  for (const SkewPoint& point : report.points) {
    if (!point.shares.hidden) continue;
    const auto& attributes = point.shares.header.attributes;
    rows.push_back({point.shares.header.id, text_attribute(attributes, "operation"),
                    text_attribute(attributes, "bytes_send"), text_attribute(attributes, "shape"),
                    text_attribute(attributes, "lateness"), micros_text(static_cast<double>(point.shares.spread_p50)),
                    micros_text(static_cast<double>(point.shares.unloaded_ns.value_or(0))),
                    fmt::format("{:.0f}", 100 * *point.shares.hidden)});
  }
  if (rows.empty()) return {};
  return "\nhow much of the lateness is hidden\n" + table_text({{"point", Align::left},
                                                                {"operation", Align::left},
                                                                {"bytes"},
                                                                {"shape", Align::left},
                                                                {"lateness"},
                                                                {"apart\np50 µs"},
                                                                {"T0\nµs"},
                                                                {"hidden\n%"}},
                                                               rows);
}

}  // namespace

std::string skew_text(const SkewReport& report) {
  std::string text = one_line(report.file.string()) + "\n";
  for (const SkewPoint& point : report.points)
    text += "\n" + point_text(point.shares, Subject::rank) + sentences(point);
  return text + hidden_table(report) + "\n" + std::string(kDecomposeNotes);
}

}  // namespace syncbench::analysis
