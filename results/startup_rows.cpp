#include "results/startup_rows.hpp"

#include <fmt/format.h>

#include "results/h5/group.hpp"
#include "results/rows.hpp"

namespace syncbench::results {
namespace {

std::string problem_of(const StartupRow& row, const StartupRow* before, std::int64_t ranks) {
  if (row.rank < 0 || row.rank >= ranks) return fmt::format("is about rank {} of {}", row.rank, ranks);
  if (row.peer < -1 || row.peer >= ranks) return fmt::format("is about peer {} of {}", row.peer, ranks);
  if (row.phase.empty()) return "has no name";
  if (before == nullptr || before->rank < row.rank) return {};
  if (before->rank > row.rank) return "belongs to a lower rank than the row before it";
  return before->when_ns > row.when_ns ? "is earlier than the row before it" : "";
}

}  // namespace

std::vector<StartupRow> read_startup(h5::Id file, std::int64_t ranks) {
  const h5::Group run = h5::open_group(file, "run");
  if (!h5::has(run.id(), "startup")) return {};
  std::vector<StartupRow> rows = read_rows<StartupRow>(file);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string problem = problem_of(rows[i], i == 0 ? nullptr : &rows[i - 1], ranks);
    if (!problem.empty()) h5::refuse(run.id(), "startup", fmt::format("row {} {}", i, problem));
  }
  return rows;
}

}  // namespace syncbench::results
