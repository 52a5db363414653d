#include <utility>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "results/attempt.hpp"
#include "results/claim.hpp"
#include "results/facts_group.hpp"
#include "results/merge.hpp"
#include "results/parts.hpp"
#include "results/point_group.hpp"
#include "results/point_state.hpp"
#include "results/publish.hpp"
#include "results/sample_schema.hpp"
#include "results/sweep.hpp"
#include "results/vet.hpp"
#include "results/writer.hpp"

namespace syncbench::results {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code problem;
  const fs::file_status status = fs::symlink_status(path, problem);
  return status.type() != fs::file_type::not_found && status.type() != fs::file_type::none;
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
  Existing existing;
  Claim place;
  RunHeader header;
  std::vector<LogRow> log;
  std::vector<ClockRow> clock;
  std::vector<std::string> end_facts;
  std::vector<LeftOut> left_out;
  bool finished = false;

  void require_open() const {
    if (finished) throw Error(ExitCode::internal, "a run was written to after it was finished");
  }

  PartPlan plan_part(const std::string& id) {
    require_open();
    if (!is_valid_id(id)) throw Error(ExitCode::internal, fmt::format("'{}' cannot be the id of a point", id));
    place.lock.beat();
    place.lock.require_held();
    fs::path part = part_file(file, id);
    if (is_there(part)) throw Error(ExitCode::internal, fmt::format("point '{}' was begun twice", id));
    return {std::move(part), header, log, clock};
  }

  Merged merge_parts(const std::string& exit_reason) {
    return saying_where_points_are(file, [&] {
      place.lock.require_held();
      return merge({.file = file,
                    .parts = sort_out(vet(finished_parts(place.folder)), header.run_id),
                    .header = header,
                    .log = log,
                    .end = {.complete = true, .exit_reason = exit_reason, .facts = end_facts},
                    .taken = existing == Existing::replace ? Taken::replace : Taken::next_free,
                    .after_part = [this] { place.lock.beat(); }});
    });
  }

  void remove_what_is_merged(const Merged& merged) {
    try {
      place.lock.require_held();
      remove_merged(place.folder, merged.parts);
      place.lock.release();
      if (existing == Existing::replace && place.moved_aside)
        remove_merged(*place.moved_aside, finished_parts(*place.moved_aside));
      sync_folder(folder_of(file));
    } catch (const Error& error) {
      throw Error(ExitCode::io, fmt::format("{} is complete, but its parts folder could not be removed: {}",
                                            merged.file.string(), error.what()));
    }
  }
};

RunWriter::RunWriter(std::filesystem::path file, RunHeader header, Existing existing, std::chrono::seconds patience) {
  require_consistent(header);
  Claim place = claim(file, header.run_id, existing, patience);
  state_ =
      std::make_unique<State>(State{std::move(file), existing, std::move(place), std::move(header), {}, {}, {}, {}});
}

RunWriter::~RunWriter() { abandon(state_->place); }

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

void RunWriter::beat() { state_->place.lock.beat(); }

std::filesystem::path RunWriter::moved_aside() const { return state_->place.moved_aside.value_or(fs::path()); }

std::filesystem::path RunWriter::finish(const std::string& exit_reason) {
  state_->require_open();
  Merged merged = state_->merge_parts(exit_reason);
  state_->finished = true;
  state_->left_out = std::move(merged.left_out);
  state_->remove_what_is_merged(merged);
  return merged.file;
}

const std::vector<LeftOut>& RunWriter::left_out() const noexcept { return state_->left_out; }

}  // namespace syncbench::results
