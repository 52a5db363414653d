#pragma once

#include <vector>

#include "kernels/buckets.hpp"
#include "kernels/extent.hpp"
#include "kernels/payload_set.hpp"

namespace syncbench::kernels {

/// Several operations as one, with the buffers that it takes to pack them. Shared by all backends.
class MergedOperation {
 public:
  /// Allocates (std::bad_alloc). The payload and the provider outlive the object.
  MergedOperation(Bucket bucket, const PayloadSet& payload, Rank rank, int ranks, BufferProvider& provider);

  /// The one operation that stands for all.
  const Operation& whole() const noexcept { return bucket_.whole; }

  /// Its buffers, of the slot that the payload is armed for.
  std::byte* send() const noexcept { return send_.at(payload_.slot()); }
  std::byte* receive() const noexcept { return receive_.at(payload_.slot()); }

  /// Copies the pieces' send buffers into the one, or the one receive buffer into the pieces'. Where buffers have a
  /// block a rank, so has the one, and each of its blocks is packed from the pieces' blocks for that rank.
  void pack() noexcept;
  void unpack() noexcept;

  /// Takes that slot's buffers out of the caches.
  void flush() const noexcept;

 private:
  template <class Copy>
  void for_each_part(std::size_t elements, Copy copy) const noexcept;

  Bucket bucket_;
  const PayloadSet& payload_;
  Extent extent_;
  std::vector<bool> unfilled_;  // blocks of the receive buffer that no message fills; empty if there are none
  SlottedBuffer send_, receive_;
};

/// All that fused or bucketed make of a workload, in the order of buckets_of(). Allocates (std::bad_alloc).
std::vector<MergedOperation> merged_operations(const Workload& workload, const PayloadSet& payload, Rank rank,
                                               int ranks, BufferProvider& provider);

}  // namespace syncbench::kernels
