#include "analysis/run/regimes.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "harness/core/change_points.hpp"
#include "harness/core/median_interval.hpp"

namespace syncbench::analysis {
namespace {

// Steps [begin, end).
Regime regime_of(const TimeCourse& course, std::size_t begin, std::size_t end) {
  const auto operations = static_cast<double>(course.operations);
  Regime regime;
  std::vector<std::int64_t> times;
  for (std::size_t i = begin; i < end; ++i) {
    const CourseStep& step = course.steps[i];
    if (!step.counts) {
      ++regime.late;
      continue;
    }
    times.push_back(step.time);
    regime.mean_ns += static_cast<double>(step.time) / operations;
  }
  regime.first = course.steps[begin].iteration;
  regime.last = course.steps[end - 1].iteration;
  regime.begin = course.steps[begin].begin;
  regime.end = end < course.steps.size() ? course.steps[end].begin : course.end;
  regime.n = times.size();
  if (times.empty()) return regime;
  regime.mean_ns /= static_cast<double>(times.size());
  regime.median_ns = static_cast<double>(median_of(std::move(times))) / operations;
  return regime;
}

// Every level above the one before, or with a sign of -1 below it.
bool goes_one_way(const std::vector<Regime>& regimes, bool by_median, double sign) {
  for (std::size_t i = 1; i < regimes.size(); ++i) {
    if (sign * (level_of(regimes[i], by_median) - level_of(regimes[i - 1], by_median)) <= 0) return false;
  }
  return true;
}

}  // namespace

std::vector<Regime> regimes_of(const TimeCourse& course) {
  std::vector<std::size_t> counting;  // steps
  std::vector<std::int64_t> times, lasting;
  for (std::size_t i = 0; i < course.steps.size(); ++i) {
    const CourseStep& step = course.steps[i];
    // The time of an iteration whose gate failed belongs to the one before it.
    if (step.counts) {
      counting.push_back(i);
      times.push_back(step.time);
      lasting.push_back(step.lasting);
    } else if (!lasting.empty()) {
      lasting.back() += step.lasting;
    }
  }
  const std::vector<std::size_t> changes = change_points(times, lasting);
  std::vector<Regime> regimes;
  if (changes.empty()) return regimes;
  std::size_t begin = 0;
  for (const std::size_t change : changes) {
    regimes.push_back(regime_of(course, begin, counting[change]));
    begin = counting[change];
  }
  regimes.push_back(regime_of(course, begin, course.steps.size()));
  return regimes;
}

bool medians_differ(const std::vector<Regime>& regimes) {
  for (std::size_t i = 1; i < regimes.size(); ++i) {
    const double low = std::min(regimes[i - 1].median_ns, regimes[i].median_ns);
    const double high = std::max(regimes[i - 1].median_ns, regimes[i].median_ns);
    if (high < low * (1 + ChangeRule{}.least_change)) return false;
  }
  return true;
}

double level_of(const Regime& regime, bool by_median) { return by_median ? regime.median_ns : regime.mean_ns; }

std::size_t best_of(const std::vector<Regime>& regimes) {
  const bool by_median = medians_differ(regimes);
  const auto best = std::min_element(regimes.begin(), regimes.end(), [&](const Regime& a, const Regime& b) {
    return level_of(a, by_median) < level_of(b, by_median);
  });
  return static_cast<std::size_t>(best - regimes.begin());
}

std::string regimes_text(const std::vector<Regime>& regimes) {
  const bool by_median = medians_differ(regimes);
  if (regimes.size() > 2 && (goes_one_way(regimes, by_median, 1) || goes_one_way(regimes, by_median, -1)))
    return fmt::format("from {}{} in the first {} to {} in the last {}, step by step",
                       time_text(level_of(regimes.front(), by_median)), by_median ? "" : " on average",
                       time_text(static_cast<double>(regimes.front().end)),
                       time_text(level_of(regimes.back(), by_median)),
                       time_text(static_cast<double>(regimes.back().end - regimes.back().begin)));
  std::string text;
  for (std::size_t i = 0; i < regimes.size(); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", then ", time_text(level_of(regimes[i], by_median)));
    if (i == 0 && !by_median) text += " on average";
    text += fmt::format(" until {}t = {}", i + 1 < regimes.size() ? "" : "the end at ",
                        time_text(static_cast<double>(regimes[i].end)));
  }
  return text;
}

}  // namespace syncbench::analysis
