#include "reader.hpp"

#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "attempt.hpp"
#include "clock_rows.hpp"
#include "facts_group.hpp"
#include "input_file.hpp"
#include "parts.hpp"
#include "point_group.hpp"
#include "point_samples.hpp"
#include "rows.hpp"
#include "run_header.hpp"
#include <syncbench/core/error.hpp>

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

RunHeader read_consistent_header(h5::Id file) {
  RunHeader header = read_header(file);
  const std::string problem = contradiction(header);
  if (!problem.empty()) throw h5::Failure(problem);
  return header;
}

}  // namespace

struct RunReader::State {
  explicit State(const std::filesystem::path& name)
      : path(name),
        file(open_input(name)),
        header(read_consistent_header(file.id())),
        end(read_end(file.id())),
        log(read_rows<LogRow>(file.id())),
        index(read_index(file.id())) {}

  // The point that was asked for last stays open, because callers take its samples rank by rank.
  const PointSamples& open(std::string_view id) {
    if (!last || last_id != id) {
      last.reset();
      last_id = id;
      last.emplace(open_point(file, last_id), static_cast<std::size_t>(header.ranks));
    }
    return *last;
  }

  std::filesystem::path path;
  h5::File file;
  RunHeader header;
  RunEnd end;
  std::vector<LogRow> log;
  std::vector<IndexRow> index;
  std::string last_id;
  std::optional<PointSamples> last;
};

RunReader::RunReader(const std::filesystem::path& file)
    : state_(attempt(ExitCode::data, file, [&] { return std::make_unique<State>(file); })) {}

RunReader::~RunReader() = default;
RunReader::RunReader(RunReader&&) noexcept = default;
RunReader& RunReader::operator=(RunReader&&) noexcept = default;

const std::filesystem::path& RunReader::file() const noexcept { return state_->path; }
const RunHeader& RunReader::header() const noexcept { return state_->header; }
bool RunReader::complete() const noexcept { return state_->end.complete; }
const std::string& RunReader::exit_reason() const noexcept { return state_->end.exit_reason; }
const std::vector<LogRow>& RunReader::log() const noexcept { return state_->log; }
const std::vector<IndexRow>& RunReader::index() const noexcept { return state_->index; }

std::vector<ClockRow> RunReader::clock() const {
  return attempt(ExitCode::data, file(), [&] { return read_clock(state_->file.id(), state_->header.ranks); });
}

std::string RunReader::facts(std::int64_t node, FactsMoment moment) const {
  return attempt(ExitCode::data, file(), [&] { return read_facts(state_->file.id(), node, moment); });
}

PointHeader RunReader::point(std::string_view id) const {
  return attempt(ExitCode::data, file(), [&] {
    const std::string name(id);
    return read_point(open_point(state_->file, name), name);
  });
}

SampleShape RunReader::shape(std::string_view id) const {
  return attempt(ExitCode::data, file(), [&] { return state_->open(id).shape(); });
}

Samples RunReader::samples(std::string_view id, std::size_t first_rank, std::size_t ranks) const {
  return attempt(ExitCode::data, file(), [&] {
    const PointSamples& point = state_->open(id);
    const std::size_t there = point.shape().ranks;
    if (first_rank > there || ranks > there - first_rank) {
      throw h5::Failure(
          fmt::format("/points/{}: has {} ranks, and {} from rank {} on were asked for", id, there, ranks, first_rank));
    }
    return point.read(first_rank, ranks);
  });
}

std::vector<std::uint16_t> RunReader::blocks(std::string_view id) const {
  return attempt(ExitCode::data, file(), [&] { return state_->open(id).blocks(); });
}

}  // namespace syncbench::results
