#include "analysis/explain/observed.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "analysis/render/json_values.hpp"
#include "analysis/run/attributes.hpp"
#include "analysis/run/decomposition.hpp"
#include "analysis/run/run_report.hpp"
#include "harness/core/error.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

// One operation's time in a point whose operations wait for each other.
struct OperationTime {
  MeanInterval nanos;
  double operations_apart = 0;  // |log| of how far its number of operations is from the user's
};

// By bytes of one operation; of points of the same size the one that is nearest in operations.
using TimesBySize = std::map<double, OperationTime>;

void add(TimesBySize& times, const PointReport& point, const Observation& observed) {
  const auto& attributes = point.header.attributes;
  const auto pieces = static_cast<double>(std::max<std::int64_t>(1, whole_attribute(attributes, "pieces").value_or(1)));
  const auto bytes = static_cast<double>(whole_attribute(attributes, "bytes_send").value_or(0));
  const QuantileEstimate& median = point.statistics.subjects.front().quantiles.front();
  if (!median.carried() || bytes <= 0) return;
  if (has_injected_lateness(point.header)) return;
  const auto share = [&](Nanos time) { return static_cast<double>(time.count()) / pieces; };
  const OperationTime mine{{share(median.value), share(median.lower), share(median.upper)},
                           std::abs(std::log(pieces / static_cast<double>(observed.operations)))};
  const auto [found, is_new] = times.try_emplace(bytes / pieces, mine);
  if (!is_new && mine.operations_apart < found->second.operations_apart) found->second = mine;
}

MeanInterval between(const MeanInterval& a, const MeanInterval& b, double part) {
  const auto mixed = [part](double x, double y) { return x + part * (y - x); };
  return {mixed(a.mean, b.mean), mixed(a.lower, b.lower), mixed(a.upper, b.upper)};
}

MeanInterval times(const MeanInterval& one, double count) {
  return {count * one.mean, count * one.lower, count * one.upper};
}

// One launch's interval says nothing of the next, whose median may lie that much higher on a quiet machine.
constexpr double kLaunchesDiffer = 1.1;

bool is_explained(const Observation& observed, const Bisection& bisection) {
  return observed.nanos <= kLaunchesDiffer * bisection.library_ns.upper;
}

}  // namespace

double parse_duration_ns(const std::string& option, const std::string& text) {
  for (const auto& [unit, factor] :
       {std::pair<const char*, double>{"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"", 1}}) {
    if (!text.ends_with(unit)) continue;
    const auto number = parse_number(text.substr(0, text.size() - std::string_view(unit).size()));
    if (number && *number > 0) return *number * factor;
  }
  throw Error(ExitCode::usage, fmt::format("explain: {} takes a time such as 217ms, not '{}'", option, text));
}

std::optional<Bisection> bisect(const std::filesystem::path& file, const Selection& selection,
                                const Observation& observed) {
  TimesBySize by_size;
  for (const RunReport& run : run_reports({{file.string()}, selection, Subject::point, {kP50}})) {
    for (const PointReport& point : run.points) {
      const auto& attributes = point.header.attributes;
      if (point.measured && text_attribute(attributes, "backend") != "null" &&
          text_attribute(attributes, "policy") == "serial")
        add(by_size, point, observed);
    }
  }
  if (by_size.empty()) return std::nullopt;
  const auto count = static_cast<double>(observed.operations);
  const double size = observed.bytes / count;
  const auto above = by_size.lower_bound(size);
  if (above == by_size.end() || (above == by_size.begin() && above->first != size)) {
    const auto& nearest = above == by_size.end() ? *by_size.rbegin() : *above;
    // Beyond the largest size time grows with bytes; below the smallest it does not shrink.
    const double growth = above == by_size.end() ? size / nearest.first : 1;
    return Bisection{fmt::format("operations of {}", bytes_text(nearest.first)),
                     times(nearest.second.nanos, count * growth), true};
  }
  if (above->first == size)
    return Bisection{fmt::format("operations of {}", bytes_text(size)), times(above->second.nanos, count), false};
  const auto below = std::prev(above);
  const double part = (size - below->first) / (above->first - below->first);
  return Bisection{fmt::format("operations of {} and {}", bytes_text(below->first), bytes_text(above->first)),
                   times(between(below->second.nanos, above->second.nanos, part), count), false};
}

std::string bisection_text(const Observation& observed, const std::optional<Bisection>& bisection) {
  if (!bisection) return "the run has no serial operation to hold your number against";
  const auto millis = [](double nanos) { return fmt::format("{:.3g} ms", nanos / 1e6); };
  const MeanInterval& library = bisection->library_ns;
  std::string text = fmt::format(
      "{} operation{} of {} in all took you {}: the library needs {} for this, {} (by this run's {}{})",
      observed.operations, observed.operations == 1 ? "" : "s", bytes_text(observed.bytes), millis(observed.nanos),
      millis(library.mean), limits_text(millis(library.lower), millis(library.upper)), bisection->basis,
      bisection->extrapolated ? ", beyond the sizes that were measured" : "");
  if (is_explained(observed, *bisection))
    return text + "; your number is explained by it, as far as launches are alike (10 %)";
  return text + fmt::format("; {} lie above it: look at serialisation, skew, initialisation",
                            millis(observed.nanos - library.mean));
}

std::string observed_json(const Observation& observed, const std::vector<ObservedReport>& reports) {
  Json json{{"format", "syncbench-analyze/1"},
            {"command", "explain --observed"},
            {"confidence", 0.95},
            {"scope", "launch"},
            {"observed_ns", observed.nanos},
            {"bytes", observed.bytes},
            {"operations", observed.operations}};
  json["files"] = Json::array();
  for (const ObservedReport& report : reports) {
    Json one{{"file", report.file.string()}, {"library_ns", nullptr}};
    if (report.bisection) {
      one["library_ns"] = interval_json(report.bisection->library_ns);
      one["above_ns"] = std::max(0.0, observed.nanos - report.bisection->library_ns.mean);
      one["explained"] = is_explained(observed, *report.bisection);
      one["basis"] = report.bisection->basis;
      one["extrapolated"] = report.bisection->extrapolated;
    }
    json["files"].push_back(std::move(one));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace syncbench::analysis
