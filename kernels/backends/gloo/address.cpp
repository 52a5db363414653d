#include "kernels/backends/gloo/address.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <unistd.h>

#include "harness/core/error.hpp"
#include "harness/core/text.hpp"

namespace syncbench::kernels::gloo_backend {
namespace {

struct Interface {
  std::string name, address;
  bool loopback;
  int family;
};

std::string numeric(const sockaddr* address) {
  const socklen_t length = address->sa_family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  std::array<char, NI_MAXHOST> text{};
  if (getnameinfo(address, length, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) != 0) return {};
  return text.data();
}

bool is_loopback(const std::string& address) { return address.starts_with("127.") || address == "::1"; }

// Those that are up and have an address, IPv4 first. A link's own IPv6 address says nothing to other hosts.
std::vector<Interface> interfaces() {
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> list(first, freeifaddrs);
  std::vector<Interface> all;
  for (const ifaddrs* each = list.get(); each != nullptr; each = each->ifa_next) {
    if (each->ifa_addr == nullptr || (each->ifa_flags & IFF_UP) == 0) continue;
    const int family = each->ifa_addr->sa_family;
    if (family != AF_INET && family != AF_INET6) continue;
    std::string address = numeric(each->ifa_addr);
    if (address.empty() || address.starts_with("fe80:")) continue;
    const bool loopback = (each->ifa_flags & IFF_LOOPBACK) != 0;
    all.push_back({.name = each->ifa_name, .address = std::move(address), .loopback = loopback, .family = family});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Interface& a, const Interface& b) { return a.family == AF_INET && b.family != AF_INET; });
  return all;
}

std::string names_of(const std::vector<Interface>& all) {
  std::vector<std::string> texts;
  for (const Interface& each : all) texts.push_back(fmt::format("{} ({})", each.name, each.address));
  return texts.empty() ? "none" : join(texts, ", ");
}

// Many systems let a host's name stand for an address of the loopback, which is no use to others.
std::string address_of_name() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return {};
  addrinfo* first = nullptr;
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo(name.data(), nullptr, &hints, &first) != 0) return {};
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> list(first, freeaddrinfo);
  for (const addrinfo* each = list.get(); each != nullptr; each = each->ai_next) {
    std::string address = numeric(each->ai_addr);
    if (!address.empty() && !is_loopback(address) && !address.starts_with("fe80:")) return address;
  }
  return {};
}

}  // namespace

std::string own_address(const std::string& interface, bool one_host) {
  const std::vector<Interface> all = interfaces();
  const auto first = [&](auto fits) -> std::string {
    const auto found = std::find_if(all.begin(), all.end(), fits);
    return found == all.end() ? std::string{} : found->address;
  };
  if (!interface.empty()) {
    std::string address = first([&](const Interface& each) { return each.name == interface; });
    if (!address.empty()) return address;
    throw Error(ExitCode::unavailable, fmt::format("--gloo-iface {}: there is no such interface that is up and has an "
                                                   "address; there are {}",
                                                   interface, names_of(all)));
  }
  if (one_host) return "127.0.0.1";
  std::string address = address_of_name();
  if (address.empty()) address = first([](const Interface& each) { return !each.loopback; });
  if (!address.empty()) return address;
  throw Error(ExitCode::unavailable,
              fmt::format("this host has no address that others could reach; interfaces: {}", names_of(all)));
}

}  // namespace syncbench::kernels::gloo_backend
