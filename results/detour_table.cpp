#include "results/detour_table.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "results/h5/attribute.hpp"
#include "results/h5/dataset.hpp"
#include "results/h5/group.hpp"
#include "results/h5/table.hpp"
#include "results/times.hpp"

namespace syncbench::results {
namespace {

// Rows lie in memory as the table's do, so that a piece is one write.
static_assert(sizeof(DetourRow) == 3 * sizeof(std::int64_t));

// A table below this number of rows is stored as it is; compressed chunks of as many otherwise.
constexpr std::size_t kChunkRows = std::size_t{64} * 1024 / sizeof(DetourRow);

h5::Type row_type(h5::Type (*number)(h5::Number)) {
  h5::Type row = h5::compound(sizeof(DetourRow));
  std::size_t offset = 0;
  for (const char* field : {"rank", "when_ns", "length_ns"}) {
    h5::insert(row, field, offset, number(h5::Number::int64));
    offset += sizeof(std::int64_t);
  }
  return row;
}

h5::Dataset create(const h5::Group& point, std::size_t rows) {
  h5::Layout layout{{rows}, {}, nullptr};
  if (rows > kChunkRows) layout.chunk = {kChunkRows};
  h5::Dataset dataset = h5::create_dataset(point.id(), kDetours, row_type(h5::stored), layout, row_type(h5::native));
  h5::describe(
      dataset, "rank: number; when_ns, length_ns: ns",
      "one row an interruption, sorted by rank and time: when it began, on the rank's local clock, and how long "
      "the rank did not run");
  return dataset;
}

std::string problem_of(const DetourRow& row, const DetourRow* before, std::int64_t ranks) {
  if (row.rank < 0 || row.rank >= ranks) return fmt::format("is about rank {} of {}", row.rank, ranks);
  if (row.length_ns < 0) return "has a negative length";
  if (before != nullptr && std::tie(before->rank, before->when_ns) > std::tie(row.rank, row.when_ns))
    return "belongs before the row before it";
  return {};
}

}  // namespace

DetourTable::DetourTable(const h5::Group& point, std::size_t rows) : rows_(rows), dataset_(create(point, rows)) {}

void DetourTable::append(std::span<const DetourRow> rows) {
  if (rows.size() > rows_ - written_)
    throw Error(ExitCode::internal, fmt::format("{} detours do not fit after {} of {}", rows.size(), written_, rows_));
  if (rows.empty()) return;
  h5::write(dataset_, row_type(h5::native), {{written_}, {rows.size()}}, rows.data());
  written_ += rows.size();
}

void DetourTable::close() {
  if (written_ != rows_) throw Error(ExitCode::internal, fmt::format("{} detours of {} were written", written_, rows_));
  dataset_.close();
}

std::optional<std::vector<DetourRow>> read_detours(const h5::Group& point, std::int64_t ranks) {
  if (!h5::has(point.id(), kDetours)) return std::nullopt;
  const h5::Table table(point.id(), kDetours);
  const auto rank = table.integers("rank"), when = table.integers("when_ns"), length = table.integers("length_ns");
  require_times(table.id(), "when_ns", when);
  require_times(table.id(), "length_ns", length);
  std::vector<DetourRow> rows;
  rows.reserve(table.rows());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    rows.push_back({rank[i], when[i], length[i]});
    const std::string problem = problem_of(rows[i], i == 0 ? nullptr : &rows[i - 1], ranks);
    if (!problem.empty()) h5::refuse(point.id(), kDetours, fmt::format("row {} {}", i, problem));
  }
  return rows;
}

}  // namespace syncbench::results
