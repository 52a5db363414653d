#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/machine/tree.hpp"

namespace syncbench::machine {

/// What the kernel counted on this process's own TCP connections with one peer, all of them together: names are those
/// of the kernel's struct tcp_info.
struct TcpPeer {
  std::string address;    ///< "10.77.0.2", "fe80::1"; without the port
  std::string own;        ///< the connections' own address; of several the last one
  std::string interface;  ///< of this machine, that has the connections' own address: "eth0", "eth0,eth1"
  std::int64_t connections = 0;
  std::int64_t total_retrans = 0;  ///< segments that were sent again
  std::int64_t segs_out = 0, segs_in = 0;
  std::int64_t bytes_acked = 0;  ///< that the peer has confirmed
  std::int64_t bytes_received = 0;
  std::int64_t rtt_us = 0;  ///< smoothed round trip, the longest
  std::int64_t mss = 0;     ///< of segments that are sent, bytes, the smallest
  bool operator==(const TcpPeer&) const = default;
};

/// The process's own established connections, found by its open files, by the peer's address and sorted by it; works
/// under any transport that uses TCP, without root. Sees nothing that was closed. Never fails; about a microsecond a
/// file.
std::vector<TcpPeer> tcp_connections(const Tree& tree);

}  // namespace syncbench::machine
