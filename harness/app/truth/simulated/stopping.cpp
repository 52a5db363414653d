#include "stopping.hpp"

#include <algorithm>
#include <stdexcept>

#include <syncbench/core/names.hpp>
#include <syncbench/core/stop_rule.hpp>
#include <syncbench/suite/profile.hpp>

namespace syncbench::truth {
namespace {

std::vector<std::int64_t> statistic_of(const Course& course) {
  std::vector<std::int64_t> longest(course.iterations, 0);
  for (std::size_t rank = 0; rank < course.ranks; ++rank) {
    for (std::size_t i = 0; i < course.iterations; ++i) {
      const std::size_t at = course.at(rank, i);
      longest[i] = std::max(longest[i], course.leave[at] - course.enter[at]);
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

}  // namespace

Stopped stop_of(const std::string& profile, const Course& course) {
  const auto named = value_named<suite::Profile>(profile);
  if (!named) throw std::invalid_argument("there is no profile '" + profile + "'");
  const StopOptions options = suite::treatment_of(*named).stop;
  StopRule rule(options);
  const std::vector<std::int64_t> statistic = statistic_of(course);
  const std::size_t most = std::min(options.most_iterations, course.iterations);
  while (true) {
    const std::size_t n = std::min(rule.next_check(), most);
    const auto cause = rule.decide(std::span(statistic).first(n), n, time_of(course, n));
    if (cause) return {n, std::string(name_of(*cause))};
    if (n == most) return {n, std::string(name_of(StopCause::count))};
  }
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
