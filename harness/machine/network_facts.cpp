#include "network_facts.hpp"

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <syncbench/core/text.hpp>
#include <syncbench/machine/file_facts.hpp>

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
  facts.add(FactClass::config, "net.interfaces", static_cast<std::int64_t>(interfaces.size()));
  if (interfaces.size() > kMostInterfaces) interfaces.resize(kMostInterfaces);
  for (const std::string& interface : interfaces) add_interface(tree, interface, facts);
  add_softnet(tree, facts);
  return facts;
}

}  // namespace syncbench::machine
