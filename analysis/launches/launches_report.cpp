#include "analysis/launches/launches_report.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "analysis/init/init_report.hpp"
#include "analysis/launches/launch_identity.hpp"
#include "analysis/launches/launch_sentences.hpp"
#include "analysis/render/amounts.hpp"
#include "analysis/run/attributes.hpp"
#include "harness/core/error.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {
namespace {

std::string millis(std::int64_t nanos) { return micros_text(static_cast<double>(nanos) / 1e3); }

// Of all launches, phase by phase: what the rank that took longest took, and who that was.
struct PhaseOverLaunches {
  std::string name, what;
  bool own = false;
  std::vector<std::int64_t> longest{};
  std::map<std::int64_t, std::size_t> ranks{};
  std::map<std::string, std::size_t> hosts{};
  std::map<std::int64_t, std::string> host_of{};

  void add(const InitReport& launch, const std::vector<std::int64_t>& ns) {
    const auto place = std::max_element(ns.begin(), ns.end());
    const auto rank = static_cast<std::size_t>(place - ns.begin());
    longest.push_back(*place);
    ++ranks[static_cast<std::int64_t>(rank)];
    ++hosts[launch.host_of(rank)];
    host_of[static_cast<std::int64_t>(rank)] = launch.host_of(rank);
  }

  LaunchPhase finished() const {
    const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto rank = std::max_element(ranks.begin(), ranks.end(), fewer);
    const auto host = std::max_element(hosts.begin(), hosts.end(), fewer);
    return {.name = name,
            .what = what,
            .own = own,
            .ns = launch_values(longest),
            .rank = {.rank = rank->first, .host = host_of.at(rank->first), .launches = rank->second},
            .node = {.rank = -1, .host = host->first, .launches = host->second}};
  }
};

struct FirstOverLaunches {
  std::string operation;
  std::vector<std::int64_t> first{}, warm{}, warm_after{};
  std::vector<double> removed{};

  void add(const WarmUp& warm_up) {
    first.push_back(warm_up.first_ns);
    warm.push_back(warm_up.warm_ns);
    if (warm_up.warm_after) warm_after.push_back(static_cast<std::int64_t>(*warm_up.warm_after));
    if (warm_up.one_call_removes) removed.push_back(*warm_up.one_call_removes);
  }

  LaunchFirst finished() const {
    LaunchFirst all{.operation = operation,
                    .first_ns = launch_values(first),
                    .warm_ns = launch_values(warm),
                    .warm_after = launch_values(warm_after),
                    .launches = first.size(),
                    .one_call_removes_median = {}};
    std::vector<double> sorted = removed;
    std::sort(sorted.begin(), sorted.end());
    if (!sorted.empty()) all.one_call_removes_median = sorted[(sorted.size() - 1) / 2];
    return all;
  }
};

constexpr std::string_view kInit = "init";

bool is_of_init(const PointReport& point) { return text_attribute(point.header.attributes, "suite") == kInit; }

class Set {
 public:
  explicit Set(const Selection& selection) : selection_(selection) {}

  void add(const std::string& file) {
    const results::RunReader reader(file);
    if (!runs_.insert(reader.header().run_id).second)
      throw Error(ExitCode::data, fmt::format("{}: is the same run as a file before it", file));
    const std::optional<InitReport> init = init_report_if_any(file, Selection());
    const LaunchIdentity identity = identity_of(reader);
    if (report_.files.empty()) begin(reader, identity, init);
    require_alike(file, identity, init);
    report_.files.emplace_back(file);
    for (const results::IndexRow& row : reader.index())
      report_.measured_init = report_.measured_init || row.suite == kInit;
    add_points(file);
    if (init) add_startup(*init);
  }

  LaunchesReport finish() {
    report_.points = points_.finish();
    for (const LaunchPoint& each : report_.points) report_.left_out += each.quantiles.front().left_out;
    for (const PhaseOverLaunches& each : phases_) report_.phases.push_back(each.finished());
    for (const FirstOverLaunches& each : first_) {
      if (!each.first.empty()) report_.first.push_back(each.finished());
    }
    if (report_.measured_init) add_startup_sentence();
    for (std::string& each : launch_sentences(report_)) report_.sentences.push_back(std::move(each));
    return std::move(report_);
  }

