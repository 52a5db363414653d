#include "workload.hpp"

#include <algorithm>

#include "extent.hpp"

namespace syncbench::kernels {

Traffic traffic_of(const Workload& workload, Rank rank, int ranks) noexcept {
  Traffic total;
  for (const Operation& operation : workload.operations) {
    const Extent extent = extent_of(operation, rank, ranks);
    total.send.count += extent.send * size_of(operation.type);
    total.receive.count += extent.receive * size_of(operation.type);
  }
  return total;
}

Traffic largest_traffic(const Workload& workload, int ranks) noexcept {
  // The root and a rank that is not the root stand for all: the collectives here know no third kind.
  const Rank root = workload.operations.empty() ? Rank{0} : workload.operations.front().root;
  const Traffic at_root = traffic_of(workload, root, ranks);
  const Traffic elsewhere = traffic_of(workload, Rank{root.value == 0 ? ranks - 1 : 0}, ranks);
  return {.send = std::max(at_root.send, elsewhere.send), .receive = std::max(at_root.receive, elsewhere.receive)};
}

Bytes memory_of(const Workload& workload, int ranks) noexcept {
  const Traffic traffic = largest_traffic(workload, ranks);
  const std::size_t copies = workload.policy == IssuePolicy::fused ? 2 : 1;
  return Bytes{copies * (traffic.send.count + traffic.receive.count)};
}

}  // namespace syncbench::kernels
