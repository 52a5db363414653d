#include "harness/machine/tcp_connections.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <linux/tcp.h>  // has more of struct tcp_info than <netinet/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "harness/core/text.hpp"

namespace syncbench::machine {
namespace {

std::optional<std::string> address_of(const sockaddr& peer) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const void* bytes = nullptr;
  if (peer.sa_family == AF_INET) bytes = &reinterpret_cast<const sockaddr_in&>(peer).sin_addr;
  if (peer.sa_family == AF_INET6) bytes = &reinterpret_cast<const sockaddr_in6&>(peer).sin6_addr;
  if (bytes == nullptr || inet_ntop(peer.sa_family, bytes, text.data(), text.size()) == nullptr) return std::nullopt;
  return std::string(text.data());
}

using EndOf = int (*)(int, sockaddr*, socklen_t*);

// The address of one end of a connection, getpeername or getsockname.
std::optional<std::string> address_of(EndOf end_of, int descriptor) {
  sockaddr_storage end{};
  socklen_t size = sizeof(end);
  if (end_of(descriptor, reinterpret_cast<sockaddr*>(&end), &size) != 0) return std::nullopt;
  return address_of(reinterpret_cast<const sockaddr&>(end));
}

struct Connection {
  std::string peer, own;
  tcp_info info{};  // kernels that know less leave the rest 0
};

// Nothing for what is no TCP connection.
std::optional<Connection> look(int descriptor) {
  const auto peer = address_of(&getpeername, descriptor);
  Connection connection;
  socklen_t size = sizeof(connection.info);
  if (!peer || getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &connection.info, &size) != 0) return std::nullopt;
  connection.peer = *peer;
  connection.own = address_of(&getsockname, descriptor).value_or("");
  return connection;
}

// Names of interfaces by their addresses.
std::map<std::string, std::string> interfaces_by_address() {
  std::map<std::string, std::string> names;
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return names;
  for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
    if (each->ifa_addr == nullptr) continue;
    if (auto address = address_of(*each->ifa_addr)) names[*address] = each->ifa_name;
  }
  freeifaddrs(all);
  return names;
}

void add(const tcp_info& info, TcpPeer& peer) {
  peer.mss =
      peer.connections == 0 ? std::int64_t{info.tcpi_snd_mss} : std::min(peer.mss, std::int64_t{info.tcpi_snd_mss});
  ++peer.connections;
  peer.total_retrans += info.tcpi_total_retrans;
  peer.segs_out += info.tcpi_segs_out;
  peer.segs_in += info.tcpi_segs_in;
  peer.bytes_acked += static_cast<std::int64_t>(info.tcpi_bytes_acked);
  peer.bytes_received += static_cast<std::int64_t>(info.tcpi_bytes_received);
  peer.rtt_us = std::max(peer.rtt_us, std::int64_t{info.tcpi_rtt});
}

}  // namespace

std::vector<TcpPeer> tcp_connections(const Tree& tree) {
  std::map<std::string, TcpPeer> peers;
  std::map<std::string, std::set<std::string>> used;
  const auto names = interfaces_by_address();
  for (const std::string& name : tree.names_in("proc/self/fd")) {
    const auto descriptor = parse_whole(name);
    const auto found = descriptor ? look(static_cast<int>(*descriptor)) : std::nullopt;
    if (!found) continue;
    TcpPeer& peer = peers[found->peer];
    peer.address = found->peer;
    peer.own = found->own;
    add(found->info, peer);
    if (const auto own = names.find(found->own); own != names.end()) used[found->peer].insert(own->second);
  }
  std::vector<TcpPeer> sorted;
  for (auto& [address, peer] : peers) {
    peer.interface = join({used[address].begin(), used[address].end()}, ",");
    sorted.push_back(std::move(peer));
  }
  return sorted;
}

}  // namespace syncbench::machine
