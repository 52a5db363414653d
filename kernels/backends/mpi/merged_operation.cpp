#include "merged_operation.hpp"

#include <cstring>

namespace syncbench::kernels::mpi_backend {

MergedOperation::MergedOperation(Bucket bucket, const PayloadSet& payload, const Context& context)
    : bucket_(std::move(bucket)),
      payload_(payload),
      context_(context),
      extent_(extent_of(bucket_.whole, context.communicator->rank(), context.communicator->size())),
      send_(*context.buffers, Bytes{extent_.send * size_of(bucket_.whole.type)}, payload.slots()),
      receive_(*context.buffers, Bytes{extent_.receive * size_of(bucket_.whole.type)}, payload.slots()) {}

Call MergedOperation::call() const {
  return make_call(bucket_.whole, send_.at(payload_.slot()), receive_.at(payload_.slot()), *context_.communicator,
                   *context_.types);
}

// copy(piece, offset of the part in the piece's buffer, offset in the merged buffer, bytes), block by block.
template <class Copy>
void MergedOperation::for_each_part(std::size_t elements, Copy copy) const noexcept {
  const std::size_t blocks = bucket_.whole.count == 0 ? 0 : elements / bucket_.whole.count;
  std::size_t at = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    for (const std::size_t piece : bucket_.pieces) {
      const std::size_t bytes = payload_.operation(piece).count * size_of(bucket_.whole.type);
      copy(piece, block * bytes, at, bytes);
      at += bytes;
    }
  }
}

void MergedOperation::pack() noexcept {
  std::byte* const buffer = send_.at(payload_.slot());
  for_each_part(extent_.send, [&](std::size_t piece, std::size_t from, std::size_t to, std::size_t bytes) {
    std::memcpy(buffer + to, payload_.send(piece) + from, bytes);
  });
}

void MergedOperation::unpack() noexcept {
  const std::byte* const buffer = receive_.at(payload_.slot());
  for_each_part(extent_.receive, [&](std::size_t piece, std::size_t to, std::size_t from, std::size_t bytes) {
    std::memcpy(payload_.receive(piece) + to, buffer + from, bytes);
  });
}

void MergedOperation::flush() const noexcept {
  send_.flush(payload_.slot());
  receive_.flush(payload_.slot());
}

}  // namespace syncbench::kernels::mpi_backend
