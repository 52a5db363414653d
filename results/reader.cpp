#include "results/reader.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "results/attempt.hpp"
#include "results/clock_rows.hpp"
#include "results/detour_table.hpp"
#include "results/facts_group.hpp"
#include "results/h5/attribute.hpp"
#include "results/input_file.hpp"
#include "results/parts.hpp"
#include "results/point_group.hpp"
#include "results/point_samples.hpp"
#include "results/point_summary.hpp"
#include "results/rows.hpp"
#include "results/run_header.hpp"
#include "results/vet.hpp"

namespace syncbench::results {
namespace {

std::vector<IndexRow> read_index(h5::Id file) {
  std::vector<IndexRow> rows = read_rows<IndexRow>(file);
  std::set<std::string_view> seen;
  for (const IndexRow& row : rows) {
    if (!is_valid_id(row.id)) h5::refuse(file, "index", fmt::format("'{}' cannot be the id of a point", row.id));
    if (!seen.insert(row.id).second) h5::refuse(file, "index", fmt::format("has point '{}' twice", row.id));
  }
  return rows;
}

// Whoever names the file that a run was to become is told where its points are.
void refuse_missing(const std::filesystem::path& file) {
  std::error_code ignored;
  const std::filesystem::path parts = parts_folder(file);
  if (std::filesystem::exists(file, ignored) || !std::filesystem::is_directory(parts, ignored)) return;
  throw Error(ExitCode::io,
              fmt::format("{} does not exist, for the run ended early; its points are in {}, which is read "
                          "like a file, and syncbench-analyze recover makes one of them",
                          file.string(), parts.string()));
}

RunHeader read_consistent_header(h5::Id file) {
  RunHeader header = read_header(file);
  const std::string problem = contradiction(header);
  if (!problem.empty()) throw h5::Failure(problem);
  return header;
}

}  // namespace

struct RunReader::State {
  explicit State(const std::filesystem::path& name) : path(name) {
    std::error_code ignored;
    if (std::filesystem::is_directory(name, ignored)) {
      open_folder();
    } else {
      open_part(name);
      take_header();
      log = read_rows<LogRow>(file.id());
      index = read_index(file.id());
    }
  }

  // A run that did not come to its end: every part has one point, and all of them are the run.
  void open_folder() {
    leave_out_unsound();
    const auto point = std::find_if(parts.begin(), parts.end(), has_point);
    if (point == parts.end()) throw Error(ExitCode::io, fmt::format("{}: has no finished part", path.string()));
    open_part(*point);
    take_header();
    for (std::size_t i = 0; i < parts.size(); ++i) take_part(i);
  }

  // One damaged part must not hide the others.
  void leave_out_unsound() {
    std::vector<std::filesystem::path> all = finished_parts(path);
    std::erase_if(all, is_reserved);
    SortedParts sorted = sort_out(vet(all));
    parts = std::move(sorted.sound);
    left_out = std::move(sorted.left_out);
  }

  void take_part(std::size_t number) {
    open_part(parts[number]);
    auto rows = read_rows<LogRow>(file.id());
    if (rows.size() > log.size()) log = std::move(rows);
    for (IndexRow& row : read_index(file.id())) {
      part_of.emplace(row.id, number);
      index.push_back(std::move(row));
    }
  }

  void open_part(const std::filesystem::path& name) {
    if (open_path == name) return;
    last.reset();
    file = open_input(name);
    open_path = name;
  }

  void take_header() {
    header = read_consistent_header(file.id());
    end = read_end(file.id());
  }

  // The file in which a point lies; a point that is in none is looked for in the one that is open, and not found.
  const h5::File& file_of(std::string_view id) {
    const auto found = part_of.find(id);
    if (found != part_of.end()) open_part(parts[found->second]);
    return file;
  }

  // The point that was asked for last stays open, because callers take its samples rank by rank.
  const PointSamples& open(std::string_view id) {
    const h5::File& place = file_of(id);
    if (!last || last_id != id) {
      last.reset();
      last_id = id;
      last.emplace(open_point(place, last_id), static_cast<std::size_t>(header.ranks));
    }
    return *last;
  }

