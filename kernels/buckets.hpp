#pragma once

#include <cstddef>
#include <vector>

#include "kernels/workload.hpp"

namespace syncbench::kernels {

/// Several operations merged into one.
struct Bucket {
  Operation whole;                  ///< their collective, type and root; their counts' sum
  std::vector<std::size_t> pieces;  ///< places among the workload's operations, in the order in which they are packed
};

/// What fused and bucketed make of a workload; nothing for other policies.
///
/// fused: one bucket a type, since a library's operation has one type. bucketed: the rule of PyTorch's
/// DistributedDataParallel (Li et al., VLDB 2020, doi 10.14778/3415478.3415530): operations are added in their order,
/// each to the open bucket of its type; a bucket is closed when it holds *at least* its limit, so that buckets
/// overshoot; each type's first bucket has a limit of its own. Buckets are in the order in which they were closed, the
/// ones that never filled last. Sizes are those of one rank's send buffer, the largest of any rank.
std::vector<Bucket> buckets_of(const Workload& workload, int ranks);

}  // namespace syncbench::kernels
