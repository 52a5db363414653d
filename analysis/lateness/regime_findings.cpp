#include "analysis/lateness/regime_findings.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "analysis/lateness/lateness_words.hpp"
#include "analysis/lateness/long_iterations.hpp"
#include "analysis/render/amounts.hpp"
#include "analysis/run/attributes.hpp"
#include "analysis/run/point_label.hpp"
#include "harness/core/median_interval.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kWorthTelling = 0.05;
constexpr double kBack = 0.1;  // of the greatest difference: what a level may lie above the best one

// From the first slower regime to the end of the last.
When when_slow(const std::vector<Regime>& regimes) {
  When when;
  for (const Regime& each : regimes) {
    if (&each == &regimes[best_of(regimes)]) continue;
    if (when.episodes++ == 0) {
      when.first = each.first;
      when.begin_ns = static_cast<double>(each.begin);
    }
    when.last = each.last;
    when.end_ns = static_cast<double>(each.end);
  }
  return when;
}

// What the slower regimes take beyond the best one.
struct SlowCourse {
  double beyond = 0, time = 0;  // ns over all iterations
  std::size_t n = 0;
  std::vector<std::size_t> iterations;

  SlowCourse(const TimeCourse& course, const std::vector<Regime>& regimes) {
    const Regime& best = regimes[best_of(regimes)];
    const double usual = best.mean_ns * static_cast<double>(course.operations);
    for (const CourseStep& step : course.steps) {
      if (!step.counts) continue;
      ++n;
      time += static_cast<double>(step.time);
      if (step.iteration >= best.first && step.iteration <= best.last) continue;
      beyond += static_cast<double>(step.time) - usual;
      iterations.push_back(step.iteration);
    }
    beyond = std::clamp(beyond, 0.0, time);
  }
};

class Slow {
 public:
  Slow(const Decomposition& point, const std::vector<Regime>& regimes)
      : point_(point), regimes_(regimes), by_median_(medians_differ(regimes)), best_(regimes[best_of(regimes)]) {
    std::vector<std::int64_t> usual;
    for (const SplitIteration& row : point.rows) {
      time_ += row.whole;
      if (row.iteration < best_.first || row.iteration > best_.last) continue;
      usual.push_back(row.whole);
      best_mean_ += static_cast<double>(row.whole);
    }
    best_mean_ /= static_cast<double>(usual.size());
    usual_ = median_of(std::move(usual));
    for (std::size_t row = 0; row < point.rows.size(); ++row) add(row);
  }

  // ns an iteration, over all of them.
  double cost() const { return std::max(0.0, beyond_) / static_cast<double>(point_.rows.size()); }
  double share() const {
    return std::min(1.0, std::max(0.0, beyond_) / static_cast<double>(std::max<std::int64_t>(1, time_)));
  }
  const std::vector<std::size_t>& rows() const { return rows_; }
  std::int64_t usual() const { return usual_; }

  double greatest_difference() const {
    double most = 0;
    for (const Regime& each : regimes_) most = std::max(most, level_of(each, by_median_) - level_of(best_, by_median_));
    return most;
  }

 private:
  // The row counts against the best level if its regime is a slower one.
  void add(std::size_t row) {
    const SplitIteration& split = point_.rows[row];
    const auto regime = std::find_if(regimes_.begin(), regimes_.end(),
                                     [&](const Regime& each) { return split.iteration <= each.last; });
    if (regime == regimes_.end() || split.iteration < regime->first || &*regime == &best_) return;
    beyond_ += static_cast<double>(split.whole) - best_mean_;
    const double level = level_of(*regime, by_median_);
    // One that is back at the best level is not slow.
    if (level - level_of(best_, by_median_) < kBack * greatest_difference()) return;
    const double between = by_median_ ? (level + level_of(best_, true)) / 2 : 3 * best_.median_ns;
    if (static_cast<double>(split.whole) > between * static_cast<double>(operations())) rows_.push_back(row);
  }

  std::size_t operations() const {
    return static_cast<std::size_t>(std::max<std::int64_t>(
        1, whole_attribute(point_.times.header.attributes, "operations_per_sample").value_or(1)));
  }

