#include "kernels/buckets.hpp"

#include <limits>
#include <map>

#include "kernels/extent.hpp"

namespace syncbench::kernels {
namespace {

// Buckets of one type that are being filled, with the limit that the open one has.
struct Filling {
  Bucket open;
  Bytes size, limit;
};

// What the root and another rank send, the larger; a scatter's root sends for all.
Bytes send_size(const Operation& operation, int ranks) {
  const Rank other{operation.root.value == ranks - 1 ? 0 : ranks - 1};
  const std::size_t elements =
      std::max(extent_of(operation, operation.root, ranks).send, extent_of(operation, other, ranks).send);
  return Bytes{elements * size_of(operation.type)};
}

Bucket empty_bucket_for(const Operation& operation) {
  Bucket bucket{.whole = operation, .pieces = {}};
  bucket.whole.count = 0;
  return bucket;
}

std::vector<Bucket> fill(const std::vector<Operation>& operations, BucketLimits limits, int ranks) {
  std::vector<Bucket> closed;
  std::map<ElementType, Filling> fillings;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const Operation& operation = operations[i];
    const auto [at, is_new] = fillings.try_emplace(operation.type);
    Filling& filling = at->second;
    if (is_new) filling = {.open = empty_bucket_for(operation), .size = {}, .limit = limits.first};
    filling.open.whole.count += operation.count;
    filling.open.pieces.push_back(i);
    filling.size.count += send_size(operation, ranks).count;
    if (filling.size < filling.limit) continue;
    closed.push_back(std::move(filling.open));
    filling = {.open = empty_bucket_for(operation), .size = {}, .limit = limits.rest};
  }
  for (auto& [type, filling] : fillings) {
    if (!filling.open.pieces.empty()) closed.push_back(std::move(filling.open));
  }
  return closed;
}

}  // namespace

std::vector<Bucket> buckets_of(const Workload& workload, int ranks) {
  constexpr Bytes kNever{std::numeric_limits<std::size_t>::max()};
  if (workload.policy == IssuePolicy::fused) return fill(workload.operations, {.first = kNever, .rest = kNever}, ranks);
  if (workload.policy == IssuePolicy::bucketed) return fill(workload.operations, workload.buckets, ranks);
  return {};
}

}  // namespace syncbench::kernels
