#include "analysis/facts/interface_findings.hpp"

#include <array>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kMuchFaster = 2;            // from which on another interface is told of
constexpr std::int64_t kJobsData = 1 << 20;  // bytes; what libraries exchange to get started is less

// Of a rank's connections with one address: "rank.3.tcp.10.0.0.2" and the interface that they use.
std::map<std::string, std::string> interfaces_of_connections(const NodeFacts& node) {
  return connections_with(node.end, "volatile", ".interface");
}

std::string setting(const NodeFacts& node, const std::string& interface, const char* what) {
  return fact(node.begin, "config", fmt::format("net.{}.{}", interface, what)).value_or("");
}

bool is_loopback(const NodeFacts& node, const std::string& interface) {
  return interface == "lo" || setting(node, interface, "kind") == "loopback";
}

std::optional<double> speed_of(const NodeFacts& node, const std::string& interface) {
  const auto speed = parse_number(setting(node, interface, "speed_mbit"));
  return speed && *speed > 0 ? speed : std::nullopt;  // −1 is what the kernel says of none
}

// All interfaces that the node knows a speed of.
std::vector<std::string> interfaces_with_speed(const NodeFacts& node) {
  std::vector<std::string> names;
  const auto facts = node.begin.find("config");
  if (facts == node.begin.end()) return names;
  for (const auto& [name, value] : facts->second) {
    if (name.starts_with("net.") && name.ends_with(".speed_mbit"))
      names.push_back(name.substr(4, name.size() - 4 - std::string_view(".speed_mbit").size()));
  }
  return names;
}

// A bridge, a bond and a VLAN lead to hardware; the kernel says their hardware's speed.
std::optional<std::string> what_is_virtual(const std::string& kind) {
  static constexpr std::array kReal =
      std::to_array<std::string_view>({"", "hardware", "bond", "vlan", "loopback", "wlan"});
  for (const std::string_view each : kReal) {
    if (kind == each) return std::nullopt;
  }
  if (kind == "veth or stacked") return "a veth pair or an interface on top of another one";
  if (kind == "virtual") return "a virtual interface";
  return fmt::format("an interface of kind {}", kind);
}

// Where libraries were told what to use.
std::string orders_of(const NodeFacts& node) {
  std::string text;
  for (const char* variable : {"OMPI_MCA_btl_tcp_if_include", "OMPI_MCA_btl_tcp_if_exclude", "UCX_NET_DEVICES"}) {
    if (const auto value = fact(node.begin, "config", fmt::format("env.{}", variable)))
      text += fmt::format(" ({} is {})", variable, *value);
  }
  return text;
}

// One thing to say, and the nodes of which it is true.
struct Remark {
  Weight weight = Weight::finding;
  std::string advice;
  std::vector<const NodeFacts*> nodes;
};

class Remarks {
 public:
  void add(const NodeFacts& node, Weight weight, const std::string& what, const std::string& advice) {
    Remark& remark = by_text_[what];
    remark.weight = weight;
    remark.advice = advice;
    if (remark.nodes.empty() || remark.nodes.back() != &node) remark.nodes.push_back(&node);
  }

  std::vector<Finding> findings() const {
    std::vector<Finding> findings;
    for (const auto& [what, remark] : by_text_) {
      Finding finding;
      finding.cause = Cause::network;
      finding.weight = remark.weight;
      for (const NodeFacts* node : remark.nodes) {
        finding.hosts.push_back(node->host);
        finding.evidence.push_back(node->path + "/begin");
        finding.evidence.push_back(node->path + "/end");
      }
      finding.what = fmt::format("{} {}", names_of(finding.hosts), what);
      finding.advice = remark.advice;
      findings.push_back(std::move(finding));
    }
    return findings;
  }

 private:
  static std::string names_of(const std::vector<std::string>& hosts) {
    constexpr std::size_t kMost = 4;
    if (hosts.size() == 1) return hosts.front() + ":";
    if (hosts.size() <= kMost) return join(hosts, ", ") + ":";
    return fmt::format("{} and {} more nodes:", hosts.front(), hosts.size() - 1);
  }

