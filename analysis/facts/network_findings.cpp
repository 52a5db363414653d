#include "analysis/facts/network_findings.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "analysis/run/attributes.hpp"
#include "harness/core/collective.hpp"
#include "harness/core/link_load.hpp"
#include "harness/core/median_interval.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kMostLost = 0.001;  // of segments sent
constexpr double kFewestLost = 10;   // below that a share says nothing
constexpr double kFewestRefused = 10;
constexpr std::int64_t kSmallSegment = 1'200;  // bytes; what overlays and tunnels leave of 1500 is more
constexpr std::int64_t kHeaders = 52;          // of IPv4 and TCP with timestamps
constexpr std::int64_t kLargeBytes = 32 << 10;
constexpr double kSlowRate = 12.5e6;  // bytes a second, 100 Mbit/s
// Of what crosses a link in one direction at most (most_buffers_over_a_link): in and out, twice.
constexpr double kMostPasses = 4;

// Duplicates that the other side reports as received twice were not lost on the way there.
void add_losses(const NodeFacts& node, std::vector<Finding>& findings) {
  const double sent = node.growth("tcp.OutSegs"), again = node.growth("tcp.RetransSegs");
  if (again < kFewestLost || again <= kMostLost * sent) return;
  const double twice = node.growth("tcp.TCPDSACKRecv");
  std::string direction;
  if (twice > 0) {
    const double out = std::max(0.0, again - twice);
    direction = out >= again / 2
                    ? fmt::format("; {:.0f} of them were lost on the way out", out)
                    : "; most had arrived all the same, so it is acknowledgements on the way in that get lost or late";
  }
  findings.push_back(
      finding_about(node, Cause::network, Weight::finding,
                    fmt::format("{} sent {:.0f} of {:.0f} TCP segments again ({}){}", node.host, again, sent,
                                percent_text(again / sent), direction),
                    "look at this node's link: cable, switch port, queue length, another job's traffic"));
}

// Segments that ranks of one node sent to another node's, and those of them that were sent again.
struct Way {
  const NodeFacts* from = nullptr;
  const NodeFacts* to = nullptr;
  double sent = 0, again = 0;
};

std::vector<Way> ways_between(const std::vector<NodeFacts>& nodes) {
  std::map<std::string, const NodeFacts*> by_address;
  for (const NodeFacts& node : nodes) {
    for (const auto& [peer, address] : connections_with(node.end, "volatile", ".own_address"))
      by_address[address] = &node;
  }
  std::vector<Way> ways;
  for (const NodeFacts& node : nodes) {
    for (const auto& [peer, again] : connections_with(node.end, "counter", ".total_retrans")) {
      const auto to = by_address.find(peer.substr(peer.find(".tcp.") + 5));
      if (to == by_address.end() || to->second == &node) continue;
      const auto sent = parse_number(fact(node.end, "counter", peer + ".segs_out").value_or(""));
      ways.push_back({&node, to->second, sent.value_or(0), parse_number(again).value_or(0)});
    }
  }
  return ways;
}

// What was sent again to a node and by it, with each of its partners.
struct Losses {
  double to = 0, to_sent = 0, from = 0, from_sent = 0;
  std::set<std::string> partners;  ///< that lose more than usual with it

  std::string told(const std::string& host) const {
    const bool arriving = to >= from;
    return fmt::format(
        "{} loses what {}: {} of {} TCP segments {} were sent again ({}), and hardly any between the others", host,
        arriving ? "arrives there" : "it sends", arriving ? to : from, arriving ? to_sent : from_sent,
        arriving ? fmt::format("to it from {}", join({partners.begin(), partners.end()}, ", "))
                 : fmt::format("from it to {}", join({partners.begin(), partners.end()}, ", ")),
        percent_text(arriving ? to / to_sent : from / from_sent));
  }
};

// A node that nearly all that was sent again went to or came from, with several partners that reach each other well:
// it is there that segments get lost. Nothing with two nodes, where a way has two ends.
std::optional<Finding> lossy_node(const std::vector<NodeFacts>& nodes) {
  constexpr double kNearlyAll = 0.9;
  double again = 0;
  std::map<const NodeFacts*, Losses> losses;
  for (const Way& each : ways_between(nodes)) {
    again += each.again;
    Losses &there = losses[each.to], &here = losses[each.from];
    there.to += each.again;
    there.to_sent += each.sent;
    here.from += each.again;
    here.from_sent += each.sent;
    if (each.again <= kMostLost * each.sent) continue;
    there.partners.insert(each.from->host);
    here.partners.insert(each.to->host);
  }
  if (again < kFewestLost) return std::nullopt;
  for (const auto& [node, each] : losses) {
    if (each.partners.size() < 2 || each.to + each.from < kNearlyAll * again) continue;
    Finding finding = finding_about(*node, Cause::network, Weight::finding, each.told(node->host),
                                    "look at this node's link: cable, switch port, queues, another job's traffic");
    finding.certain = true;
    return finding;
  }
  return std::nullopt;
}

void add_refused(const NodeFacts& node, std::vector<Finding>& findings) {
  const double refused = node.growth("tcp.AttemptFails");
  if (refused < kFewestRefused) return;
  findings.push_back(finding_about(node, Cause::network, Weight::note,
                                   fmt::format("{} had {:.0f} connections refused or given up", node.host, refused),
                                   "look at firewalls and at the interfaces that the library was told to use"));
}

