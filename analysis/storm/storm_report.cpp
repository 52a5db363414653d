#include "analysis/storm/storm_report.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "analysis/run/attributes.hpp"
#include "analysis/run/require_match.hpp"
#include "analysis/storm/storm_sentences.hpp"
#include "harness/core/error.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kFewestPieceCounts = 3;

std::string text(const PointSeries& point, std::string_view key) {
  return text_attribute(point.header.attributes, key);
}

std::int64_t whole(const PointSeries& point, std::string_view key) {
  return whole_attribute(point.header.attributes, key).value_or(0);
}

std::string label_of(const PointSeries& point) {
  std::string label = fmt::format("{} {} on {}", text(point, "operation"), text(point, "type"), text(point, "backend"));
  const std::string model = text(point, "model");
  if (!model.empty())
    label += fmt::format(", {}, {} of {}", model, text(point, "fraction"),
                         text(point, "fraction_of") == "tensor" ? "each tensor" : "the model");
  return label;
}

bool is_sweep(const PointSeries& point) { return text(point, "part") == "sweep"; }

// The operation's points, whatever their sizes: storms find their sweep and their best rate by it.
std::string operation_key(const PointSeries& point) {
  return fmt::format("{}/{}/{}/{}/{}", text(point, "operation"), text(point, "type"), text(point, "backend"),
                     text(point, "start"), text(point, "buffers"));
}

using Pointers = std::vector<const PointSeries*>;

Pointers with_samples(const std::vector<PointSeries>& all) {
  Pointers pointers;
  for (const PointSeries& each : all) {
    if (each.n > 0 && each.median > 0) pointers.push_back(&each);
  }
  return pointers;
}

// Bytes a nanosecond, the best of each operation's points.
std::map<std::string, double> best_rates(const Pointers& points) {
  std::map<std::string, double> best;
  for (const PointSeries* point : points) {
    double& rate = best[operation_key(*point)];
    rate = std::max(rate, static_cast<double>(whole(*point, "bytes_send")) / point->median);
  }
  return best;
}

Sweep sweep_of(Pointers points) {
  std::sort(points.begin(), points.end(), [](const PointSeries* a, const PointSeries* b) {
    return whole(*a, "bytes_send") < whole(*b, "bytes_send");
  });
  Sweep sweep;
  sweep.label = label_of(*points.front());
  for (const PointSeries* point : points) {
    const auto bytes = static_cast<double>(whole(*point, "bytes_send"));
    if (sweep.sizes.empty() || bytes > sweep.sizes.back().bytes) sweep.sizes.push_back({bytes, point->median});
  }
  sweep.segments = latency_segments(sweep.sizes);
  for (const LatencySegment& segment : sweep.segments) {
    if (segment.fits()) sweep.half_bandwidth_bytes = segment.alpha_ns / segment.beta_ns_per_byte;
  }
  return sweep;
}

// A group's points by policy and pieces.
class StormPoints {
 public:
  explicit StormPoints(const Pointers& points) {
    for (const PointSeries* point : points) by_[{policy_of(point->header.attributes), whole(*point, "pieces")}] = point;
  }

  const PointSeries* find(const std::string& policy, std::int64_t pieces) const {
    const auto found = by_.find({policy, pieces});
    return found == by_.end() ? nullptr : found->second;
  }

  std::set<std::string> policies() const {
    std::set<std::string> names;
    for (const auto& [key, point] : by_) names.insert(key.first);
    return names;
  }

  Pointers of(const std::string& policy) const {
    Pointers points;
    for (const auto& [key, point] : by_) {
      if (key.first == policy) points.push_back(point);
    }
    return points;
  }

 private:
  std::map<std::pair<std::string, std::int64_t>, const PointSeries*> by_;
};

std::optional<MeanInterval> price_of(const PointSeries& storm, const PointSeries& fused) {
  auto logs =
      over_blocks({&storm.blocks, &fused.blocks}, [](const std::vector<double>& t) { return std::log(t[1] / t[0]); });
  if (!logs) return std::nullopt;
  return MeanInterval{1 - std::exp(logs->mean), 1 - std::exp(logs->upper), 1 - std::exp(logs->lower)};
}

StormRow row_of(const PointSeries& point, const StormPoints& storm, double best_rate) {
  StormRow row;
  row.id = point.header.id;
  row.policy = policy_of(point.header.attributes);
  row.pieces = whole(point, "pieces");
  const auto bytes = static_cast<double>(whole(point, "bytes_send"));
  row.piece_bytes = bytes / static_cast<double>(std::max<std::int64_t>(1, row.pieces));
  row.n = point.n;
  row.median_ns = point.median;
  if (best_rate > 0) row.rate_share = bytes / point.median / best_rate;
  const PointSeries* single = storm.find("serial", 1);
  if (single != nullptr && !single->blocks.unsteady && !point.blocks.unsteady)
    row.times_single = point.median / single->median;
  const PointSeries* fused = storm.find("fused", row.pieces);
  if (fused == nullptr || fused == &point || row.pieces == 1) return row;
  row.fused_ns = fused->median;
  row.price = price_of(point, *fused);
  return row;
}

double slope(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / n;
    mean_y += y[i] / n;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  return xy / xx;
}

// The slope of time over pieces, block by block.
OperationCost cost_of(const std::string& policy, const Pointers& points) {
  OperationCost cost;
  cost.policy = policy;
  std::vector<double> pieces;
  std::vector<const BlockMedians*> blocks;
  for (const PointSeries* point : points) {
    cost.pieces.push_back(whole(*point, "pieces"));
    pieces.push_back(static_cast<double>(cost.pieces.back()));
    blocks.push_back(&point->blocks);
    const double bytes = static_cast<double>(whole(*point, "bytes_send")) / pieces.back();
    cost.least_bytes = cost.least_bytes == 0 ? bytes : std::min(cost.least_bytes, bytes);
    cost.most_bytes = std::max(cost.most_bytes, bytes);
  }
  cost.nanos = over_blocks(blocks, [&pieces](const std::vector<double>& times) { return slope(pieces, times); });
  return cost;
}

