#include <vector>

#include "analysis/command/command.hpp"
#include "analysis/command/option_parser.hpp"
#include "analysis/explain/explain_report.hpp"
#include "analysis/explain/findings_text.hpp"
#include "analysis/explain/observed.hpp"
#include "analysis/render/paragraph.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

Observation observation_of(const std::string& time, const std::string& bytes, const std::string& operations) {
  const auto size = parse_bytes(bytes);
  const auto count = parse_whole(operations);
  if (!size || size->count == 0) throw Error(ExitCode::usage, "explain: --observed needs --bytes, such as 1960000");
  if (!count || *count < 1) throw Error(ExitCode::usage, "explain: --operations takes a whole number from 1");
  return {parse_duration_ns("--observed", time), static_cast<double>(size->count), *count};
}

Outcome run(const Command& self, std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  std::string observed, bytes, operations = "1";
  bool json = false;
  OptionParser parser(self.name(), self.summary());
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, "only such points: operation=allreduce,bytes=..64K");
  parser.text("--observed", "TIME", observed, "a time of your own, 217ms: how much of it does the library need?");
  parser.text("--bytes", "BYTES", bytes, "with --observed: of all its operations together");
  parser.text("--operations", "N", operations, "with --observed: in how many operations (1)");
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const Selection selection(where);
  if (!observed.empty()) {
    const Observation own = observation_of(observed, bytes, operations);
    std::vector<ObservedReport> reports;
    for (const std::string& file : files) reports.push_back({file, bisect(file, selection, own)});
    if (json) return {ExitCode::ok, observed_json(own, reports), ""};
    Outcome outcome;
    for (const ObservedReport& report : reports)
      outcome.out += one_line(report.file.string()) + "\n" + paragraph(bisection_text(own, report.bisection));
    return outcome;
  }
  std::vector<ExplainReport> reports;
  for (const std::string& file : files) reports.push_back(explain_report(file, selection));
  if (json) return {ExitCode::ok, findings_json(reports), ""};
  Outcome outcome;
  for (const ExplainReport& report : reports) outcome.out += (outcome.out.empty() ? "" : "\n") + findings_text(report);
  return outcome;
}

const Command command{"explain", "why it was slow: who, where, how much, how sure", CommandGroup::answer, run};

}  // namespace

}  // namespace syncbench::analysis
