#include "tcp_connections.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include <arpa/inet.h>
#include <linux/tcp.h>  // has more of struct tcp_info than <netinet/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <syncbench/core/text.hpp>

namespace syncbench::machine {
namespace {

std::optional<std::string> address_of(const sockaddr_storage& peer) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const void* bytes = nullptr;
  if (peer.ss_family == AF_INET) bytes = &reinterpret_cast<const sockaddr_in&>(peer).sin_addr;
  if (peer.ss_family == AF_INET6) bytes = &reinterpret_cast<const sockaddr_in6&>(peer).sin6_addr;
  if (bytes == nullptr || inet_ntop(peer.ss_family, bytes, text.data(), text.size()) == nullptr) return std::nullopt;
  return std::string(text.data());
}

// Nothing for what is no TCP connection.
std::optional<std::pair<std::string, tcp_info>> look(int descriptor) {
  sockaddr_storage peer{};
  socklen_t size = sizeof(peer);
  if (getpeername(descriptor, reinterpret_cast<sockaddr*>(&peer), &size) != 0) return std::nullopt;
  auto address = address_of(peer);
  tcp_info info{};  // kernels that know less leave the rest 0
  size = sizeof(info);
  if (!address || getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return std::nullopt;
  return std::pair{std::move(*address), info};
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
  for (const std::string& name : tree.names_in("proc/self/fd")) {
    const auto descriptor = parse_whole(name);
    const auto found = descriptor ? look(static_cast<int>(*descriptor)) : std::nullopt;
    if (!found) continue;
    TcpPeer& peer = peers[found->first];
    peer.address = found->first;
    add(found->second, peer);
  }
  std::vector<TcpPeer> sorted;
  for (auto& [address, peer] : peers) sorted.push_back(std::move(peer));
  return sorted;
}

}  // namespace syncbench::machine
