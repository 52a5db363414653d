#include "harness/machine/rank_facts.hpp"

#include <algorithm>
#include <cerrno>
#include <ctime>

#include <fmt/format.h>

#include "harness/machine/file_facts.hpp"
#include "harness/machine/tcp_connections.hpp"

namespace syncbench::machine {
namespace {

FactValue processor_time() {
  timespec time{};
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0) return because_of(errno);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// Fields 10 and 12 of proc(5)'s stat; counted from behind the program's name, which may contain blanks.
void add_faults(const Tree& tree, const std::string& prefix, Facts& facts) {
  FactValue minor = Unreadable{"no such field"}, major = minor;
  const TextOrReason stat = tree.read("proc/self/stat");
  if (const auto* const text = std::get_if<std::string>(&stat)) {
    const std::size_t name_end = text->rfind(')');
    const auto fields =
        words(name_end == std::string::npos ? std::string_view{} : std::string_view(*text).substr(name_end + 1));
    if (fields.size() > 9) {
      minor = value_of(fields[7]);
      major = value_of(fields[9]);
    }
  } else {
    minor = major = std::get<Unreadable>(stat);
  }
  facts.add(FactClass::counter, prefix + ".minor_faults", minor);
  facts.add(FactClass::counter, prefix + ".major_faults", major);
}

void add_huge_pages(const Tree& tree, const std::string& prefix, Facts& facts) {
  const TextOrReason pages = tree.read("proc/self/smaps_rollup");
  facts.add(FactClass::passing, prefix + ".memory_kib", kib_behind(pages, "Rss:"));
  facts.add(FactClass::passing, prefix + ".huge_pages_kib", kib_behind(pages, "AnonHugePages:"));
  facts.add(FactClass::passing, prefix + ".hugetlb_kib", kib_behind(pages, "Private_Hugetlb:"));
}

void add_peer(const std::string& prefix, const TcpPeer& peer, Facts& facts) {
  const std::string name = fmt::format("{}.tcp.{}", prefix, peer.address);
  facts.add(FactClass::counter, name + ".connections", peer.connections);
  facts.add(FactClass::counter, name + ".total_retrans", peer.total_retrans);
  facts.add(FactClass::counter, name + ".segs_out", peer.segs_out);
  facts.add(FactClass::counter, name + ".segs_in", peer.segs_in);
  facts.add(FactClass::counter, name + ".bytes_acked", peer.bytes_acked);
  facts.add(FactClass::counter, name + ".bytes_received", peer.bytes_received);
  facts.add(FactClass::passing, name + ".rtt_us", peer.rtt_us);
  facts.add(FactClass::passing, name + ".mss", peer.mss);
  if (!peer.own.empty()) facts.add(FactClass::passing, name + ".own_address", peer.own);
  if (!peer.interface.empty()) facts.add(FactClass::passing, name + ".interface", peer.interface);
}

}  // namespace

Facts rank_facts(const Tree& tree, Rank rank) {
  Facts facts;
  const std::string prefix = fmt::format("rank.{}", rank.value);
  const TextOrReason status = tree.read("proc/self/status");
  facts.add(FactClass::counter, prefix + ".cpu_ns", processor_time());
  facts.add(FactClass::counter, prefix + ".voluntary_switches", value_behind(status, "voluntary_ctxt_switches:"));
  facts.add(FactClass::counter, prefix + ".involuntary_switches", value_behind(status, "nonvoluntary_ctxt_switches:"));
  add_faults(tree, prefix, facts);
  add_huge_pages(tree, prefix, facts);
  const auto peers = tcp_connections(tree);
  facts.add(FactClass::counter, prefix + ".tcp_peers", static_cast<std::int64_t>(peers.size()));
  for (std::size_t i = 0; i < std::min(peers.size(), kMostPeers); ++i) add_peer(prefix, peers[i], facts);
  return facts;
}

}  // namespace syncbench::machine
