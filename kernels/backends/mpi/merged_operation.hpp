#pragma once

#include <vector>

#include "call.hpp"
#include "programs.hpp"
#include <syncbench/kernels/buckets.hpp>
#include <syncbench/kernels/extent.hpp>
#include <syncbench/kernels/payload_set.hpp>

namespace syncbench::kernels::mpi_backend {

/// Several operations as one, with the buffers that it takes to pack them.
class MergedOperation {
 public:
  /// Allocates (std::bad_alloc). The payload and the context outlive the object.
  MergedOperation(Bucket bucket, const PayloadSet& payload, const Context& context);

  /// The one operation that stands for all, on the buffers of the slot that the payload is armed for.
  Call call() const;

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
  const Context context_;
  Extent extent_;
  SlottedBuffer send_, receive_;
};

}  // namespace syncbench::kernels::mpi_backend
