#include "harness/mpi/datagrams.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "harness/core/clock.hpp"
#include "harness/core/error.hpp"
#include "harness/mpi/check.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::mpi {
namespace {

constexpr std::int64_t kHeaders = 28;
constexpr std::int64_t kLargestPacket = 65'535;
constexpr std::array<std::int64_t, 5> kUsualMtus{9'000, 1'500, 1'400, 1'280, 576};
constexpr int kBurst = 16;
constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 200'000};
constexpr std::int64_t kFew = 16;     // datagrams that try a size out
constexpr Nanos kQuiet{100'000'000};  // without a datagram after which no more come
constexpr std::size_t kMostAddresses = 8;

class Socket {
 public:
  Socket() : number_(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    if (number_ < 0) fail("no UDP socket");
    const int whole = IP_PMTUDISC_DO;
    const int room = 8 << 20;  // as much as the system grants
    setsockopt(number_, IPPROTO_IP, IP_MTU_DISCOVER, &whole, sizeof(whole));
    setsockopt(number_, SOL_SOCKET, SO_RCVBUF, &room, sizeof(room));
    sockaddr_in any{};
    any.sin_family = AF_INET;
    socklen_t size = sizeof(any);
    auto* const where = reinterpret_cast<sockaddr*>(&any);
    if (bind(number_, where, size) != 0 || getsockname(number_, where, &size) != 0) fail("no UDP port");
    port_ = any.sin_port;
  }
  ~Socket() { close(number_); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  int number() const noexcept { return number_; }
  in_port_t port() const noexcept { return port_; }

 private:
  [[noreturn]] static void fail(const char* what) {
    throw Error(ExitCode::unavailable, std::string("--pairs.udp: ") + what + " (" + system_message(errno) + ")");
  }

  int number_;
  in_port_t port_ = 0;
};

// Where a rank can be sent to; exchanged as bytes.
struct Endpoint {
  std::array<in_addr_t, kMostAddresses> addresses{};
  std::int32_t count = 0;
  in_port_t port = 0;
};

Endpoint own_endpoint(in_port_t port, bool same_host) {
  Endpoint own;
  own.port = port;
  ifaddrs* all = nullptr;
  if (!same_host && getifaddrs(&all) == 0) {
    for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
      const bool usable = each->ifa_addr != nullptr && each->ifa_addr->sa_family == AF_INET &&
                          (each->ifa_flags & IFF_UP) != 0 && (each->ifa_flags & IFF_LOOPBACK) == 0;
      if (!usable || static_cast<std::size_t>(own.count) == kMostAddresses) continue;
      own.addresses[static_cast<std::size_t>(own.count++)] =
          reinterpret_cast<const sockaddr_in*>(each->ifa_addr)->sin_addr.s_addr;
    }
    freeifaddrs(all);
  }
  if (own.count == 0) own.addresses[static_cast<std::size_t>(own.count++)] = htonl(INADDR_LOOPBACK);
  return own;
}

Endpoint peers_endpoint(const Communicator& pair, const Endpoint& own) {
  Endpoint peer;
  const int other = 1 - pair.rank().value;
  SYNCBENCH_MPI(MPI_Sendrecv(&own, sizeof(own), MPI_BYTE, other, 0, &peer, sizeof(peer), MPI_BYTE, other, 0,
                             pair.handle(), MPI_STATUS_IGNORE));
  return peer;
}

sockaddr_in address_of(const Endpoint& endpoint, std::size_t index) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = endpoint.addresses.at(index);
  address.sin_port = endpoint.port;
  return address;
}

bool send_one(const Socket& socket, const sockaddr_in& to, std::vector<char>& datagram) {
  while (sendto(socket.number(), datagram.data(), datagram.size(), 0, reinterpret_cast<const sockaddr*>(&to),
                sizeof(to)) < 0) {
    if (errno == ECONNREFUSED || errno == EINTR) continue;  // what an earlier one met with
    if (errno != ENOBUFS && errno != EAGAIN) return false;
    nanosleep(&kPause, nullptr);
  }
  return true;
}

void send_many(const Socket& socket, const sockaddr_in& to, std::int64_t packet, std::int64_t count) {
  std::vector<char> datagram(static_cast<std::size_t>(packet - kHeaders), 'x');
  for (std::int64_t i = 0; i < count; ++i) {
    if (!send_one(socket, to, datagram)) return;  // larger than what is known of the path by now
    if (i % kBurst == kBurst - 1) nanosleep(&kPause, nullptr);
  }
}

// Datagrams of that size that come, until all have or none does for a while; the first byte of the last one.
struct Received {
  std::int64_t count = 0;
  char last = 0;
};

