#include <utility>

#include <fmt/format.h>

#include "attempt.hpp"
#include "facts_group.hpp"
#include "merge.hpp"
#include "parts.hpp"
#include "point_group.hpp"
#include "point_state.hpp"
#include "publish.hpp"
#include "sample_schema.hpp"
#include "writer.hpp"
#include <syncbench/core/error.hpp>

namespace syncbench::results {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code problem;
  const fs::file_status status = fs::symlink_status(path, problem);
  return status.type() != fs::file_type::not_found && status.type() != fs::file_type::none;
}

[[noreturn]] void refuse_existing(const fs::path& path) {
  throw Error(
      ExitCode::usage,
      fmt::format("{} exists already and is not overwritten; make a file from the parts of a run that ended early "
                  "with 'syncbench-analyze recover', or replace it with --force",
                  path.string()));
}

void clear(const fs::path& path) {
  std::error_code problem;
  fs::remove_all(path, problem);
  if (problem) {
    throw Error(ExitCode::io, fmt::format("{}: could not be replaced ({})", path.string(), problem.message()));
  }
}

void clear_way(const fs::path& file, RunWriter::Existing existing) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    throw Error(ExitCode::usage, fmt::format("{} is a folder and cannot be the result file", file.string()));
  }
  for (const fs::path& path : {file, parts_folder(file)}) {
    if (!is_there(path)) continue;
    if (existing == RunWriter::Existing::refuse) refuse_existing(path);
    clear(path);
  }
}

void make_parts_folder(const fs::path& file) {
  const fs::path folder = parts_folder(file);
  std::error_code problem;
  const bool made = fs::create_directory(folder, problem);
  if (problem) {
    throw Error(ExitCode::io, fmt::format("{}: the folder could not be made ({}); choose another place with --out",
                                          folder.string(), problem.message()));
  }
  // Another run came first.
  if (!made) refuse_existing(folder);
  sync_folder(folder_of(file));
}

void require_consistent(const RunHeader& header) {
  const std::string problem = contradiction(header);
  if (!problem.empty()) throw Error(ExitCode::internal, "the header of the results contradicts itself: " + problem);
}

void require_shape(const PointHeader& point, const SampleShape& shape, const RunHeader& header) {
  const bool fits = std::cmp_equal(shape.ranks, header.ranks) && shape.ranks > 0 && shape.iterations > 0 &&
                    shape.marks == point.mark_names.size() && shape.counters == point.counter_names.size();
  if (fits) return;
  throw Error(
      ExitCode::internal,
      fmt::format("point '{}' has {} ranks, {} iterations, {} marks with {} names and {} counters with {} names, "
                  "in a run of {} ranks",
                  point.id, shape.ranks, shape.iterations, shape.marks, point.mark_names.size(), shape.counters,
                  point.counter_names.size(), header.ranks));
}

void require_summary(const PointHeader& point, const PointSummary& summary, std::size_t blocks,
                     const RunHeader& header) {
  const std::size_t iterations = summary.slowest.size();
  const bool fits =
      iterations > 0 && summary.status.size() == iterations && blocks == iterations && !summary.levels.empty() &&
      std::cmp_equal(summary.sketch.size(), static_cast<std::size_t>(header.ranks) * summary.levels.size());
  if (fits) return;
  throw Error(
      ExitCode::internal,
      fmt::format("the summary of point '{}' has {} times, {} statuses, {} blocks and {} values at {} levels, in a "
                  "run of {} ranks",
                  point.id, iterations, summary.status.size(), blocks, summary.sketch.size(), summary.levels.size(),
                  header.ranks));
}

}  // namespace

struct RunWriter::State {
  fs::path file;
  RunHeader header;
  std::vector<LogRow> log;
  std::vector<ClockRow> clock;
  std::vector<std::string> end_facts;
  bool finished = false;

