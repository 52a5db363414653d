#include "harness/app/truth/simulated/stopping.hpp"

#include <algorithm>
#include <stdexcept>

#include "harness/core/names.hpp"
#include "harness/core/quantile_estimate.hpp"
#include "harness/core/sample_status.hpp"
#include "harness/core/stop_rule.hpp"
#include "harness/core/warmup.hpp"
#include "suites/suite/profile.hpp"

namespace syncbench::truth {
namespace {

std::vector<std::int64_t> statistic_of(const Course& course) {
  std::vector<std::int64_t> longest(course.iterations, 0);
  for (std::size_t rank = 0; rank < course.ranks; ++rank) {
    for (std::size_t i = 0; i < course.iterations; ++i) {
      const std::size_t at = course.at(rank, i);
      const bool late = course.status[at] == static_cast<std::uint8_t>(SampleStatus::late_start);
      longest[i] = std::max(longest[i], late ? kUnknownTime : course.leave[at] - course.enter[at]);
    }
  }
  return longest;
}

// From the first gate to the end of the last of so many iterations.
Nanos time_of(const Course& course, std::size_t iterations) {
  return Nanos{course.leave[course.at(0, iterations - 1)] - course.target[course.at(0, 0)]};
}

template <typename Value>
std::vector<Value> columns_of(const std::vector<Value>& table, std::size_t rows, std::size_t columns) {
  std::vector<Value> first;
  const std::size_t width = table.size() / rows;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto begin = table.begin() + static_cast<std::ptrdiff_t>(row * width);
    first.insert(first.end(), begin, begin + static_cast<std::ptrdiff_t>(columns));
  }
  return first;
}

// As the program's measurement does (harness/measure/course.cpp): blocks of which twelve take the least time.
std::size_t block_size_of(const StopOptions& stop, const Course& course) {
  constexpr std::int64_t kBlocksOfLeastTime = 12;
  constexpr std::size_t kPace = 100;  // iterations that tell how long one takes
  const std::size_t most = std::max<std::size_t>(1, stop.most_iterations / (kBlocksToFirstCheck * 3 / 2 + 1));
  const std::size_t least = std::min(most, (stop.first_check + kBlocksToFirstCheck - 1) / kBlocksToFirstCheck);
  const std::size_t looked_at = std::min(kPace, course.iterations);
  const std::int64_t each = time_of(course, looked_at).count() / static_cast<std::int64_t>(looked_at);
  const auto wanted = least_time_of(stop).count() / kBlocksOfLeastTime / std::max<std::int64_t>(1, each);
  return std::clamp(static_cast<std::size_t>(wanted), least, most);
}

BlockedSeries in_blocks_of(std::span<const std::int64_t> samples, std::size_t block) {
  BlockedSeries series{samples, {}};
  for (std::size_t begin = 0; begin < samples.size(); begin += block) series.begins.push_back(begin);
  return series;
}

}  // namespace

std::optional<Stopped> stop_of(const std::string& profile, const Course& course) {
  const auto named = value_named<suite::Profile>(profile);
  if (!named) throw std::invalid_argument("there is no profile '" + profile + "'");
  StopOptions options = suite::treatment_of(*named).stop;
  const std::size_t block = block_size_of(options, course);
  options.first_check = kBlocksToFirstCheck * block;
  StopRule rule(options);
  const std::vector<std::int64_t> statistic = statistic_of(course);
  for (std::size_t n = block; n <= course.iterations; n += block) {
    n = std::min(n, options.most_iterations);
    const BlockedSeries series = in_blocks_of(std::span(statistic).first(n), block);
    const auto cause = rule.decide(series, n, time_of(course, n));
    if (!cause) continue;
    const Warmup warmup = find_warmup(series);
    return Stopped{.iterations = n,
                   .block = block,
                   .warmup = warmup.blocks * block,
                   .reason = std::string(name_of(*cause)),
                   .steadiness = std::string(name_of(steadiness_after(series, warmup.blocks)))};
  }
  return std::nullopt;
}

Course first_of(const Course& course, std::size_t iterations) {
  Course first = course;
  first.iterations = iterations;
  for (auto* table : {&first.enter, &first.leave, &first.target}) *table = columns_of(*table, course.ranks, iterations);
  first.status = columns_of(course.status, course.ranks, iterations);
  first.evidence = columns_of(course.evidence, course.ranks, iterations * course.counter_names.size());
  return first;
}

}  // namespace syncbench::truth
