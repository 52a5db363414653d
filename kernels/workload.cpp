#include "kernels/workload.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "harness/core/saturating.hpp"
#include "harness/core/text.hpp"
#include "kernels/buckets.hpp"
#include "kernels/extent.hpp"

namespace syncbench::kernels {
namespace {

constexpr std::size_t kPage = 4096;  // what providers of memory round up to; a buffer takes at least one

std::size_t whole_pages(std::size_t bytes) noexcept {
  return (std::max<std::size_t>(bytes, 1) + kPage - 1) / kPage * kPage;
}

// The root and a rank that is not the root stand for all: no collective here has more to hold on a third kind.
std::array<Rank, 2> kinds_of_rank(const Workload& workload, int ranks) noexcept {
  const Rank root = workload.operations.empty() ? Rank{0} : workload.operations.front().root;
  return {root, Rank{root.value == ranks - 1 ? 0 : ranks - 1}};
}

template <class Size>
std::size_t buffers_of(const Operation& operation, Rank rank, int ranks, Size size) {
  const Extent extent = extent_of(operation, rank, ranks);
  return saturating_sum(size(span_of(operation.layout, operation.type, extent.send).count),
                        size(span_of(operation.layout, operation.type, extent.receive).count));
}

template <class Size>
std::size_t copies_of(const std::vector<Bucket>& buckets, Rank rank, int ranks, Size size) {
  std::size_t sum = 0;
  for (const Bucket& bucket : buckets) sum = saturating_sum(sum, buffers_of(bucket.whole, rank, ranks, size));
  return sum;
}

// What packing takes: a contiguous copy of what is sent, and one of what is received.
std::size_t packed_bytes(const Workload& workload, int ranks) noexcept {
  if (!packs(workload.packing)) return 0;
  const Traffic traffic = largest_traffic(workload, ranks);
  return traffic.send.count + traffic.receive.count;
}

// All buffers of the rank that has the most of them, copies included.
template <class Size>
Bytes largest_sum(const Workload& workload, int ranks, Size size) {
  const auto buckets = buckets_of(workload, ranks);
  Bytes most;
  for (const Rank rank : kinds_of_rank(workload, ranks)) {
    std::size_t sum = copies_of(buckets, rank, ranks, size);
    for (const Operation& operation : workload.operations)
      sum = saturating_sum(sum, buffers_of(operation, rank, ranks, size));
    most = std::max(most, Bytes{sum});
  }
  return most;
}

}  // namespace

std::string policy_text(const Workload& workload) {
  const std::string_view name = name_of(workload.policy);
  if (workload.policy == IssuePolicy::bucketed)
    return fmt::format("{}:{},{}", name, bytes_text(workload.buckets.first), bytes_text(workload.buckets.rest));
  if (workload.policy == IssuePolicy::overlapped) return fmt::format("{}:{}", name, workload.compute.count() / 1000);
  return std::string(name);
}

std::string_view type_text(const Workload& workload) noexcept {
  const ElementType first = workload.operations.front().type;
  const bool same = std::all_of(workload.operations.begin(), workload.operations.end(),
                                [&](const Operation& each) { return each.type == first; });
  return same ? name_of(first) : "mixed";
}

std::vector<std::string> mark_names_of(const Workload& workload, int ranks) {
  std::vector<std::string> names;
  const auto add_pairs = [&](std::string_view one, std::string_view other, std::size_t count) {
    for (std::size_t i = 1; i <= count; ++i) {
      names.push_back(fmt::format("{} {}", one, i));
      names.push_back(fmt::format("{} {}", other, i));
    }
  };
  if (workload.cycle) return {kCycleMarks.begin(), kCycleMarks.end()};
  if (!workload.step.empty()) return mark_names_of(workload.step, workload.operations.size());
  if (workload.packing == Packing::new_datatype) return {"made", "exchanged"};
  if (packs(workload.packing)) return {"packed", "exchanged"};
  if (workload.policy == IssuePolicy::fused) return {"packed", "exchanged"};
  if (workload.policy == IssuePolicy::bucketed) {
    const std::size_t count = buckets_of(workload, ranks).size();
    add_pairs("packed", "posted", count);
    add_pairs("exchanged", "unpacked", count);
    return names;
  }
  if (workload.policy == IssuePolicy::overlapped) names = {"posted", "computed"};
  if (!workload.mark_each) return names;
  for (std::size_t i = 1; i <= workload.operations.size(); ++i) names.push_back(fmt::format("done {}", i));
  return names;
}

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
  Traffic largest;
  for (const Rank rank : kinds_of_rank(workload, ranks)) {
    const Traffic traffic = traffic_of(workload, rank, ranks);
    largest = {.send = std::max(largest.send, traffic.send), .receive = std::max(largest.receive, traffic.receive)};
  }
  return largest;
}

Bytes slot_size(const Workload& workload, int ranks) { return largest_sum(workload, ranks, slot_stride); }

std::size_t slots_of(const Workload& workload, int ranks) {
  if (workload.buffers.use != BufferUse::rotate) return 1;
  const std::size_t each = slot_size(workload, ranks).count;
  if (each == 0) return 1;
  constexpr std::size_t kMostSlots = std::numeric_limits<std::uint32_t>::max();
  return std::clamp<std::size_t>((workload.buffers.working_set.count + each - 1) / each, 1, kMostSlots);
}

Bytes memory_of(const Workload& workload, int ranks) {
  const std::size_t slots = slots_of(workload, ranks);
  const std::size_t buffers = slots > 1
                                  ? saturating_product(slots, slot_size(workload, ranks).count + sizeof(std::uint32_t))
                                  : largest_sum(workload, ranks, whole_pages).count;
  const std::size_t step = memory_of(workload.step, largest_traffic(workload, ranks).send).count;
  return Bytes{saturating_sum(saturating_sum(buffers, packed_bytes(workload, ranks)), step)};
}

Bytes extra_bytes_of(const Workload& workload, int ranks) {
  const auto buckets = buckets_of(workload, ranks);
  Bytes most;
  for (const Rank rank : kinds_of_rank(workload, ranks)) {
    most = std::max(most, Bytes{copies_of(buckets, rank, ranks, [](std::size_t bytes) { return bytes; })});
  }
  most.count += packed_bytes(workload, ranks);
  return most;
}

std::size_t issued_operations(const Workload& workload, int ranks) {
  const std::size_t merged = buckets_of(workload, ranks).size();
  return merged > 0 ? merged : workload.operations.size();
}

}  // namespace syncbench::kernels