  void require_open() const {
    if (finished) throw Error(ExitCode::internal, "a run was written to after it was finished");
  }

  PartPlan plan_part(const std::string& id) const {
    require_open();
    if (!is_valid_id(id)) throw Error(ExitCode::internal, fmt::format("'{}' cannot be the id of a point", id));
    fs::path part = part_file(file, id);
    // Our file driver would not notice that HDF5 has the same file open twice.
    if (is_there(part) || is_there(temporary_name(part)))
      throw Error(ExitCode::internal, fmt::format("point '{}' was begun twice", id));
    return {std::move(part), header, log, clock};
  }
};

RunWriter::RunWriter(std::filesystem::path file, RunHeader header, Existing existing) {
  require_consistent(header);
  clear_way(file, existing);
  make_parts_folder(file);
  state_ = std::make_unique<State>(State{std::move(file), std::move(header), {}, {}, {}});
}

RunWriter::~RunWriter() = default;

PointWriter RunWriter::begin(PointHeader point, const SampleShape& shape) {
  require_shape(point, shape, state_->header);
  point.attributes["status"] = kMeasured;
  const PartPlan plan = state_->plan_part(point.id);
  return attempt(ExitCode::io, plan.file,
                 [&] { return PointWriter(std::make_unique<PointWriter::State>(plan, point, shape)); });
}

void RunWriter::not_measured(PointHeader point, const std::string& reason) {
  point.attributes["status"] = kNotMeasured;
  point.attributes["reason"] = reason;
  const PartPlan plan = state_->plan_part(point.id);
  attempt(ExitCode::io, plan.file, [&] { write_part_without_samples(plan, point); });
}

void RunWriter::summary(PointHeader point, const PointSummary& summary, std::span<const std::uint16_t> blocks,
                        IndexRow index) {
  require_summary(point, summary, blocks.size(), state_->header);
  point.attributes["status"] = kMeasured;
  point.attributes[kRecord] = kRecordSummary;
  index.id = point.id;
  index.status = kMeasured;
  const PartPlan plan = state_->plan_part(point.id);
  attempt(ExitCode::io, plan.file, [&] { write_part_of_summary(plan, point, summary, blocks, index); });
}

void RunWriter::log(LogRow row) {
  state_->require_open();
  state_->log.push_back(std::move(row));
}

void RunWriter::set_clock(std::vector<ClockRow> rows) { state_->clock = std::move(rows); }

void RunWriter::set_start_spread(const std::string& mode, std::int64_t spread_ns) {
  state_->header.start_spread_ns[mode] = spread_ns;
}

void RunWriter::set_setup_time(const std::string& phase, std::int64_t time_ns) {
  state_->header.setup_ns[phase] = time_ns;
}

void RunWriter::set_startup(std::vector<StartupRow> rows) { state_->header.startup_rows = std::move(rows); }

void RunWriter::facts(FactsMoment moment, std::vector<std::string> json_by_node) {
  state_->require_open();
  if (std::cmp_not_equal(json_by_node.size(), state_->header.nodes)) {
    throw Error(ExitCode::internal,
                fmt::format("facts of {} nodes in a run of {}", json_by_node.size(), state_->header.nodes));
  }
  if (moment == FactsMoment::end) {
    state_->end_facts = std::move(json_by_node);
    return;
  }
  const PartPlan plan = state_->plan_part(std::string(kFactsPart));
  attempt(ExitCode::io, plan.file, [&] { write_part_of_facts(plan, json_by_node); });
}

std::filesystem::path RunWriter::finish(const std::string& exit_reason) {
  state_->require_open();
  const fs::path& file = state_->file;
  merge(file, finished_parts(parts_folder(file)), state_->header, state_->log,
        {.complete = true, .exit_reason = exit_reason, .facts = state_->end_facts});
  state_->finished = true;
  remove_parts(file);
  sync_folder(folder_of(file));
  return file;
}

}  // namespace syncbench::results