 private:
  void begin(const results::RunReader& reader, const LaunchIdentity& identity, const std::optional<InitReport>& init) {
    identity_ = identity;
    report_.ranks = reader.header().ranks;
    report_.nodes = reader.header().nodes;
    if (!init) return;
    report_.wrapper = true;
    for (const StartupPhase& each : init->startup.phases)
      phases_.push_back({.name = each.name, .what = phase_text(init->startup, each), .own = each.own});
    phases_.push_back({.name = "foreign", .what = "without syncbench's own"});
    phases_.push_back({.name = "total", .what = "all of it"});
    for (const FirstCalls& each : init->first) first_.push_back({.operation = each.operation});
  }

  void require_alike(const std::string& file, const LaunchIdentity& identity, const std::optional<InitReport>& init) {
    auto differs = difference(identity_, identity);
    if (!differs && !has_same_startup(init))
      differs = "has other phases, or other first points, than the files before it";
    if (differs)
      throw Error(ExitCode::data,
                  fmt::format("{}: {}; launches that are read as one set are of the same command", file, *differs));
  }

  bool has_same_startup(const std::optional<InitReport>& init) const {
    if (!init) return phases_.empty();
    const std::vector<StartupPhase>& phases = init->startup.phases;
    bool alike = phases.size() + 2 == phases_.size() && init->first.size() == first_.size();
    for (std::size_t i = 0; alike && i < phases.size(); ++i)
      alike = phases[i].name == phases_[i].name && phase_text(init->startup, phases[i]) == phases_[i].what;
    for (std::size_t i = 0; alike && i < first_.size(); ++i) alike = init->first[i].operation == first_[i].operation;
    return alike;
  }

  void add_points(const std::string& file) {
    RunReport run =
        std::move(run_reports({.files = {file}, .selection = selection_, .quantiles = launch_quantiles()}).front());
    std::erase_if(run.points, is_of_init);
    points_.add(run);
  }

  void add_startup(const InitReport& launch) {
    const StartupPhases& startup = launch.startup;
    report_.wrapper = report_.wrapper && startup.wrapper;
    for (std::size_t i = 0; i < startup.phases.size(); ++i) phases_[i].add(launch, startup.phases[i].ns);
    std::vector<std::int64_t> foreign;
    for (std::size_t rank = 0; rank < launch.ranks.size(); ++rank) foreign.push_back(startup.foreign_ns(rank));
    phases_[startup.phases.size()].add(launch, foreign);
    phases_.back().add(launch, startup.total_ns);
    for (std::size_t i = 0; i < launch.first.size(); ++i) {
      if (launch.first[i].warm_up) first_[i].add(*launch.first[i].warm_up);
    }
  }

  void add_startup_sentence() {
    if (report_.phases.size() < 2) return;
    const LaunchPhase& foreign = report_.phases[report_.phases.size() - 2];
    std::vector<const LaunchPhase*> told;
    for (const LaunchPhase& each : report_.phases) {
      if (!each.own && &each < &foreign) told.push_back(&each);
    }
    if (told.empty()) return;
    std::stable_sort(told.begin(), told.end(),
                     [](const LaunchPhase* a, const LaunchPhase* b) { return a->ns.median > b->ns.median; });
    report_.sentences.push_back(
        fmt::format("over {} launches the slowest rank needs {} ms before its first result ({} to {}, syncbench's own "
                    "left out); most "
                    "of it {}, {} ms ({} to {})",
                    report_.files.size(), millis(foreign.ns.median), millis(foreign.ns.lowest),
                    millis(foreign.ns.highest), told.front()->what, millis(told.front()->ns.median),
                    millis(told.front()->ns.lowest), millis(told.front()->ns.highest)));
  }

  const Selection& selection_;
  std::set<std::string> runs_;
  LaunchIdentity identity_;
  LaunchesReport report_;
  LaunchPoints points_;
  std::vector<PhaseOverLaunches> phases_;  // of the startup, then without syncbench's own, then all
  std::vector<FirstOverLaunches> first_;
};

}  // namespace

LaunchValues launch_values(std::vector<std::int64_t> values) {
  if (values.empty()) return {};
  const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
  return {.values = values,
          .median = median_of(values),
          .lowest = *lowest,
          .highest = *highest,
          .interval = median_interval(values)};
}

LaunchesReport launches_report(std::span<const std::string> files, const Selection& selection) {
  Set set(selection);
  for (const std::string& each : files) set.add(each);
  return set.finish();
}

}  // namespace syncbench::analysis