  std::filesystem::path path;
  std::vector<std::filesystem::path> parts;  // none: `path` is a file
  std::vector<LeftOut> left_out;
  std::map<std::string, std::size_t, std::less<>> part_of;
  std::map<std::string, PointHeader, std::less<>> headers;  // those that were asked for
  std::filesystem::path open_path;
  h5::File file;
  RunHeader header;
  RunEnd end;
  std::vector<LogRow> log;
  std::vector<IndexRow> index;
  std::string last_id;
  std::optional<PointSamples> last;
};

RunReader::RunReader(const std::filesystem::path& file)
    : state_((refuse_missing(file), attempt(ExitCode::data, file, [&] { return std::make_unique<State>(file); }))) {}

RunReader::~RunReader() = default;
RunReader::RunReader(RunReader&&) noexcept = default;
RunReader& RunReader::operator=(RunReader&&) noexcept = default;

const std::filesystem::path& RunReader::file() const noexcept { return state_->path; }
const std::vector<LeftOut>& RunReader::left_out() const noexcept { return state_->left_out; }
const RunHeader& RunReader::header() const noexcept { return state_->header; }
bool RunReader::complete() const noexcept { return state_->end.complete; }
const std::string& RunReader::exit_reason() const noexcept { return state_->end.exit_reason; }
const std::vector<LogRow>& RunReader::log() const noexcept { return state_->log; }
const std::vector<IndexRow>& RunReader::index() const noexcept { return state_->index; }

std::vector<ClockRow> RunReader::clock() const {
  return attempt(ExitCode::data, file(), [&] {
    if (state_->parts.empty()) return read_clock(state_->file.id(), state_->header.ranks);
    std::vector<ClockRow> rows;
    for (const std::filesystem::path& part : state_->parts) {
      state_->open_part(part);
      append_clock(rows, state_->file.id());
    }
    sort_unique(rows);
    require_sound(rows, state_->header.ranks);
    return rows;
  });
}

std::string RunReader::facts(std::int64_t node, FactsMoment moment) const {
  return attempt(ExitCode::data, file(), [&] {
    for (const std::filesystem::path& part : state_->parts) {
      if (!has_point(part)) state_->open_part(part);
    }
    return read_facts(state_->file.id(), node, moment);
  });
}

PointHeader RunReader::point(std::string_view id) const {
  return attempt(ExitCode::data, file(), [&] {
    const std::string name(id);
    const auto known = state_->headers.find(name);
    if (known != state_->headers.end()) return known->second;
    return state_->headers.emplace(name, read_point(open_point(state_->file_of(id), name), name)).first->second;
  });
}

SampleShape RunReader::shape(std::string_view id) const {
  return attempt(ExitCode::data, file(), [&] { return state_->open(id).shape(); });
}

Samples RunReader::samples(std::string_view id, std::size_t first_rank, std::size_t ranks) const {
  Samples samples;
  read(id, first_rank, ranks, samples);
  return samples;
}

void RunReader::read(std::string_view id, std::size_t first_rank, std::size_t ranks, Samples& samples) const {
  attempt(ExitCode::data, file(), [&] {
    const PointSamples& point = state_->open(id);
    const std::size_t there = point.shape().ranks;
    if (first_rank > there || ranks > there - first_rank) {
      throw h5::Failure(
          fmt::format("/points/{}: has {} ranks, and {} from rank {} on were asked for", id, there, ranks, first_rank));
    }
    point.read(first_rank, ranks, 0, point.shape().iterations, samples);
  });
}

std::size_t RunReader::chunk_ranks(std::string_view id) const {
  return attempt(ExitCode::data, file(), [&] { return state_->open(id).chunk_ranks(); });
}

bool RunReader::is_summary(std::string_view id) const {
  return attempt(ExitCode::data, file(), [&] { return state_->open(id).is_summary(); });
}

PointSummary RunReader::summary(std::string_view id) const {
  return attempt(ExitCode::data, file(), [&] {
    return read_summary(open_point(state_->file_of(id), std::string(id)), static_cast<std::size_t>(header().ranks));
  });
}

std::vector<std::uint16_t> RunReader::blocks(std::string_view id) const {
  return attempt(ExitCode::data, file(), [&] { return state_->open(id).blocks(); });
}

std::optional<std::vector<DetourRow>> RunReader::detours(std::string_view id) const {
  return attempt(ExitCode::data, file(),
                 [&] { return read_detours(open_point(state_->file_of(id), std::string(id)), state_->header.ranks); });
}

}  // namespace syncbench::results
