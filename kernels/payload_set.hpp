#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/core/program.hpp"
#include "kernels/buffer.hpp"
#include "kernels/buffer_plan.hpp"
#include "kernels/extent.hpp"
#include "kernels/payload_content.hpp"
#include "kernels/slotted_buffer.hpp"
#include "kernels/workload.hpp"

namespace syncbench::kernels {

/// One rank's buffers of a workload, a pair for each operation and slot, with the payload that goes in and the check of
/// what came out. Shared by all backends, so that all are checked alike. All work here is untimed.
class PayloadSet {
 public:
  /// Allocates all buffers of all slots (std::bad_alloc); where there are several, each gets a payload, as it will be
  /// sent before anyone refills it. The provider must outlive the set.
  PayloadSet(const Workload& workload, Rank rank, int ranks, BufferProvider& provider);

  std::size_t size() const noexcept { return pieces_.size(); }
  const Operation& operation(std::size_t piece) const noexcept { return pieces_[piece].operation; }
  Extent extent(std::size_t piece) const noexcept { return pieces_[piece].extent; }

  /// The buffers of the slot that arm() chose; with one slot they stay where they are.
  std::byte* send(std::size_t piece) const noexcept { return pieces_[piece].send.at(slot_); }
  std::byte* receive(std::size_t piece) const noexcept { return pieces_[piece].receive.at(slot_); }
  std::size_t slot() const noexcept { return slot_; }
  std::size_t slots() const noexcept { return order_.slots(); }

  /// Whether the armed slot has to leave the caches, for a backend that has buffers of its own beside these: always
  /// with BufferUse::cold; with rotate where filling it has just brought it there, if this processor can.
  bool flushes(Payload payload) const noexcept;

  /// Chooses the iteration's slot. With Payload::fresh, fills its send buffers for this iteration and poisons its
  /// receive buffers. Flushes them where flushes() says so.
  void arm(Iteration iteration, Payload payload);

  /// Compares every received element with what the meaning of its operation makes of the senders' patterns; where
  /// elements do not lie together, also looks whether the bytes between them were left alone.
  Verification verify() const;

 private:
  struct Piece {
    Operation operation;
    Extent extent;
    SlottedBuffer send, receive;
    std::size_t size;               ///< bytes of an element in memory
    std::vector<ByteRange> ranges;  ///< of a message's elements; empty where they lie together
  };

  void fill(std::size_t index, Iteration iteration, std::size_t slot);
  void poison(Piece& piece);
  Verification verify_piece(std::size_t index) const;
  Verification verify_stretch(std::size_t index, const Stretch& stretch, std::span<const std::byte> gathered) const;

  PayloadContent content_;
  BufferUse use_;
  SlotOrder order_;
  std::size_t slot_ = 0;
  std::vector<Piece> pieces_;
  Iteration armed_{0};
};

}  // namespace syncbench::kernels
