#include "export_command.hpp"

#include <optional>

#include <fmt/format.h>

#include "export_records.hpp"
#include "option_parser.hpp"
#include "selection.hpp"
#include <syncbench/core/text.hpp>

namespace syncbench::analysis {
namespace {

template <class E>
E chosen(const std::string& option, const std::string& text) {
  if (const auto value = value_named<E>(text)) return *value;
  std::vector<std::string> names;
  for (const std::string_view name : names_of<E>()) names.emplace_back(name);
  const auto close = nearest(text, names);
  throw Error(ExitCode::usage, fmt::format("export: {} takes {}, not '{}'{}", option, join(names, ", "), text,
                                           close ? fmt::format("; did you mean {}?", *close) : ""));
}

Outcome run(std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  std::string format = "csv", what = "points";
  OptionParser parser(kExport.name, kExport.summary);
  parser.files(files);
  parser.text("--format", "csv|jsonl|json", format, "csv with a header line (default), an object a line, or one array");
  parser.text("--what", "points|samples", what, "a record a point with its quantiles (default), or a record a sample");
  parser.texts("--where", "KEY=VALUE", where, "only such points: bytes=8..64K,policy=serial,fused");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const ExportRequest request{files, Selection(where), chosen<ExportFormat>("--format", format)};
  const bool samples = chosen<ExportWhat>("--what", what) == ExportWhat::samples;
  Outcome outcome;
  outcome.stream = [request, samples](const Sink& sink) {
    samples ? export_samples(request, sink) : export_points(request, sink);
  };
  return outcome;
}

}  // namespace

const Command kExport{"export", "points or raw samples as CSV or JSON, for other tools", run};

}  // namespace syncbench::analysis
