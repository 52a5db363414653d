#include "analysis/lateness/unexplained.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "analysis/run/attributes.hpp"
#include "analysis/run/point_label.hpp"
#include "analysis/run/time_course.hpp"
#include "harness/core/median_interval.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::int64_t kLong = 3;   // times the median
constexpr double kTellLong = 0.05;  // of the time, in long iterations
constexpr double kTellAll = 0.25;   // of the time, wherever it is

bool counts(const SplitIteration& row) { return row.use == IterationUse::counts; }

// What delays nearly every call is part of the median, and explains nothing beyond it.
bool is_in_median(const Finding& finding) {
  return (finding.cause == Cause::leaves_late || finding.cause == Cause::inside) && finding.frequency.value_or(0) > 0.9;
}

class Account {
 public:
  Account(const Decomposition& point, const std::vector<Finding>& findings) : point_(point) {
    for (const Finding& finding : findings) {
      if (is_in_median(finding)) continue;
      explained_.insert(finding.iterations.begin(), finding.iterations.end());
      if (finding.iterations.empty()) cost_ += finding.cost_ns.value_or(0) * static_cast<double>(point.rows.size());
    }
  }

  Unexplained made() {
    Unexplained account;
    account.id = point_.times.header.id;
    account.label = point_label(point_.times.header);
    account.ranks = point_.ranks();
    std::vector<std::int64_t> whole;
    for (const SplitIteration& row : point_.rows) {
      if (counts(row)) whole.push_back(row.whole);
    }
    account.n = whole.size();
    if (whole.empty()) return account;
    for (const std::int64_t each : whole) account.time += each;
    account.median = median_of(std::move(whole));
    add_shares(account);
    account.smallest = sensitivity_of(point_, account.time);
    account.told = account.by_long >= kTellLong || account.share >= kTellAll;
    if (account.told) add_longest(account);
    return account;
  }

 private:
  void add_shares(Unexplained& account) {
    double beyond = 0, left = 0, by_long = 0;
    for (std::size_t row = 0; row < point_.rows.size(); ++row) {
      const SplitIteration& split = point_.rows[row];
      if (!counts(split) || split.whole <= account.median) continue;
      const auto more = static_cast<double>(split.whole - account.median);
      beyond += more;
      if (explained_.contains(split.iteration)) continue;
      left += more;
      rows_.push_back(row);
      if (split.whole > kLong * account.median) by_long += more;
    }
    const auto time = static_cast<double>(std::max<std::int64_t>(1, account.time));
    account.beyond = beyond / time;
    account.share = std::max(0.0, left - cost_) / time;
    account.by_long = std::max(0.0, by_long - cost_) / time;
  }

  void add_longest(Unexplained& account) {
    if (account.by_long >= kTellLong)
      std::erase_if(rows_, [&](std::size_t row) { return point_.rows[row].whole <= kLong * account.median; });
    const std::vector<std::size_t> longest = longest_of(point_, rows_, account.median);
    const TimeCourse course = time_course(point_);
    account.longest = long_iterations(point_, longest, account.median, off_cpu_times(point_));
    account.where = long_iterations_text(point_, account.longest);
    account.end = course.end;
    for (const std::size_t row : longest) {
      const std::int64_t whole = point_.rows[row].whole, begin = course.steps[row].begin;
      account.shortest_ns = account.shortest_ns == 0 ? whole : std::min(account.shortest_ns, whole);
      if (whole <= account.longest_ns) continue;
      account.longest_ns = whole;
      account.longest_at = begin;
      account.longest_iteration = point_.rows[row].iteration;
    }
    if (longest.empty()) return;
    account.from = course.steps[longest.front()].begin;
    account.until = course.steps[longest.back()].begin;
    account.advice = advice(account);
  }

  std::string advice(const Unexplained& account) const {
    std::vector<std::string> ways;
    const std::size_t events = fewest_events(point_.ranks());
    if (account.longest.n < events) {
      const double times = 1.5 * static_cast<double>(events) / static_cast<double>(account.longest.n);
      ways.push_back(fmt::format("--iterations {} for the {} or more of them that a test needs",
                                 rounded_up(times * static_cast<double>(point_.times.iterations)), events));
    }
    if (point_.times.processor_enter.empty())
      ways.emplace_back("--evidence full, to see whether a rank was off its processor");
    if (2 * account.longest.inside > account.longest.n)
      ways.emplace_back(point_.ranks() > 2 ? "--suite pairs, to see which ranks they are"
                                           : "--suite pairs on three ranks or more, to see which rank it is");
    if (ways.empty()) ways.emplace_back("--suite noise, to see what interrupts the cores");
    return join(ways, "; ");
  }

  static std::size_t rounded_up(double count) {
    const double unit = std::pow(10.0, std::floor(std::log10(std::max(1.0, count))));
    return static_cast<std::size_t>(std::ceil(count / unit) * unit);
  }

  const Decomposition& point_;
  std::set<std::size_t> explained_;
  double cost_ = 0;  // of findings that name no iterations
  std::vector<std::size_t> rows_;
};

}  // namespace

Unexplained unexplained_of(const Decomposition& point, const std::vector<Finding>& findings) {
  return Account(point, findings).made();
}

}  // namespace syncbench::analysis