  const Decomposition& point_;
  const std::vector<Regime>& regimes_;
  bool by_median_;
  const Regime& best_;
  std::int64_t time_ = 0, usual_ = 0;
  double best_mean_ = 0, beyond_ = 0;  // ns of an iteration; summed over those of slower regimes
  std::vector<std::size_t> rows_;
};

std::string advice_of(bool has_evidence) {
  const std::string where =
      "look at what else began on these nodes at that moment: another job, a daemon, the clock "
      "frequency; timeline shows the course of each rank";
  return has_evidence ? where : where + "; --evidence full tells which rank lost its processor";
}

}  // namespace

std::vector<Finding> regime_findings(const Decomposition& point, const std::vector<Regime>& regimes) {
  if (regimes.size() < 2 || text_attribute(point.times.header.attributes, "backend") == "null") return {};
  const Slow slow(point, regimes);
  Finding finding;
  finding.cause = Cause::regimes;
  finding.cost_ns = slow.cost();
  finding.share = slow.share();
  finding.weight = slow.share() >= kWorthTelling ? Weight::finding : Weight::note;
  finding.size_ns = without_limits(slow.greatest_difference());
  finding.frequency = static_cast<double>(slow.rows().size()) / static_cast<double>(point.rows.size());
  finding.what =
      fmt::format("{} changes while it is measured: {}", point_label(point.times.header), regimes_text(regimes));
  const auto longest = longest_of(point, slow.rows(), slow.usual());
  const auto found = long_iterations(point, longest, slow.usual(), off_cpu_times(point));
  if (found.n > 0)
    finding.what += fmt::format(". While it is slow, {} iteration{} most of the lost time: {}", count_text(found.n),
                                found.n == 1 ? " holds" : "s hold", long_iterations_text(point, found));
  if (const auto place = usual_latecomer(found)) {
    finding.ranks = {point.times.ranks[*place].value};
    finding.hosts = {point.times.hosts[*place]};
    finding.events = found.arrived[*place];
    finding.of = found.n;
  }
  finding.when = when_slow(regimes);
  for (const std::size_t row : slow.rows()) finding.iterations.push_back(point.rows[row].iteration);
  const std::string path = "/points/" + point.times.header.id;
  finding.evidence = {path + "/enter", path + "/leave"};
  finding.advice = advice_of(found.has_evidence);
  return {finding};
}

std::vector<Finding> regime_findings(const results::PointHeader& point, const TimeCourse& course,
                                     const std::vector<Regime>& regimes) {
  if (regimes.size() < 2 || text_attribute(point.attributes, "backend") == "null") return {};
  const SlowCourse slow(course, regimes);
  const Regime& best = regimes[best_of(regimes)];
  const bool by_median = medians_differ(regimes);
  double difference = 0;
  for (const Regime& each : regimes)
    difference = std::max(difference, level_of(each, by_median) - level_of(best, by_median));
  Finding finding;
  finding.cause = Cause::regimes;
  finding.cost_ns = slow.beyond / static_cast<double>(slow.n);
  finding.share = slow.beyond / slow.time;
  finding.weight = *finding.share >= kWorthTelling ? Weight::finding : Weight::note;
  finding.size_ns = without_limits(difference);
  finding.what = fmt::format("{} changes while it is measured: {}", point_label(point), regimes_text(regimes));
  finding.when = when_slow(regimes);
  finding.iterations = slow.iterations;
  finding.evidence = {"/points/" + point.id};
  finding.advice = advice_of(false);
  return {finding};
}

void drop_told_as_regime(std::vector<Finding>& findings, const std::vector<Finding>& regimes) {
  for (const Finding& regime : regimes) {
    const std::set<std::size_t> slow(regime.iterations.begin(), regime.iterations.end());
    std::erase_if(findings, [&](const Finding& finding) {
      if (finding.cause != Cause::episode) return false;
      const auto shared =
          static_cast<std::size_t>(std::count_if(finding.iterations.begin(), finding.iterations.end(),
                                                 [&](std::size_t iteration) { return slow.contains(iteration); }));
      return 4 * shared >= 3 * finding.iterations.size() && 2 * shared >= slow.size();
    });
  }
}

}  // namespace syncbench::analysis