Received receive_many(const Socket& socket, std::size_t bytes, std::int64_t most) {
  std::vector<char> datagram(static_cast<std::size_t>(kLargestPacket));
  Received received;
  while (received.count < most) {
    pollfd ready{.fd = socket.number(), .events = POLLIN, .revents = 0};
    if (poll(&ready, 1, static_cast<int>(kQuiet.count() / 1'000'000)) == 0) break;
    const auto size = recv(socket.number(), datagram.data(), datagram.size(), MSG_DONTWAIT);
    if (size < 0 || static_cast<std::size_t>(size) != bytes) continue;
    ++received.count;
    received.last = datagram.front();
  }
  return received;
}

// The sender says what comes next, so that both go through the same steps.
std::int64_t told(const Communicator& pair, Rank sender, std::int64_t number) {
  return broadcast_number(pair, number, sender);
}

// The packet size that the kernel believes the path to take.
std::int64_t mtu_of_route(const sockaddr_in& to) {
  const Socket probe;
  int mtu = 0;
  socklen_t size = sizeof(mtu);
  if (connect(probe.number(), reinterpret_cast<const sockaddr*>(&to), sizeof(to)) != 0) return kUsualMtus[1];
  if (getsockopt(probe.number(), IPPROTO_IP, IP_MTU, &mtu, &size) != 0) return kUsualMtus[1];
  return std::min<std::int64_t>(mtu, kLargestPacket);
}

class Direction {
 public:
  Direction(const Communicator& pair, const Socket& socket, const Endpoint& peer, Rank sender)
      : pair_(pair), socket_(socket), peer_(peer), sender_(sender) {}

  /// On the receiver what came.
  DatagramPath run() {
    const auto address = first_address();
    if (!address) return {};
    address_ = *address;
    DatagramPath path{.reached = true, .mtu = 0, .received = 0};
    for (const std::int64_t mtu : sizes()) {
      if (exchange(mtu, kFew) == 0) continue;
      path.mtu = mtu;
      path.received = exchange(mtu, kDatagrams);
      return path;
    }
    return path;
  }

 private:
  bool sends() const { return pair_.rank() == sender_; }

  // A datagram that says which address it was sent to, to each; the receiver says which one came.
  std::optional<sockaddr_in> first_address() {
    if (sends()) {
      for (std::int32_t i = 0; i < peer_.count; ++i) {
        std::vector<char> hello{static_cast<char>(i), 'h', 'i'};
        const sockaddr_in to = address_of(peer_, static_cast<std::size_t>(i));
        for (int again = 0; again < 3; ++again) send_one(socket_, to, hello);
      }
    }
    const Received hello = sends() ? Received{} : receive_many(socket_, 3, 1);
    if (!sends()) receive_many(socket_, 3, kLargestPacket);  // the rest of them, before the sender goes on
    const Rank receiver{1 - sender_.value};
    const std::int64_t index = told(pair_, receiver, hello.count == 0 ? -1 : hello.last);
    if (index < 0) return std::nullopt;
    return sends() ? address_of(peer_, static_cast<std::size_t>(index)) : sockaddr_in{};
  }

  // From the route's MTU down; the sender's, on both.
  std::vector<std::int64_t> sizes() {
    const std::int64_t first = told(pair_, sender_, sends() ? mtu_of_route(address_) : 0);
    std::vector<std::int64_t> all{first};
    for (const std::int64_t mtu : kUsualMtus) {
      if (mtu < first) all.push_back(mtu);
    }
    return all;
  }

  // How many came, on both.
  std::int64_t exchange(std::int64_t packet, std::int64_t count) {
    std::int64_t received = 0;
    if (sends()) send_many(socket_, address_, packet, count);
    if (!sends()) received = receive_many(socket_, static_cast<std::size_t>(packet - kHeaders), count).count;
    return told(pair_, Rank{1 - sender_.value}, received);
  }

  const Communicator& pair_;
  const Socket& socket_;
  const Endpoint& peer_;
  Rank sender_;
  sockaddr_in address_{};
};

}  // namespace

DatagramPath exchange_datagrams(const Communicator& pair) {
  const Socket socket;
  const auto hosts = allgather_texts(pair, host_name());
  const Endpoint peer = peers_endpoint(pair, own_endpoint(socket.port(), hosts[0] == hosts[1]));
  DatagramPath mine;
  for (const Rank sender : {Rank{0}, Rank{1}}) {
    const DatagramPath path = Direction(pair, socket, peer, sender).run();
    if (pair.rank() != sender) mine = path;
  }
  return mine;
}

}  // namespace syncbench::mpi