  std::map<std::string, Remark> by_text_;
};

void add_faster(const NodeFacts& node, const std::string& used, Remarks& remarks) {
  const auto speed = speed_of(node, used);
  if (!speed) return;
  std::string fastest;
  double best = kMuchFaster * *speed;
  for (const std::string& other : interfaces_with_speed(node)) {
    const auto its = speed_of(node, other);
    if (!its || *its < best || is_loopback(node, other) || setting(node, other, "state") != "up") continue;
    fastest = other;
    best = *its;
  }
  if (fastest.empty()) return;
  remarks.add(
      node, Weight::finding,
      fmt::format("ranks exchange through {} of {:.0f} Mbit/s{}, while {} of {:.0f} Mbit/s is up", used, *speed,
                  orders_of(node), fastest, best),
      fmt::format("if {0} leads to the other nodes, use it: OMPI_MCA_btl_tcp_if_include={0}, UCX_NET_DEVICES={0}",
                  fastest));
}

void add_virtual(const NodeFacts& node, const std::string& used, Remarks& remarks) {
  const auto what = what_is_virtual(setting(node, used, "kind"));
  if (!what) return;
  const std::string container = fact(node.begin, "config", "process.container").value_or("none seen");
  remarks.add(node, Weight::note,
              fmt::format("ranks exchange through {}{}, {}{}: the network of a container or an overlay, which every "
                          "packet passes on top of the real one",
                          used, orders_of(node), *what,
                          container == "none seen" ? "" : fmt::format(", in a container ({})", container)),
              "compare with ranks in the host's own network (docker run --network host), or on its real interface");
}

// "infiniband.mlx5_0.1" of the first port that is up.
std::optional<std::string> infiniband_port(const NodeFacts& node) {
  const auto facts = node.begin.find("config");
  if (facts == node.begin.end()) return std::nullopt;
  for (const auto& [name, value] : facts->second) {
    static constexpr std::string_view kEnding = ".state";
    if (!name.starts_with("infiniband.") || !name.ends_with(kEnding) || value.find("ACTIVE") == std::string::npos)
      continue;
    std::string port = name.substr(0, name.size() - kEnding.size());
    if (fact(node.begin, "config", port + ".link_layer") == "InfiniBand") return port;
  }
  return std::nullopt;
}

void add_unused_infiniband(const NodeFacts& node, const std::string& used, std::int64_t bytes, Remarks& remarks) {
  const auto port = infiniband_port(node);
  if (!port || bytes < kJobsData) return;
  remarks.add(node, Weight::finding,
              fmt::format("ranks exchange by TCP through {}{}, although the InfiniBand port {} ({}) is up", used,
                          orders_of(node), port->substr(port->find('.') + 1),
                          fact(node.begin, "config", *port + ".rate").value_or("rate unknown")),
              "use a library that speaks InfiniBand (Open MPI: --mca pml ucx), and look why it does not");
}

}  // namespace

std::set<std::string> interfaces_in_use(const NodeFacts& node) {
  std::set<std::string> used;
  for (const auto& [connection, interfaces] : interfaces_of_connections(node)) {
    for (const std::string& each : split(interfaces, ',')) {
      if (!is_loopback(node, each)) used.insert(each);
    }
  }
  return used;
}

std::vector<Finding> interface_findings(const std::vector<NodeFacts>& nodes) {
  if (nodes.size() < 2) return {};
  Remarks remarks;
  for (const NodeFacts& node : nodes) {
    std::int64_t bytes = 0;
    for (const auto& [connection, interfaces] : interfaces_of_connections(node)) {
      if (is_loopback(node, interfaces)) continue;
      bytes += parse_whole(fact(node.end, "counter", connection + ".bytes_acked").value_or("")).value_or(0);
    }
    for (const std::string& used : interfaces_in_use(node)) {
      add_faster(node, used, remarks);
      add_virtual(node, used, remarks);
      add_unused_infiniband(node, used, bytes, remarks);
    }
  }
  return remarks.findings();
}

}  // namespace syncbench::analysis
