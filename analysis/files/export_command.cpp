#include <optional>

#include <fmt/format.h>

#include "analysis/command/choice.hpp"
#include "analysis/command/command.hpp"
#include "analysis/command/option_parser.hpp"
#include "analysis/files/export_records.hpp"
#include "analysis/run/selection.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(const Command& self, std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  std::string format = "csv", what = "points";
  OptionParser parser(self.name(), self.summary());
  parser.files(files);
  parser.text("--format", "csv|jsonl|json", format, "csv with a header line (default), an object a line, or one array");
  parser.text("--what", "points|samples", what, "a record a point with its quantiles (default), or a record a sample");
  parser.texts("--where", "KEY=VALUE", where, "only such points: bytes=8..64K,policy=serial,fused");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const ExportRequest request{files, Selection(where), chosen<ExportFormat>(self.name(), "--format", format)};
  const bool samples = chosen<ExportWhat>(self.name(), "--what", what) == ExportWhat::samples;
  Outcome outcome;
  outcome.stream = [request, samples](const Sink& sink) {
    samples ? export_samples(request, sink) : export_points(request, sink);
  };
  return outcome;
}

const Command command{"export", "points or raw samples as CSV or JSON, for other tools", CommandGroup::files, run};

}  // namespace

}  // namespace syncbench::analysis
