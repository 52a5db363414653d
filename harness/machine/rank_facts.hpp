#pragma once

#include "harness/core/units.hpp"
#include "harness/machine/facts.hpp"
#include "harness/machine/tree.hpp"

namespace syncbench::machine {

/// Peers beyond so many are counted and not listed.
inline constexpr std::size_t kMostPeers = 256;

/// What the kernel counted for the calling process, one rank among several on its node, so names carry the rank:
/// "rank.3.cpu_ns" (processor time of all its threads), "rank.3.voluntary_switches" and "rank.3.involuntary_switches"
/// (of its main thread), "rank.3.minor_faults" and "rank.3.major_faults" (of pages), how much memory is resident and
/// how much of it in transparent huge pages and in pages of hugetlbfs, at this moment: "rank.3.memory_kib",
/// "rank.3.huge_pages_kib", "rank.3.hugetlb_kib"; "rank.3.tcp_peers", and of its own TCP connections
/// "rank.3.tcp.<peer's address>.connections",
/// ".total_retrans", ".segs_out", ".segs_in", ".bytes_acked", ".bytes_received" and, of this moment, ".rtt_us", ".mss",
/// ".own_address" and ".interface" (this machine's, which they go through). Never fails.
Facts rank_facts(const Tree& tree, Rank rank);

}  // namespace syncbench::machine
