#include "analysis/init/startup_phases.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "analysis/run/attributes.hpp"
#include "analysis/run/rank_samples.hpp"
#include "harness/core/error.hpp"
#include "harness/core/nanos.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::array<std::string_view, 5> kOwn{"options", "topology", "clock", "ready", "gate"};

bool is_own(std::string_view name) { return std::find(kOwn.begin(), kOwn.end(), name) != kOwn.end(); }

// One rank's phases in order; neighbouring ones of the same name are one.
struct RankWay {
  std::vector<std::pair<std::string, std::int64_t>> phases;
  std::int64_t end = 0;
  std::int64_t peers = 0;

  void add(const std::string& name, std::int64_t until) {
    if (phases.empty() || phases.back().first != name) phases.emplace_back(name, 0);
    phases.back().second += until - end;
    end = until;
  }
};

std::vector<RankWay> ways_of(const results::RunReader& reader) {
  std::vector<RankWay> ways(static_cast<std::size_t>(reader.header().ranks));
  std::vector<bool> begun(ways.size());
  for (const results::StartupRow& row : reader.header().startup_rows) {
    const auto rank = static_cast<std::size_t>(row.rank);
    if (!begun[rank]) ways[rank].end = row.when_ns;
    if (begun[rank]) ways[rank].add(row.phase, row.when_ns);
    if (row.peer >= 0) ++ways[rank].peers;
    begun[rank] = true;
  }
  return ways;
}

// The first point, if it is one whose iterations are all kept from the first on.
std::optional<results::PointHeader> first_point(const results::RunReader& reader) {
  if (reader.index().empty()) return std::nullopt;
  results::PointHeader point = reader.point(reader.index().front().id);
  const bool is_first = text_attribute(point.attributes, "suite") == "init" &&
                        text_attribute(point.attributes, "part") == "first" &&
                        text_attribute(point.attributes, "status") == "measured" && !reader.is_summary(point.id);
  if (!is_first) return std::nullopt;
  return point;
}

void add_first_result(const results::RunReader& reader, const results::PointHeader& point, StartupPhases& startup,
                      std::vector<RankWay>& ways) {
  startup.first_id = point.id;
  startup.first =
      fmt::format("{} of {} on {}", text_attribute(point.attributes, "operation"),
                  bytes_text(static_cast<double>(whole_attribute(point.attributes, "bytes_send").value_or(0))),
                  text_attribute(point.attributes, "backend"));
  for_each_rank(reader, point.id, Rank{0}, ways.size(), [&](Rank rank, const RankSamples& samples) {
    RankWay& way = ways[static_cast<std::size_t>(rank.value)];
    const bool follows =
        !samples.enter.empty() && samples.enter.front() >= way.end && samples.leave.front() >= samples.enter.front();
    if (!follows) throw Error(ExitCode::data, "the first iteration does not follow the startup");
    way.add("gate", samples.enter.front());
    way.add("first", samples.leave.front());
  });
}

void require_alike(const results::RunReader& reader, const std::vector<RankWay>& ways) {
  const auto names = [](const RankWay& way) {
    std::vector<std::string> all;
    for (const auto& [name, ns] : way.phases) all.push_back(name);
    return all;
  };
  for (std::size_t rank = 1; rank < ways.size(); ++rank) {
    if (names(ways[rank]) == names(ways.front())) continue;
    throw Error(ExitCode::data, fmt::format("{}: /run/startup has other phases for rank {} than for rank 0",
                                            reader.file().string(), rank));
  }
}

}  // namespace

std::int64_t StartupPhases::foreign_ns(std::size_t rank) const {
  std::int64_t sum = 0;
  for (const StartupPhase& each : phases) sum += each.own ? 0 : each.ns[rank];
  return sum;
}

std::size_t StartupPhases::slowest() const {
  std::size_t slowest = 0;
  for (std::size_t rank = 1; rank < total_ns.size(); ++rank) {
    if (foreign_ns(rank) > foreign_ns(slowest)) slowest = rank;
  }
  return slowest;
}

std::optional<StartupPhases> startup_phases(const results::RunReader& reader) {
  const auto& rows = reader.header().startup_rows;
  if (rows.empty()) return std::nullopt;
  std::vector<RankWay> ways = ways_of(reader);
  StartupPhases startup;
  startup.wrapper = rows.front().phase == "wrapper";
  if (const auto point = first_point(reader)) add_first_result(reader, *point, startup, ways);
  require_alike(reader, ways);
  for (std::size_t i = 0; i < ways.front().phases.size(); ++i) {
    StartupPhase& phase = startup.phases.emplace_back();
    phase.name = ways.front().phases[i].first;
    phase.own = is_own(phase.name);
    for (const RankWay& way : ways) phase.ns.push_back(way.phases[i].second);
  }
  for (const RankWay& way : ways) {
    startup.total_ns.push_back(std::accumulate(way.phases.begin(), way.phases.end(), std::int64_t{0},
                                               [](std::int64_t sum, const auto& phase) { return sum + phase.second; }));
    startup.peers = std::max(startup.peers, way.peers);
  }
  return startup;
}

std::string phase_text(const StartupPhases& startup, const StartupPhase& phase) {
  if (phase.name == "main") return startup.wrapper ? "the launcher and loading the program" : "loading the program";
  if (phase.name == "mpi-init") return "MPI_Init";
  if (phase.name == "peer") return fmt::format("connecting to {} peer{}", startup.peers, startup.peers == 1 ? "" : "s");
  if (phase.name == "communicator") return "the first communicator";
  if (phase.name == "library") return "getting the library ready";
  if (phase.name == "first") return "the first " + startup.first;
  return phase.name;
}

}  // namespace syncbench::analysis
