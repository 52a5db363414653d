#pragma once

#include <cstdint>

#include "harness/mpi/communicator.hpp"

namespace syncbench::mpi {

/// Datagrams that are sent to find out about a path.
inline constexpr std::int64_t kDatagrams = 1'000;

/// What one rank got of the other's datagrams.
struct DatagramPath {
  bool reached = false;       ///< some datagram came at all
  std::int64_t mtu = 0;       ///< largest packet that came through, bytes, headers included; 0 if none did
  std::int64_t received = 0;  ///< of kDatagrams of that size
};

/// UDP between the two ranks of a communicator, first from 0 to 1 and then back: each sends kDatagrams of the size that
/// fills a packet of the path's MTU (less the 28 bytes of IPv4's and UDP's headers), marked not to be fragmented, so
/// that too large ones are dropped on the way. The MTU is the route's at first; where none of that size comes through,
/// smaller usual ones are tried. Of several addresses of a host the first that gets through is used; on one host it is
/// loopback. Sent at no more than the receiver takes in: bursts of 16, then a pause.
///
/// On each rank what it *received*. Collective over two ranks; takes some 0.1 s, up to 3 s where nothing comes through.
/// Throws Error(internal) when MPI fails, Error(unavailable) where there are no UDP sockets.
DatagramPath exchange_datagrams(const Communicator& pair);

}  // namespace syncbench::mpi
