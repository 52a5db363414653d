#include "analysis/pairs/datagram_findings.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/pairs/pairs_report.hpp"
#include "analysis/render/amounts.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kMostLost = 0.05;
constexpr double kTimesOthers = 4;
constexpr std::size_t kMostNamed = 4;  // ways in one sentence

using Paths = std::vector<const DatagramPath*>;

const std::string& host_of(const PairsReport& report, Rank rank) {
  return report.ranks.at(static_cast<std::size_t>(rank.value)).host;
}

double lost_share(const DatagramPath& path) {
  return 1 - static_cast<double>(path.received) / static_cast<double>(path.sent);
}

std::string way(const PairsReport& report, const DatagramPath& path) {
  return rank_name(report, path.from) + "→" + rank_name(report, path.to);
}

std::string ways(const PairsReport& report, const Paths& paths) {
  std::vector<std::string> names;
  for (const DatagramPath* path : paths) {
    if (names.size() == kMostNamed) {
      names.push_back(fmt::format("{} more", paths.size() - kMostNamed));
      break;
    }
    names.push_back(way(report, *path));
  }
  return join(names, ", ");
}

Finding about(const PairsReport& report, const Paths& paths, Weight weight, std::string what, std::string advice) {
  Finding finding;
  finding.cause = Cause::network;
  finding.weight = weight;
  finding.what = std::move(what);
  finding.advice = std::move(advice);
  for (const DatagramPath* path : paths) {
    finding.evidence.push_back("/points/" + path->id);
    for (const Rank rank : {path->from, path->to}) {
      if (std::find(finding.ranks.begin(), finding.ranks.end(), rank.value) != finding.ranks.end()) continue;
      finding.ranks.push_back(rank.value);
      finding.hosts.push_back(host_of(report, rank));
    }
  }
  if (paths.size() == 1) finding.link = host_of(report, paths[0]->from) + "–" + host_of(report, paths[0]->to);
  return finding;
}

void add_silent(const PairsReport& report, std::vector<Finding>& findings) {
  Paths silent;
  for (const DatagramPath& path : report.measured.datagrams) {
    if (path.received == 0) silent.push_back(&path);
  }
  if (silent.empty()) return;
  findings.push_back(about(report, silent, Weight::finding,
                           fmt::format("no datagram came through on {}", ways(report, silent)),
                           "look for a firewall that drops UDP, and at the interfaces' MTUs"));
}

void add_losing(const PairsReport& report, std::vector<Finding>& findings) {
  const auto& paths = report.measured.datagrams;
  const bool shared = std::any_of(report.measured.times.begin(), report.measured.times.end(),
                                  [](const PairTimes& times) { return times.yields; });
  std::vector<double> shares;
  for (const DatagramPath& path : paths) shares.push_back(lost_share(path));
  std::sort(shares.begin(), shares.end());
  const double usual = shares.empty() ? 0 : shares[(shares.size() - 1) / 2];
  for (const DatagramPath& path : paths) {
    const double lost = lost_share(path);
    if (path.received == 0 || lost <= std::max(kMostLost, kTimesOthers * usual)) continue;
    findings.push_back(
        about(report, {&path}, shared ? Weight::note : Weight::finding,
              fmt::format("{} loses datagrams: {} of {} ({}); the typical way loses {}", way(report, path),
                          path.sent - path.received, path.sent, percent_text(lost), percent_text(usual)),
              "look at this way's cables, switch ports and queues, and at the receiver's socket buffer"));
  }
}

void add_narrow(const PairsReport& report, bool between_nodes, std::vector<Finding>& findings) {
  std::int64_t widest = 0, narrowest = 0;
  Paths narrow;
  const auto matters = [&](const DatagramPath& path) {
    return path.mtu > 0 && (host_of(report, path.from) != host_of(report, path.to)) == between_nodes;
  };
  for (const DatagramPath& path : report.measured.datagrams) {
    if (matters(path)) widest = std::max(widest, path.mtu);
  }
  for (const DatagramPath& path : report.measured.datagrams) {
    if (!matters(path) || path.mtu == widest) continue;
    narrow.push_back(&path);
    narrowest = narrow.size() == 1 ? path.mtu : std::min(narrowest, path.mtu);
  }
  if (narrow.empty()) return;
  findings.push_back(about(report, narrow, Weight::note,
                           fmt::format("the path's MTU is down to {} B on {}, against {} B on the widest way",
                                       narrowest, ways(report, narrow), widest),
                           "make the MTU the same on all interfaces and switches"));
}

}  // namespace

std::string rank_name(const PairsReport& report, Rank rank) {
  const PairPlace& place = report.ranks.at(static_cast<std::size_t>(rank.value));
  const bool alone = std::all_of(report.nodes.begin(), report.nodes.end(),
                                 [](const PairPlace& node) { return node.ranks.size() == 1; });
  return alone ? place.host : place.name;
}

std::vector<Finding> datagram_findings(const PairsReport& report) {
  std::vector<Finding> findings;
  add_silent(report, findings);
  add_losing(report, findings);
  add_narrow(report, true, findings);
  add_narrow(report, false, findings);
  return findings;
}

}  // namespace syncbench::analysis
