#include "workload.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "extent.hpp"

namespace syncbench::kernels {
namespace {

Rank not_the_root(Rank root, int ranks) noexcept { return Rank{root.value == 0 ? ranks - 1 : 0}; }

Bytes slot_of_rank(const Workload& workload, Rank rank, int ranks) noexcept {
  Bytes sum;
  for (const Operation& operation : workload.operations) {
    const Extent extent = extent_of(operation, rank, ranks);
    const std::size_t element = size_of(operation.type);
    sum.count += slot_stride(extent.send * element) + slot_stride(extent.receive * element);
  }
  if (workload.policy != IssuePolicy::fused) return sum;
  const Traffic traffic = traffic_of(workload, rank, ranks);
  return Bytes{sum.count + slot_stride(traffic.send.count) + slot_stride(traffic.receive.count)};
}

}  // namespace

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
  const Traffic elsewhere = traffic_of(workload, not_the_root(root, ranks), ranks);
  return {.send = std::max(at_root.send, elsewhere.send), .receive = std::max(at_root.receive, elsewhere.receive)};
}

Bytes slot_size(const Workload& workload, int ranks) noexcept {
  const Rank root = workload.operations.empty() ? Rank{0} : workload.operations.front().root;
  return std::max(slot_of_rank(workload, root, ranks), slot_of_rank(workload, not_the_root(root, ranks), ranks));
}

std::size_t slots_of(const Workload& workload, int ranks) noexcept {
  const std::size_t each = slot_size(workload, ranks).count;
  if (workload.buffers.use != BufferUse::rotate || each == 0) return 1;
  constexpr std::size_t kMostSlots = std::numeric_limits<std::uint32_t>::max();
  return std::clamp<std::size_t>((workload.buffers.working_set.count + each - 1) / each, 1, kMostSlots);
}

Bytes memory_of(const Workload& workload, int ranks) noexcept {
  const std::size_t slots = slots_of(workload, ranks);
  if (slots > 1) return Bytes{slots * (slot_size(workload, ranks).count + sizeof(std::uint32_t))};
  const Traffic traffic = largest_traffic(workload, ranks);
  const std::size_t copies = workload.policy == IssuePolicy::fused ? 2 : 1;
  return Bytes{copies * (traffic.send.count + traffic.receive.count)};
}

}  // namespace syncbench::kernels
