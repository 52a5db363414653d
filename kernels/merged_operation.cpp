#include "kernels/merged_operation.hpp"

#include <cstring>

#include "harness/core/schedule.hpp"

namespace syncbench::kernels {
namespace {

std::vector<bool> unfilled_blocks(const Operation& operation, Rank rank, int ranks) {
  if (!is_pattern(operation.collective)) return {};
  const RankSchedule part = schedule_of(operation.collective, rank, ranks, operation.root);
  if (!part.block_for_each_rank) return {};
  std::vector<bool> unfilled(static_cast<std::size_t>(ranks), true);
  for (const ScheduledReceive& each : part.receives) unfilled[each.block] = false;
  return unfilled;
}

}  // namespace

MergedOperation::MergedOperation(Bucket bucket, const PayloadSet& payload, Rank rank, int ranks,
                                 BufferProvider& provider)
    : bucket_(std::move(bucket)),
      payload_(payload),
      extent_(extent_of(bucket_.whole, rank, ranks)),
      unfilled_(unfilled_blocks(bucket_.whole, rank, ranks)),
      send_(provider, Bytes{extent_.send * size_of(bucket_.whole.type)}, payload.slots()),
      receive_(provider, Bytes{extent_.receive * size_of(bucket_.whole.type)}, payload.slots()) {}

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
  std::byte* const buffer = send();
  for_each_part(extent_.send, [&](std::size_t piece, std::size_t from, std::size_t to, std::size_t bytes) {
    std::memcpy(buffer + to, payload_.send(piece) + from, bytes);
  });
}

void MergedOperation::unpack() noexcept {
  const std::byte* const buffer = receive();
  for_each_part(extent_.receive, [&](std::size_t piece, std::size_t to, std::size_t from, std::size_t bytes) {
    if (bytes > 0 && !unfilled_.empty() && unfilled_[to / bytes]) return;
    std::memcpy(payload_.receive(piece) + to, buffer + from, bytes);
  });
}

void MergedOperation::flush() const noexcept {
  send_.flush(payload_.slot());
  receive_.flush(payload_.slot());
}

std::vector<MergedOperation> merged_operations(const Workload& workload, const PayloadSet& payload, Rank rank,
                                               int ranks, BufferProvider& provider) {
  std::vector<MergedOperation> merged;
  for (Bucket& bucket : buckets_of(workload, ranks))
    merged.emplace_back(std::move(bucket), payload, rank, ranks, provider);
  return merged;
}

}  // namespace syncbench::kernels