// The segment sizes of a node's own connections, "10.77.0.2" to 1448.
std::map<std::string, std::int64_t> segments_of(const NodeFacts& node) {
  std::map<std::string, std::int64_t> sizes;
  for (const auto& [peer, value] : connections_with(node.end, "volatile", ".mss")) {
    const auto size = parse_whole(value);
    if (!size || *size <= 0) continue;
    const auto known = sizes.emplace(peer.substr(peer.find(".tcp.") + 5), *size).first;
    known->second = std::min(known->second, *size);
  }
  return sizes;
}

// The node that has small segments towards everyone is the place; where both ends of one path have them, either may be.
void add_small_segments(const std::vector<NodeFacts>& nodes, std::vector<Finding>& findings) {
  struct Small {
    const NodeFacts* node;
    std::string peer;
    std::int64_t size;
    bool everywhere;
  };
  std::vector<Small> all;
  for (const NodeFacts& node : nodes) {
    const auto sizes = segments_of(node);
    const auto least =
        std::min_element(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    if (least == sizes.end() || least->second >= kSmallSegment) continue;
    const bool everywhere =
        std::all_of(sizes.begin(), sizes.end(), [](const auto& each) { return each.second < kSmallSegment; });
    all.push_back({&node, least->first, least->second, everywhere && sizes.size() > 1});
  }
  if (all.empty()) return;
  const bool some_everywhere = std::any_of(all.begin(), all.end(), [](const Small& each) { return each.everywhere; });
  if (some_everywhere) std::erase_if(all, [](const Small& each) { return !each.everywhere; });
  Finding finding;
  finding.cause = Cause::network;
  finding.certain = true;
  std::vector<std::string> parts;
  for (const Small& each : all) {
    parts.push_back(fmt::format("{} talks to {} in segments of {} B", each.node->host,
                                each.everywhere ? "everyone" : each.peer, each.size));
    finding.hosts.push_back(each.node->host);
    finding.evidence.push_back(each.node->path + "/end");
  }
  finding.what = fmt::format("{}: an MTU of about {} on that path (1500 is usual), so every message takes more packets",
                             join(parts, ", "), all.front().size + kHeaders);
  finding.advice = "compare the MTU of both interfaces and of what lies between them (ip link, tracepath)";
  findings.push_back(std::move(finding));
}

bool is_between_nodes(const PointTimes& times) {
  return std::adjacent_find(times.nodes.begin(), times.nodes.end(), std::not_equal_to<>()) != times.nodes.end();
}

}  // namespace

std::vector<Finding> network_findings(const std::vector<NodeFacts>& nodes) {
  std::vector<Finding> findings;
  auto lossy = lossy_node(nodes);
  for (const NodeFacts& node : nodes) {
    if (!lossy) add_losses(node, findings);
    add_refused(node, findings);
  }
  if (lossy) findings.push_back(*std::move(lossy));
  add_small_segments(nodes, findings);
  return findings;
}

std::vector<Finding> slow_link_findings(const Decomposition& point) {
  const auto& attributes = point.times.header.attributes;
  const auto bytes = whole_attribute(attributes, "bytes_send").value_or(0);
  if (point.rows.empty() || bytes < kLargeBytes || !is_between_nodes(point.times)) return {};
  if (whole_attribute(attributes, "pieces").value_or(1) != 1) return {};
  std::vector<std::int64_t> times;
  for (const SplitIteration& row : point.rows) times.push_back(row.after_last);
  const auto interval = median_interval(std::move(times));
  if (!interval || interval->lower <= 0) return {};
  const auto collective = value_named<Collective>(text_attribute(attributes, "operation"));
  if (!collective) return {};
  const double crossing = static_cast<double>(bytes) * most_buffers_over_a_link(*collective, point.times.nodes);
  const double rate = 1e9 * crossing / static_cast<double>(interval->median);
  if (kMostPasses * 1e9 * crossing / static_cast<double>(interval->lower) > kSlowRate) return {};
  Finding finding;
  finding.cause = Cause::network;
  finding.certain = true;
  finding.what = fmt::format(
      "the network between the nodes is slow: {} of {} took {} µs, {:.2g} MB/s over one link at most; a link of 1 "
      "Gbit/s carries 125",
      text_attribute(attributes, "operation"), bytes_text(static_cast<double>(bytes)),
      micros_text(static_cast<double>(interval->median)), rate / 1e6);
  finding.hosts = point.times.hosts;
  std::sort(finding.hosts.begin(), finding.hosts.end());
  finding.hosts.erase(std::unique(finding.hosts.begin(), finding.hosts.end()), finding.hosts.end());
  if (finding.hosts.size() == 2) finding.link = finding.hosts[0] + "-" + finding.hosts[1];
  const std::string path = "/points/" + point.times.header.id;
  finding.evidence = {path + "/enter", path + "/leave"};
  finding.advice = finding.hosts.size() == 2
                       ? "look at the speed that the link came up with and at limits on either node; a third node and "
                         "the suite pairs tell which"
                       : "run the suite pairs, which tells which node or link it is";
  return {finding};
}

}  // namespace syncbench::analysis
