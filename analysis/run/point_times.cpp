#include "analysis/run/point_times.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "analysis/run/attributes.hpp"
#include "analysis/run/rank_samples.hpp"
#include "harness/core/error.hpp"
#include "harness/core/sample_status.hpp"
#include "harness/core/time_split.hpp"

namespace syncbench::analysis {
namespace {

// Sums and differences of a few such times cannot overflow.
constexpr std::int64_t kFarthest = std::numeric_limits<std::int64_t>::max() / 8;

bool is_present(std::int64_t time) { return time != kAbsent; }

bool took_part(const RankSamples& samples) {
  return std::any_of(samples.enter.begin(), samples.enter.end(), is_present);
}

void refuse_impossible(std::int64_t enter, std::int64_t leave, std::size_t iteration) {
  if (enter < -kFarthest || leave > kFarthest || leave < enter)
    throw Error(ExitCode::data, fmt::format("iteration {}: no times that a rank can have", iteration));
}

IterationUse use_of(std::uint8_t status, IterationUse before) {
  if (status == static_cast<std::uint8_t>(SampleStatus::corrupt)) return IterationUse::left_out;
  if (status == static_cast<std::uint8_t>(SampleStatus::late_start)) return std::min(before, IterationUse::late);
  return before;
}

// One participant's column.
void add_column(PointTimes& times, std::size_t place, const RankSamples& samples) {
  const std::size_t ranks = times.ranks.size(), operations = times.operations;
  for (std::size_t i = 0; i < samples.enter.size(); ++i) {
    const std::size_t first = i * operations;
    for (std::size_t k = 0; k < operations; ++k) times.status[(first + k) * ranks + place] = samples.status[i];
    const auto uses = std::span(times.use).subspan(first, operations);
    if (!is_present(samples.enter[i]) || !is_present(samples.leave[i])) {
      std::fill(uses.begin(), uses.end(), IterationUse::left_out);
      continue;
    }
    for (std::size_t k = 0; k < operations; ++k) {
      const std::int64_t enter = k == 0 ? samples.enter[i] : samples.marks[first + k - 1];
      const std::int64_t leave = k + 1 == operations ? samples.leave[i] : samples.marks[first + k];
      refuse_impossible(enter, leave, i);
      times.enter[(first + k) * ranks + place] = enter;
      times.leave[(first + k) * ranks + place] = leave;
      uses[k] = use_of(samples.status[i], uses[k]);
    }
  }
}

// `counters` a row; the processor time is the first two of them.
void add_processor_time(PointTimes& times, std::size_t place, const RankSamples& samples, std::size_t counters) {
  for (std::size_t i = 0; i < times.iterations; ++i) {
    times.processor_enter[i * times.ranks.size() + place] = samples.evidence[i * counters];
    times.processor_leave[i * times.ranks.size() + place] = samples.evidence[i * counters + 1];
  }
}

bool has_processor_time(const results::PointHeader& header) {
  const auto& names = header.counter_names;
  return names.size() >= 2 && names[0] == "cpu_enter_ns" && names[1] == "cpu_leave_ns";
}

void find_participants(const results::RunReader& reader, const results::SampleShape& shape, PointTimes& times) {
  for_each_rank(reader, times.header.id, Rank{0}, shape.ranks, [&](Rank rank, const RankSamples& samples) {
    if (took_part(samples)) times.ranks.push_back(rank);
  });
  const auto& header = reader.header();
  for (const Rank rank : times.ranks) {
    const auto node = static_cast<int>(header.rank_rows.at(static_cast<std::size_t>(rank.value)).node);
    times.nodes.push_back(NodeIndex{node});
    const auto row = std::find_if(header.node_rows.begin(), header.node_rows.end(),
                                  [node](const results::NodeRow& each) { return each.node == node; });
    times.hosts.push_back(row == header.node_rows.end() ? fmt::format("node {}", node) : row->hostname);
  }
}

Nanos epsilon_of(const PointTimes& times, const std::vector<ClockModel>& clocks) {
  const bool one_node =
      std::adjacent_find(times.nodes.begin(), times.nodes.end(), std::not_equal_to<>()) == times.nodes.end();
  Nanos epsilon{0};
  if (one_node) return epsilon;
  const auto counts = [](IterationUse use) { return use != IterationUse::left_out; };
  const auto first = std::find_if(times.use.begin(), times.use.end(), counts);
  if (first == times.use.end()) return epsilon;
  const auto last = std::find_if(times.use.rbegin(), times.use.rend(), counts);
  const auto begin = times.enters(static_cast<std::size_t>(first - times.use.begin()));
  const auto end = times.leaves(static_cast<std::size_t>(times.use.rend() - last) - 1);
  for (std::size_t place = 0; place < times.ranks.size(); ++place) {
    const auto rank = static_cast<std::size_t>(times.ranks[place].value);
    epsilon = std::max(epsilon, greatest_epsilon(clocks.at(rank), Nanos{begin[place]}, Nanos{end[place]}));
  }
  return epsilon;
}

}  // namespace

std::span<const std::int64_t> PointTimes::enters(std::size_t iteration) const {
  return std::span(enter).subspan(iteration * ranks.size(), ranks.size());
}

std::span<const std::int64_t> PointTimes::leaves(std::size_t iteration) const {
  return std::span(leave).subspan(iteration * ranks.size(), ranks.size());
}

bool has_operation_marks(const results::PointHeader& header) {
  const auto& names = header.mark_names;
  const auto pieces = whole_attribute(header.attributes, "pieces").value_or(1);
  if (text_attribute(header.attributes, "policy") != "serial" || pieces < 2) return false;
  if (names.size() != static_cast<std::size_t>(pieces)) return false;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (names[k] != fmt::format("done {}", k + 1)) return false;
  }
  return true;
}

