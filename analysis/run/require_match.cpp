#include "analysis/run/require_match.hpp"

#include "results/reader.hpp"

namespace syncbench::analysis {

void require_a_match(const std::filesystem::path& file, const Selection& selection) {
  const results::RunReader reader(file);
  std::vector<results::PointHeader> points;
  for (const results::IndexRow& row : reader.index()) points.push_back(reader.point(row.id));
  selection.require_a_match(points);
}

}  // namespace syncbench::analysis
