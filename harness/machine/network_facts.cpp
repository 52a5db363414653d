#include "harness/machine/network_facts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "harness/core/text.hpp"
#include "harness/machine/file_facts.hpp"

namespace syncbench::machine {
namespace {

const std::string kInterfaces = "sys/class/net";

// The last component of what a link points to, such as a driver's name.
std::optional<std::string> linked_name(const Tree& tree, const std::string& path) {
  const TextOrReason link = tree.link(path);
  const auto* const target = std::get_if<std::string>(&link);
  if (target == nullptr) return std::nullopt;
  return tidy(std::string_view(*target).substr(target->rfind('/') + 1));
}

// What an interface is. One whose partner has another number leads elsewhere: a veth pair leads out of a container.
std::string kind(const Tree& tree, const std::string& path) {
  if (file_value(tree, path + "/type") == FactValue(std::int64_t{772})) return "loopback";
  const FactValue type = value_behind(tree.read(path + "/uevent"), "DEVTYPE=", Form::text);
  if (const auto* const name = std::get_if<std::string>(&type)) return *name;
  if (tree.exists(path + "/bridge")) return "bridge";
  if (tree.exists(path + "/device")) return "hardware";
  if (file_value(tree, path + "/iflink") != file_value(tree, path + "/ifindex")) return "veth or stacked";
  return "virtual";
}

void add_interface(const Tree& tree, const std::string& interface, Facts& facts) {
  const std::string name = "net." + interface;
  const std::string path = kInterfaces + "/" + interface;
  add_files(tree, FactClass::config,
            {{name + ".mtu", path + "/mtu"},
             {name + ".speed_mbit", path + "/speed"},
             {name + ".state", path + "/operstate", Form::text}},
            facts);
  facts.add(FactClass::config, name + ".kind", kind(tree, path));
  if (auto driver = linked_name(tree, path + "/device/driver")) facts.add(FactClass::config, name + ".driver", *driver);
  if (auto master = linked_name(tree, path + "/master")) facts.add(FactClass::config, name + ".master", *master);
  add_files(tree, FactClass::counter, {{name + ".carrier_changes", path + "/carrier_changes"}}, facts);
  for (const std::string& counter : tree.names_in(path + "/statistics")) {
    add_files(tree, FactClass::counter, {{name + "." + counter, path + "/statistics/" + counter}}, facts);
  }
}

// A line of /proc/net/dev: what it counts, in its order.
constexpr std::array kColumns = std::to_array<std::string_view>(
    {"rx_bytes", "rx_packets", "rx_errors", "rx_dropped", "rx_fifo_errors", "rx_frame_errors", "rx_compressed",
     "multicast", "tx_bytes", "tx_packets", "tx_errors", "tx_dropped", "tx_fifo_errors", "collisions",
     "tx_carrier_errors", "tx_compressed"});

// The interfaces of this process's network namespace with their counters, by name.
std::map<std::string, std::vector<std::string>> own_interfaces(const Tree& tree) {
  std::map<std::string, std::vector<std::string>> counters;
  const TextOrReason file = tree.read("proc/net/dev");
  const auto* const text = std::get_if<std::string>(&file);
  if (text == nullptr) return counters;
  for (const std::string& line : split(*text, '\n')) {
    const std::size_t colon = line.find(':');  // the two lines of headers have none
    if (colon != std::string::npos) counters[tidy(line.substr(0, colon))] = words(line.substr(colon + 1));
  }
  return counters;
}

// Of an interface that /sys does not show.
void add_counted_interface(const std::string& interface, const std::vector<std::string>& counters, Facts& facts) {
  const std::string name = "net." + interface;
  const Unreadable reason{"/sys shows another network namespace"};
  for (const std::string setting : {".mtu", ".speed_mbit", ".state"})
    facts.add(FactClass::config, name + setting, reason);
  for (std::size_t each = 0; each < std::min(counters.size(), kColumns.size()); ++each)
    facts.add(FactClass::counter, fmt::format("{}.{}", name, kColumns[each]), value_of(counters[each]));
}

std::int64_t hexadecimal(std::string_view text) {
  std::uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

// The sum of a column over processors. A line is for one processor, in hex: packets, dropped, left for later, …
FactValue softnet(const TextOrReason& file, std::size_t column) {
  const auto* const text = std::get_if<std::string>(&file);
  if (text == nullptr) return std::get<Unreadable>(file);
  std::int64_t sum = 0;
  for (const std::string& line : split(*text, '\n')) {
    const auto columns = words(line);
    if (column < columns.size()) sum += hexadecimal(columns[column]);
  }
  return sum;
}

void add_softnet(const Tree& tree, Facts& facts) {
  const TextOrReason file = tree.read("proc/net/softnet_stat");
  facts.add(FactClass::counter, "net.softnet_dropped", softnet(file, 1));
  facts.add(FactClass::counter, "net.softnet_squeezed", softnet(file, 2));
}

}  // namespace

Facts network_facts(const Tree& tree) {
  Facts facts;
  std::vector<std::string> interfaces = tree.names_in(kInterfaces);
  // Not every name is an interface: the bonding driver has a file there.
  std::erase_if(interfaces,
                [&](const std::string& name) { return !tree.exists(kInterfaces + "/" + name + "/ifindex"); });
  // In a container or under `ip netns` /sys may be that of the namespace it was mounted in; /proc is the process's own.
  const auto own = own_interfaces(tree);
  const bool foreign = !own.empty() && (own.size() != interfaces.size() ||
                                        std::any_of(interfaces.begin(), interfaces.end(),
                                                    [&](const std::string& name) { return !own.contains(name); }));
  facts.add(FactClass::config, "net.interfaces", static_cast<std::int64_t>(foreign ? own.size() : interfaces.size()));
  add_softnet(tree, facts);
  if (foreign) {
    std::size_t left = kMostInterfaces;
    for (const auto& [name, counters] : own) {
      if (left-- == 0) break;
      add_counted_interface(name, counters, facts);
    }
    return facts;
  }
  if (interfaces.size() > kMostInterfaces) interfaces.resize(kMostInterfaces);
  for (const std::string& interface : interfaces) add_interface(tree, interface, facts);
  return facts;
}

}  // namespace syncbench::machine
