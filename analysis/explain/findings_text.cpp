#include "analysis/explain/findings_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/lateness/lateness_words.hpp"
#include "analysis/render/amounts.hpp"
#include "analysis/render/paragraph.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kMostPaths = 4;

std::string cost_line(const Finding& finding) {
  if (!finding.cost_ns) return {};
  std::string text = fmt::format("   costs {} µs an iteration", micros_text(*finding.cost_ns));
  if (finding.share) text += fmt::format(", {} of the time", percent_text(*finding.share));
  if (finding.p)
    text += fmt::format("; by chance: p {}", *finding.p < 1e-12 ? "< 1e-12" : fmt::format("= {:.1e}", *finding.p));
  return text + "\n";
}

std::string evidence_line(const Finding& finding) {
  std::vector<std::string> paths(
      finding.evidence.begin(),
      finding.evidence.begin() + static_cast<std::ptrdiff_t>(std::min(kMostPaths, finding.evidence.size())));
  if (paths.size() < finding.evidence.size())
    paths.push_back(fmt::format("{} more", finding.evidence.size() - paths.size()));
  return paragraph("   evidence: " + join(paths, ", "), 5);
}

std::string counted(std::size_t points) { return fmt::format("{} point{}", points, points == 1 ? "" : "s"); }

std::string left_out(const ExplainReport& report) {
  std::size_t warmup = 0, late = 0, corrupt = 0, all = 0;
  for (const PointCondition& point : report.conditions) {
    warmup += point.warmup;
    late += point.late;
    corrupt += point.corrupt;
    all += point.iterations;
  }
  if (warmup + late + corrupt == 0) return {};
  std::vector<std::string> parts;
  if (warmup > 0) parts.push_back(fmt::format("{} of the warm-up", count_text(warmup)));
  if (late > 0) parts.push_back(fmt::format("{} with a late start", count_text(late)));
  if (corrupt > 0) parts.push_back(fmt::format("{} with a wrong payload or without times", count_text(corrupt)));
  return fmt::format("left out of {} iterations: {}", count_text(all), join(parts, ", "));
}

std::string nothing_found(const ExplainReport& report) {
  std::string text = "nothing found";
  if (report.points > 0) text += " in " + counted(report.points);
  if (report.points > report.pair_points) {
    if (report.ranks > 0) text += fmt::format(" of {} ranks", report.ranks);
    text += ": no rank is late beyond chance, nothing recurs inside the calls";
    if (report.has_storms) text += ", splitting has no price that can be seen";
  }
  text = paragraph(text);
  for (const std::string& remark : report.remarks) text += "\n" + paragraph(remark);
  if (report.points > report.pair_points) text += paragraph(sensitivity_sentence(report.unexplained), 0);
  return text;
}

// The time that no finding explains, how the points were measured, and what was left out.
std::string account(const ExplainReport& report, bool nothing) {
  std::string text;
  for (const std::string& sentence : unexplained_sentences(report.unexplained)) text += paragraph("- " + sentence);
  for (const std::string& sentence : condition_sentences(report.conditions)) text += paragraph("- " + sentence);
  if (nothing && !left_out(report).empty()) text += paragraph("- " + left_out(report));
  for (const NotMeasured& each : report.not_measured) {
    const std::string ids = each.ids.size() == 1 ? each.ids[0] : counted(each.ids.size());
    text += paragraph(fmt::format("- not measured: {} ({})", ids, each.reason));
  }
  return text.empty() ? text : "\nleft open\n" + text;
}

std::string numbered(std::size_t number, const Finding& finding) {
  const auto indented = [](const std::string& label, const std::string& text) {
    return "   " + paragraph(label + text, 5);
  };
  return paragraph(fmt::format("{}. {}", number, finding.what), 3) + cost_line(finding) + "   " +
         evidence_line(finding) + indented("try: ", finding.advice);
}

std::string note(const Finding& finding) {
  return paragraph("- " + finding.what, 2) + "  " + paragraph("try: " + finding.advice, 4);
}

}  // namespace

std::string findings_text(const ExplainReport& report) {
  std::string text = one_line(report.file.string()) + "\n";
  std::string notes;
  std::size_t number = 0;
  for (const Finding& finding : report.findings) {
    if (finding.weight == Weight::finding) {
      text += "\n" + numbered(++number, finding);
    } else {
      notes += note(finding);
    }
  }
  if (number == 0) text += "\n" + nothing_found(report);
  if (report.summaries > 0)
    text += "\n" + paragraph(fmt::format("of {} only a summary was recorded (--record summary), from which nobody "
                                         "can tell who was late",
                                         counted(report.summaries)));
  text += account(report, number == 0);
  if (!notes.empty()) text += "\nworth knowing\n" + notes;
  return text;
}

}  // namespace syncbench::analysis