// The protocol segment in which a message of that size lies.
std::size_t segment_of(const Sweep* sweep, double bytes) {
  if (sweep == nullptr) return 0;
  std::size_t segment = 0;
  while (segment + 1 < sweep->segments.size() && bytes > sweep->segments[segment].last_bytes) ++segment;
  return segment;
}

std::vector<OperationCost> costs_of(const StormPoints& storm, const Sweep* sweep) {
  std::vector<OperationCost> costs;
  for (const std::string& policy : storm.policies()) {
    if (policy == "fused" || policy.starts_with("bucketed")) continue;
    std::map<std::size_t, Pointers> by_segment;
    for (const PointSeries* point : storm.of(policy)) {
      const auto pieces = static_cast<double>(whole(*point, "pieces"));
      by_segment[segment_of(sweep, static_cast<double>(whole(*point, "bytes_send")) / pieces)].push_back(point);
    }
    for (const auto& [segment, points] : by_segment) {
      if (points.size() >= kFewestPieceCounts) costs.push_back(cost_of(policy, points));
    }
  }
  return costs;
}

Storm storm_of(const Pointers& points, const Sweep* sweep, double best_rate) {
  const StormPoints storm(points);
  Storm result;
  result.label = label_of(*points.front());
  result.bytes = whole(*points.front(), "bytes_send");
  for (const std::string& policy : storm.policies()) {
    for (const PointSeries* point : storm.of(policy)) result.rows.push_back(row_of(*point, storm, best_rate));
  }
  result.costs = costs_of(storm, sweep);
  return result;
}

std::vector<FractionRow> fractions_of(const Pointers& points) {
  std::map<std::string, Pointers> groups;
  for (const PointSeries* point : points) {
    if (point->header.attributes.contains("fraction"))
      groups[factors_without(point->header.attributes,
                             {"fraction", "fraction_of", "bytes_send", "bytes_receive", "pieces"})]
          .push_back(point);
  }
  std::vector<FractionRow> rows;
  for (const auto& [key, group] : groups) {
    const auto whole_model = std::find_if(group.begin(), group.end(),
                                          [](const PointSeries* point) { return text(*point, "fraction") == "1"; });
    for (const PointSeries* point : group) {
      FractionRow row;
      row.label = fmt::format("{} {} on {}, {}", text(*point, "operation"), text(*point, "type"),
                              text(*point, "backend"), text(*point, "model"));
      row.policy = policy_of(point->header.attributes);
      row.of = text(*point, "fraction_of");
      row.fraction = std::strtod(text(*point, "fraction").c_str(), nullptr);
      row.pieces = whole(*point, "pieces");
      row.bytes = whole(*point, "bytes_send");
      row.median_ns = point->median;
      if (whole_model != group.end() && *whole_model != point) {
        const auto logs = over_blocks({&point->blocks, &(*whole_model)->blocks},
                                      [](const std::vector<double>& t) { return std::log(t[0] / t[1]); });
        if (logs) row.share = MeanInterval{std::exp(logs->mean), std::exp(logs->lower), std::exp(logs->upper)};
      }
      rows.push_back(std::move(row));
    }
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const FractionRow& a, const FractionRow& b) { return a.fraction > b.fraction; });
  return rows;
}

}  // namespace

std::optional<StormReport> storm_report_if_any(const std::filesystem::path& file, const Selection& selection) {
  const std::vector<PointSeries> all = read_selected(results::RunReader(file), "smallpkt", selection);
  const Pointers points = with_samples(all);
  std::map<std::string, Pointers> sweeps, storms;
  for (const PointSeries* point : points) {
    if (is_sweep(*point)) {
      sweeps[operation_key(*point)].push_back(point);
    } else if (whole(*point, "pieces") > 0) {
      storms[factors_without(point->header.attributes,
                             {"policy", "bucket_first", "bucket_limit", "compute_ns", "pieces"})]
          .push_back(point);
    }
  }
  StormReport report{file, {}, {}, fractions_of(points), {}};
  std::map<std::string, const Sweep*> sweep_by_operation;
  report.sweeps.reserve(sweeps.size());
  for (const auto& [key, group] : sweeps) {
    report.sweeps.push_back(sweep_of(group));
    sweep_by_operation[key] = &report.sweeps.back();
  }
  const auto rates = best_rates(points);
  for (const auto& [key, group] : storms) {
    const std::string operation = operation_key(*group.front());
    const auto sweep = sweep_by_operation.find(operation);
    report.storms.push_back(
        storm_of(group, sweep == sweep_by_operation.end() ? nullptr : sweep->second, rates.at(operation)));
  }
  if (report.sweeps.empty() && report.storms.empty()) return std::nullopt;
  report.sentences = storm_sentences(report);
  if (auto unsteady = unsteady_sentence(unsteady_ids(all))) report.sentences.push_back(*std::move(unsteady));
  return report;
}

StormReport storm_report(const std::filesystem::path& file, const Selection& selection) {
  require_a_match(file, selection);
  auto report = storm_report_if_any(file, selection);
  if (report) return *std::move(report);
  throw Error(ExitCode::data, fmt::format("{}: has no measured storm and no size sweep; measure one with: syncbench "
                                          "--suite smallpkt --smallpkt.pieces 1,137 --smallpkt.total 1960000",
                                          file.string()));
}

}  // namespace syncbench::analysis
