#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/render/records.hpp"
#include "analysis/run/selection.hpp"
#include "harness/core/names.hpp"

namespace syncbench::analysis {

enum class ExportWhat { points, samples };

struct ExportRequest {
  std::vector<std::string> files;
  Selection selection;
  ExportFormat format = ExportFormat::csv;
};

/// A record a selected point: file, id, every attribute that any of them has, n, and quantiles with their limits (no
/// value where n does not carry them). Throws as run_reports() and the sink do.
void export_points(const ExportRequest& request, const Sink& sink);

/// A record a rank and iteration of every selected measured point, in that order, rank by rank: memory does not grow
/// with the file. Times on the rank's own clock, and the moment of entering on the common one. Throws as the reader and
/// the sink do.
void export_samples(const ExportRequest& request, const Sink& sink);

}  // namespace syncbench::analysis

template <>
struct syncbench::Names<syncbench::analysis::ExportWhat> {
  static constexpr std::array<std::pair<analysis::ExportWhat, std::string_view>, 2> table{
      {{analysis::ExportWhat::points, "points"}, {analysis::ExportWhat::samples, "samples"}}};
};

template <>
struct syncbench::Names<syncbench::analysis::ExportFormat> {
  static constexpr std::array<std::pair<analysis::ExportFormat, std::string_view>, 3> table{
      {{analysis::ExportFormat::csv, "csv"},
       {analysis::ExportFormat::jsonl, "jsonl"},
       {analysis::ExportFormat::json, "json"}}};
};
