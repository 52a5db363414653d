#include "results/clock_rows.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "results/h5/group.hpp"
#include "results/rows.hpp"

namespace syncbench::results {
namespace {

std::string problem_of(const ClockRow& row, const ClockRow* before, std::int64_t ranks) {
  if (row.rank < 0 || row.rank >= ranks) return fmt::format("is about rank {} of {}", row.rank, ranks);
  if (row.bound_ns < 0 || row.half_width_ns < 0) return "has a negative bound";
  if (!(row.slope > -0.1 && row.slope < 0.1)) return "has a slope that no clock has";
  if (before != nullptr && before->rank == row.rank && before->when_ns >= row.when_ns) {
    return "is not later than the row before it";
  }
  if (before != nullptr && before->rank > row.rank) return "belongs to a lower rank than the row before it";
  return {};
}

}  // namespace

void require_sound(const std::vector<ClockRow>& rows, std::int64_t ranks) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string problem = problem_of(rows[i], i == 0 ? nullptr : &rows[i - 1], ranks);
    if (!problem.empty()) throw h5::Failure(fmt::format("/run/clock: row {} {}", i, problem));
  }
}

std::vector<ClockRow> read_clock(h5::Id file, std::int64_t ranks) {
  const h5::Group run = h5::open_group(file, "run");
  if (!h5::has(run.id(), "clock")) return {};
  std::vector<ClockRow> rows = read_rows<ClockRow>(file);
  require_sound(rows, ranks);
  return rows;
}

void append_clock(std::vector<ClockRow>& rows, h5::Id part) {
  if (!h5::has(h5::open_group(part, "run").id(), "clock")) return;
  const std::vector<ClockRow> more = read_rows<ClockRow>(part);
  rows.insert(rows.end(), more.begin(), more.end());
}

void sort_unique(std::vector<ClockRow>& rows) {
  std::sort(rows.begin(), rows.end(), [](const ClockRow& a, const ClockRow& b) {
    return std::tie(a.rank, a.when_ns) < std::tie(b.rank, b.when_ns);
  });
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
}

}  // namespace syncbench::results
