#include "analysis/init/cycle_phases.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "analysis/run/attributes.hpp"
#include "analysis/run/rank_samples.hpp"
#include "harness/core/error.hpp"
#include "harness/core/median_interval.hpp"
#include "harness/core/nanos.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kPhases = kCyclePhases.size();

// [phase][iteration]: what the slowest rank took; kAbsent where none took part.
using PhaseTimes = std::array<std::vector<std::int64_t>, kPhases>;

void add(const results::Samples& samples, const std::string& place, PhaseTimes& slowest) {
  const std::size_t iterations = samples.shape.iterations;
  for (std::size_t i = 0; i < samples.enter.size(); ++i) {
    if (samples.enter[i] == kAbsent || samples.leave[i] == kAbsent) continue;
    std::int64_t before = samples.enter[i];
    for (std::size_t phase = 0; phase < kPhases; ++phase) {
      const std::int64_t end = phase + 1 < kPhases ? samples.marks[i * (kPhases - 1) + phase] : samples.leave[i];
      if (end < before)
        throw Error(ExitCode::data, fmt::format("{}: marks of iteration {} are not in order", place, i % iterations));
      slowest[phase][i % iterations] = std::max(slowest[phase][i % iterations], end - before);
      before = end;
    }
  }
}

PhaseTimes read_phases(const results::RunReader& reader, const std::string& id) {
  const results::SampleShape shape = reader.shape(id);
  const std::string place = fmt::format("{}: point {}", reader.file().string(), id);
  if (shape.marks != kPhases - 1 || reader.is_summary(id))
    throw Error(ExitCode::data, fmt::format("{} is a cycle without its {} marks", place, kPhases - 1));
  PhaseTimes slowest;
  slowest.fill(std::vector<std::int64_t>(shape.iterations, kAbsent));
  const std::size_t group = ranks_at_once(shape, reader.chunk_ranks(id));
  results::Samples samples;
  for (std::size_t first = 0; first < shape.ranks; first += group) {
    reader.read(id, first, std::min(group, shape.ranks - first), samples);
    add(samples, place, slowest);
  }
  return slowest;
}

void fill(const results::RunReader& reader, CycleRow& row) {
  const PhaseTimes times = read_phases(reader, row.id);
  const std::vector<std::uint16_t> block_of = reader.blocks(row.id);
  std::map<std::uint16_t, std::vector<std::int64_t>> first;
  const auto& firsts = times[static_cast<std::size_t>(CyclePhase::first)];
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    if (firsts[i] != kAbsent) first[block_of.at(i)].push_back(firsts[i]);
  }
  for (auto& [block, values] : first) {
    row.n += values.size();
    row.first_by_block[block] = static_cast<double>(median_of(std::move(values)));
  }
  if (row.n == 0) return;
  for (std::size_t phase = 0; phase < kPhases; ++phase) {
    std::vector<std::int64_t> there;
    std::copy_if(times[phase].begin(), times[phase].end(), std::back_inserter(there),
                 [](std::int64_t time) { return time != kAbsent; });
    row.median_ns[phase] = median_of(std::move(there));
  }
}

void compare(std::vector<CycleRow>& rows) {
  for (CycleRow& row : rows) {
    if (row.before == "nothing") continue;
    const auto base = std::find_if(rows.begin(), rows.end(), [&](const CycleRow& each) {
      return each.before == "nothing" && each.making == row.making && each.operation == row.operation;
    });
    if (base == rows.end()) continue;
    // Logarithms, whose limits are ratios above 0; a block's median may be 0 where nothing is done at all.
    const auto logs = over_blocks({&base->first_by_block, &row.first_by_block}, [](const std::vector<double>& times) {
      return std::log(std::max(1.0, times[1]) / std::max(1.0, times[0]));
    });
    if (logs) row.first_over_nothing = MeanInterval{std::exp(logs->mean), std::exp(logs->lower), std::exp(logs->upper)};
  }
}

}  // namespace

std::vector<CycleRow> cycle_rows(const results::RunReader& reader, const std::vector<results::PointHeader>& points) {
  std::vector<CycleRow> rows;
  for (const results::PointHeader& point : points) {
    const auto text = [&](std::string_view key) { return text_attribute(point.attributes, key); };
    if (text("suite") != "init" || text("part") != "cycle" || text("status") != "measured") continue;
    CycleRow row;
    row.id = point.id;
    row.backend = text("backend");
    row.making = text("making");
    row.before = text("before");
    row.operation = fmt::format(
        "{} of {} on {}", text("operation"),
        bytes_text(static_cast<double>(whole_attribute(point.attributes, "bytes_send").value_or(0))), row.backend);
    if (const std::string algorithm = text("algorithm"); !algorithm.empty() && algorithm != "auto")
      row.operation += "/" + algorithm;
    fill(reader, row);
    if (row.n > 0) rows.push_back(std::move(row));
  }
  compare(rows);
  return rows;
}

}  // namespace syncbench::analysis
