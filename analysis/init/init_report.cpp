#include "analysis/init/init_report.hpp"

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "analysis/run/attributes.hpp"
#include "analysis/run/point_maxima.hpp"
#include "analysis/run/require_match.hpp"
#include "harness/core/error.hpp"
#include "harness/core/nanos.hpp"

namespace syncbench::analysis {
namespace {

bool is_first(const results::PointHeader& point) {
  return text_attribute(point.attributes, "suite") == "init" && text_attribute(point.attributes, "part") == "first" &&
         text_attribute(point.attributes, "status") == "measured";
}

FirstCalls first_calls(const results::RunReader& reader, const results::PointHeader& point) {
  FirstCalls first;
  first.id = point.id;
  first.backend = text_attribute(point.attributes, "backend");
  first.operation = fmt::format(
      "{} of {} on {}", text_attribute(point.attributes, "operation"),
      bytes_text(static_cast<double>(whole_attribute(point.attributes, "bytes_send").value_or(0))), first.backend);
  const IterationMaxima maxima = maxima_of(reader, point.id);
  const std::vector<std::int64_t> times = series_of(maxima, maxima.eligible(0));
  first.n = times.size();
  first.warm_up = warm_up_of(times);
  first.curve = curve_of(times);
  return first;
}

void add_sentences(InitReport& report) {
  report.sentences.push_back(startup_sentence(report));
  for (const FirstCalls& each : report.first) {
    if (each.warm_up) report.sentences.push_back(first_sentence(each));
  }
  for (const CycleRow& each : report.cycles) {
    const auto& ratio = each.first_over_nothing;
    if (ratio && (ratio->lower > 1 || ratio->upper < 1)) report.sentences.push_back(before_sentence(each));
  }
}

}  // namespace

std::optional<InitReport> init_report_if_any(const std::filesystem::path& file, const Selection& selection) {
  const results::RunReader reader(file);
  std::vector<results::PointHeader> points;
  for (const results::IndexRow& row : reader.index()) {
    if (row.suite != "init") continue;
    results::PointHeader point = reader.point(row.id);
    if (selection.matches(point)) points.push_back(std::move(point));
  }
  auto startup = startup_phases(reader);
  if (!startup) return std::nullopt;
  InitReport report{.file = file,
                    .ranks = reader.header().rank_rows,
                    .nodes = reader.header().node_rows,
                    .startup = std::move(*startup),
                    .first = {},
                    .cycles = cycle_rows(reader, points),
                    .sentences = {}};
  for (const results::PointHeader& each : points) {
    if (is_first(each)) report.first.push_back(first_calls(reader, each));
  }
  add_sentences(report);
  return report;
}

InitReport init_report(const std::filesystem::path& file, const Selection& selection) {
  require_a_match(file, selection);
  auto report = init_report_if_any(file, selection);
  if (report) return std::move(*report);
  throw Error(ExitCode::data,
              fmt::format("{}: does not say how its ranks started; measure with --suite init", file.string()));
}

}  // namespace syncbench::analysis
