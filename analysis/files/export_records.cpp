#include "analysis/files/export_records.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "analysis/run/attributes.hpp"
#include "analysis/run/clocks.hpp"
#include "analysis/run/rank_samples.hpp"
#include "analysis/run/run_report.hpp"
#include "analysis/summary/percentiles_text.hpp"
#include "harness/core/error.hpp"
#include "harness/core/sample_status.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::array<std::pair<const char*, Nanos QuantileEstimate::*>, 5> kQuantileColumns{
    {{"_ns", &QuantileEstimate::value},
     {"_lower_ns", &QuantileEstimate::lower},
     {"_upper_ns", &QuantileEstimate::upper},
     {"_fastest_ns", &QuantileEstimate::fastest},
     {"_slowest_ns", &QuantileEstimate::slowest}}};

std::optional<std::int64_t> nanos(std::int64_t time) {
  return time == kAbsent ? std::nullopt : std::optional<std::int64_t>(time);
}

// In place: GCC 12 takes a moved variant for an uninitialised one.
void add(std::vector<Cell>& cells, std::optional<std::int64_t> value) {
  if (value) {
    cells.emplace_back(*value);
  } else {
    cells.emplace_back();
  }
}

void add_value(std::vector<Cell>& cells, const results::Value& value) {
  std::visit([&cells](const auto& plain) { cells.emplace_back(plain); }, value);
}

std::vector<std::string> attribute_names(const std::vector<RunReport>& runs) {
  std::set<std::string> names;
  for (const RunReport& run : runs) {
    for (const PointReport& point : run.points) {
      for (const auto& [name, value] : point.header.attributes) names.insert(name);
    }
  }
  return {names.begin(), names.end()};
}

void add_quantiles(std::vector<Cell>& cells, const PointReport& point, std::size_t quantiles) {
  if (!point.measured) {
    cells.resize(cells.size() + 3 + kQuantileColumns.size() * quantiles);
    return;
  }
  const SubjectStatistics& all = point.statistics.subjects.front();
  add(cells, static_cast<std::int64_t>(all.n));
  for (const QuantileEstimate& each : all.quantiles) {
    for (const auto& [ending, member] : kQuantileColumns) {
      const bool of_bracket = member == &QuantileEstimate::fastest || member == &QuantileEstimate::slowest;
      add(cells, of_bracket && !each.bracketed() ? std::nullopt : nanos((each.*member).count()));
    }
  }
  add(cells, nanos(all.longest.count()));
  add(cells, static_cast<std::int64_t>(point.statistics.late));
}

// Samples of one rank, as the reader gives them.
void write_rank(RecordWriter& writer, const std::string& file, const std::string& id, std::size_t rank,
                const results::Samples& samples, const std::vector<std::uint16_t>& blocks, std::int64_t warmup,
                const ClockModel& clock) {
  for (std::size_t i = 0; i < samples.shape.iterations; ++i) {
    std::vector<Cell> cells;
    cells.reserve(11);
    cells.emplace_back(file);
    cells.emplace_back(id);
    add(cells, static_cast<std::int64_t>(rank));
    add(cells, static_cast<std::int64_t>(i));
    add(cells, static_cast<std::int64_t>(blocks[i]));
    add(cells, static_cast<std::int64_t>(i) < warmup ? 1 : 0);
    cells.emplace_back(std::string(name_of(static_cast<SampleStatus>(samples.status[i]))));
    const auto enter = nanos(samples.enter[i]);
    add(cells, enter);
    add(cells, nanos(samples.leave[i]));
    add(cells, samples.target.empty() ? std::nullopt : nanos(samples.target[i]));
    add(cells, enter ? std::optional(clock.global(Nanos{*enter}).count()) : std::nullopt);
    writer.write(cells);
  }
}

}  // namespace

void export_points(const ExportRequest& request, const Sink& sink) {
  const std::vector<Quantile> quantiles = percentiles_quantiles();
  const auto runs = run_reports({request.files, request.selection, Subject::point, quantiles});
  const std::vector<std::string> attributes = attribute_names(runs);
  std::vector<std::string> columns{"file", "run_id", "id"};
  columns.insert(columns.end(), attributes.begin(), attributes.end());
  columns.emplace_back("n");
  for (const Quantile quantile : quantiles) {
    for (const auto& [ending, member] : kQuantileColumns) columns.push_back(name_of(quantile) + ending);
  }
  columns.emplace_back("max_ns");
  columns.emplace_back("late_iterations");
  RecordWriter writer(request.format, columns, sink);
  for (const RunReport& run : runs) {
    for (const PointReport& point : run.points) {
      std::vector<Cell> cells;
      cells.reserve(columns.size());
      for (const std::string& text : {run.file.string(), run.header.run_id, point.header.id}) cells.emplace_back(text);
      for (const std::string& name : attributes) {
        const auto found = point.header.attributes.find(name);
        if (found == point.header.attributes.end()) {
          cells.emplace_back();
        } else {
          add_value(cells, found->second);
        }
      }
      add_quantiles(cells, point, quantiles.size());
      writer.write(cells);
    }
  }
  writer.end();
}

void export_samples(const ExportRequest& request, const Sink& sink) {
  std::vector<results::PointHeader> headers;
  for (const std::string& file : request.files) {
    const results::RunReader reader(file);
    for (const results::IndexRow& row : reader.index()) {
      headers.push_back(reader.point(row.id));
      if (request.selection.matches(headers.back()) && reader.is_summary(row.id))
        throw Error(ExitCode::data, fmt::format("{}: point {} was recorded as a summary (--record summary) and has no "
                                                "samples; export --what points",
                                                file, row.id));
    }
  }
  request.selection.require_a_match(headers);
  RecordWriter writer(request.format,
                      {"file", "id", "rank", "iteration", "block", "warmup", "status", "enter_ns", "leave_ns",
                       "target_ns", "enter_global_ns"},
                      sink);
  for (const std::string& file : request.files) {
    const results::RunReader reader(file);
    const std::vector<ClockModel> clocks = clocks_of(reader);
    for (const results::IndexRow& row : reader.index()) {
      const results::PointHeader point = reader.point(row.id);
      if (!request.selection.matches(point)) continue;
      const std::vector<std::uint16_t> blocks = reader.blocks(row.id);
      const std::int64_t warmup = whole_attribute(point.attributes, "warmup_iterations").value_or(0);
      for (std::size_t rank = 0; rank < reader.shape(row.id).ranks; ++rank)
        write_rank(writer, file, row.id, rank, reader.samples(row.id, rank, 1), blocks, warmup, clocks.at(rank));
    }
  }
  writer.end();
}

}  // namespace syncbench::analysis