PointTimes read_times(const results::RunReader& reader, results::PointHeader header,
                      const std::vector<ClockModel>& clocks, bool by_operations) {
  PointTimes times;
  times.header = std::move(header);
  const std::string& id = times.header.id;
  const results::SampleShape shape = reader.shape(id);
  const auto warmup = whole_attribute(times.header.attributes, "warmup_iterations");
  if (!warmup || *warmup < 0)
    throw Error(ExitCode::data, fmt::format("{}: point {} does not say how many of its iterations are warm-up",
                                            reader.file().string(), id));
  if (by_operations) times.operations = std::max<std::size_t>(1, shape.marks);
  times.iterations = shape.iterations * times.operations;
  for (const std::uint16_t block : reader.blocks(id)) times.blocks.insert(times.blocks.end(), times.operations, block);
  times.use.assign(times.iterations, IterationUse::counts);
  const std::size_t cut = std::min(static_cast<std::size_t>(*warmup), shape.iterations) * times.operations;
  std::fill_n(times.use.begin(), cut, IterationUse::left_out);
  find_participants(reader, shape, times);
  times.enter.assign(times.iterations * times.ranks.size(), kAbsent);
  times.leave.assign(times.iterations * times.ranks.size(), kAbsent);
  times.status.assign(times.iterations * times.ranks.size(), 0);
  const bool evident = !by_operations && has_processor_time(times.header) && shape.counters >= 2;
  if (evident) times.processor_enter = times.processor_leave = times.enter;
  for_each_rank(reader, id, Rank{0}, shape.ranks, [&](Rank rank, const RankSamples& samples) {
    const auto found = std::find(times.ranks.begin(), times.ranks.end(), rank);
    if (found == times.ranks.end()) return;
    const auto place = static_cast<std::size_t>(found - times.ranks.begin());
    add_column(times, place, samples);
    if (evident) add_processor_time(times, place, samples, shape.counters);
  });
  times.epsilon = epsilon_of(times, clocks);
  return times;
}

}  // namespace syncbench::analysis
