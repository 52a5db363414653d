#pragma once

#include <cstddef>
#include <vector>

#include <syncbench/core/program.hpp>
#include <syncbench/kernels/buffer.hpp>
#include <syncbench/kernels/extent.hpp>
#include <syncbench/kernels/payload_content.hpp>
#include <syncbench/kernels/workload.hpp>

namespace syncbench::kernels {

/// One rank's buffers of a workload, a pair for each operation, with the payload that goes in and the check of what
/// came out. Shared by all backends, so that all are checked alike. All work here is untimed.
class PayloadSet {
 public:
  /// Allocates all buffers (std::bad_alloc). The provider must outlive the set.
  PayloadSet(const Workload& workload, Rank rank, int ranks, BufferProvider& provider);

  std::size_t size() const noexcept { return pieces_.size(); }
  const Operation& operation(std::size_t piece) const noexcept { return pieces_[piece].operation; }
  Extent extent(std::size_t piece) const noexcept { return pieces_[piece].extent; }
  std::byte* send(std::size_t piece) const noexcept { return pieces_[piece].send.data(); }
  std::byte* receive(std::size_t piece) const noexcept { return pieces_[piece].receive.data(); }

  /// With Payload::fresh, fills the send buffers for this iteration and poisons the receive buffers.
  void arm(Iteration iteration, Payload payload);

  /// Compares every received element with what the meaning of its operation makes of the senders' patterns.
  Verification verify() const;

 private:
  struct Piece {
    Operation operation;
    Extent extent;
    Buffer send, receive;
  };

  void fill(std::size_t index);
  void poison(Piece& piece);
  Verification verify_piece(std::size_t index) const;
  Verification verify_stretch(std::size_t index, const Stretch& stretch) const;

  PayloadContent content_;
  BufferProvider& provider_;
  std::vector<Piece> pieces_;
  Iteration armed_{0};
};

}  // namespace syncbench::kernels
