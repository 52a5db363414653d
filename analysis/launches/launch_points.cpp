#include "analysis/launches/launch_points.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/run/attributes.hpp"

namespace syncbench::analysis {
namespace {

std::vector<double> present(const std::vector<std::int64_t>& ns) {
  std::vector<double> values;
  for (const std::int64_t each : ns) {
    if (each != kAbsent) values.push_back(static_cast<double>(each));
  }
  return values;
}

// Empty: it takes part.
std::string reason_against(const PointReport& point) {
  if (!point.measured) return "not measured: " + point.reason;
  if (text_attribute(point.header.attributes, "steadiness") == "unsteady") return "unsteady";
  const QuantileEstimate& median = point.statistics.subjects.front().quantiles.front();
  if (median.carried()) return "";
  if (median.bracketed()) return "late starts leave only a bracket of p50";
  return fmt::format("p50 refused ({})", name_of(median.refusal));
}

// Points that have no times, such as those that listen for interruptions, are told by their own commands.
bool has_times(const PointReport& point) { return !point.measured || point.statistics.iterations > 0; }

std::optional<double> half_width_of(const QuantileEstimate& estimate) {
  if (estimate.lower.count() == kAbsent || estimate.value.count() <= 0) return std::nullopt;
  return static_cast<double>((estimate.upper - estimate.lower).count()) / 2 /
         static_cast<double>(estimate.value.count());
}

void add_estimate(const QuantileEstimate& estimate, std::size_t launch, LaunchQuantile& to) {
  to.ns.resize(launch, kAbsent);
  to.ns.push_back(estimate.value.count());
  if (const auto half = half_width_of(estimate)) to.half_widths.push_back(*half);
}

}  // namespace

std::optional<double> half_width_within(const LaunchQuantile& quantile) {
  std::vector<double> all = quantile.half_widths;
  if (all.empty()) return std::nullopt;
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>((all.size() - 1) / 2);
  std::nth_element(all.begin(), middle, all.end());
  return *middle;
}

std::vector<Quantile> launch_quantiles() { return {kP50, kP95, kP99}; }

LaunchPoint& LaunchPoints::point_like(const PointReport& point, std::map<std::string, std::size_t>& seen) {
  std::string key = factors_without(point.header.attributes, {});
  key += fmt::format("#{}", seen[key]++);  // a plan may have a point twice
  const auto [place, is_new] = place_.try_emplace(key, points_.size());
  if (is_new) {
    points_.push_back({.first = point, .quantiles = {}, .absent = {}});
    for (const Quantile each : launch_quantiles())
      points_.back().quantiles.push_back({.quantile = each, .ns = {}, .spread = {}, .half_widths = {}, .left_out = {}});
  }
  return points_[place->second];
}

void LaunchPoints::add(const RunReport& launch) {
  std::map<std::string, std::size_t> seen;
  for (const PointReport& report : launch.points) {
    if (!has_times(report)) continue;
    LaunchPoint& point = point_like(report, seen);
    if (const std::string reason = reason_against(report); !reason.empty()) {
      point.absent.push_back({.launch = launches_, .reason = reason});
      continue;
    }
    for (std::size_t i = 0; i < point.quantiles.size(); ++i)
      add_estimate(report.statistics.subjects.front().quantiles[i], launches_, point.quantiles[i]);
  }
  ++launches_;
}

std::vector<LaunchPoint> LaunchPoints::finish() {
  for (LaunchPoint& point : points_) {
    for (LaunchQuantile& quantile : point.quantiles) {
      quantile.ns.resize(launches_, kAbsent);
      const std::vector<double> values = present(quantile.ns);
      quantile.spread = launch_spread(values);
      quantile.left_out = leave_one_out(values);
    }
  }
  return std::move(points_);
}

}  // namespace syncbench::analysis
