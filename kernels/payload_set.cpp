#include "payload_set.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

#include <fmt/format.h>

#include "cache_lines.hpp"

namespace syncbench::kernels {
namespace {

constexpr std::byte kPoison{0xA5};

// Elements that are staged on the host at a time: whole periods, so that every chunk begins at the same phase.
constexpr std::size_t kChunkElements = Pattern::kPeriod * 64;

// One chunk of pattern as bytes, beginning at a phase.
std::vector<std::byte> tile(ElementType type, std::size_t phase,
                            const std::function<std::uint8_t(std::size_t)>& number_at) {
  std::vector<std::byte> period;
  for (std::size_t i = 0; i < Pattern::kPeriod; ++i) {
    const auto element = encode(number_at((phase + i) % Pattern::kPeriod), type);
    period.insert(period.end(), element.begin(), element.end());
  }
  std::vector<std::byte> chunk;
  for (std::size_t i = 0; i < kChunkElements / Pattern::kPeriod; ++i)
    chunk.insert(chunk.end(), period.begin(), period.end());
  return chunk;
}

}  // namespace

PayloadSet::PayloadSet(const Workload& workload, Rank rank, int ranks, BufferProvider& provider)
    : rank_(rank),
      pattern_(ranks),
      use_(workload.buffers.use),
      order_(slots_of(workload, ranks), workload.buffers.seed) {
  std::size_t first = 0;
  for (const Operation& operation : workload.operations) {
    const Extent extent = extent_of(operation, rank, ranks);
    const std::size_t size = size_of(operation.type);
    pieces_.push_back({operation, extent, first, SlottedBuffer(provider, Bytes{extent.send * size}, slots()),
                       SlottedBuffer(provider, Bytes{extent.receive * size}, slots())});
    if (slots() > 1) fill(pieces_.back(), Iteration{0}, 0, slots());
    first += operation.count;
  }
}

bool PayloadSet::flushes(Payload payload) const noexcept {
  if (use_ == BufferUse::cold) return true;
  return use_ == BufferUse::rotate && payload == Payload::fresh && can_flush_lines();
}

void PayloadSet::arm(Iteration iteration, Payload payload) {
  slot_ = order_.slot(iteration);
  if (payload == Payload::fresh) {
    armed_ = iteration;
    for (Piece& piece : pieces_) {
      fill(piece, iteration, slot_, 1);
      poison(piece);
    }
  }
  if (!flushes(payload)) return;
  for (const Piece& piece : pieces_) {
    piece.send.flush(slot_);
    piece.receive.flush(slot_);
  }
}

void PayloadSet::fill(Piece& piece, Iteration iteration, std::size_t first_slot, std::size_t slots) {
  if (piece.extent.send == 0) return;
  const ElementType type = piece.operation.type;
  const auto chunk = tile(type, Pattern::phase(piece.first_element, iteration),
                          [&](std::size_t phase) { return pattern_.contribution(rank_, phase); });
  const std::size_t bytes = piece.extent.send * size_of(type);
  for (std::size_t slot = first_slot; slot < first_slot + slots; ++slot) {
    for (std::size_t done = 0; done < bytes; done += chunk.size()) {
      piece.send.write(slot, done, std::span(chunk).first(std::min(chunk.size(), bytes - done)));
    }
  }
}

void PayloadSet::poison(Piece& piece) {
  const std::size_t bytes = piece.extent.receive * size_of(piece.operation.type);
  const std::vector<std::byte> chunk(std::min(bytes, kChunkElements), kPoison);
  for (std::size_t done = 0; done < bytes; done += chunk.size()) {
    piece.receive.write(slot_, done, std::span(chunk).first(std::min(chunk.size(), bytes - done)));
  }
}

Verification PayloadSet::verify() const {
  for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
    Verification verification = verify_piece(piece);
    if (!verification.right) return verification;
  }
  return {};
}

Verification PayloadSet::verify_piece(std::size_t index) const {
  const Piece& piece = pieces_[index];
  if (piece.extent.receive == 0) return {};
  const ElementType type = piece.operation.type;
  const auto wanted = tile(type, Pattern::phase(piece.first_element, armed_),
                           [&](std::size_t phase) { return expected(piece.operation, phase); });
  const std::size_t bytes = piece.extent.receive * size_of(type);
  std::vector<std::byte> got(std::min(bytes, wanted.size()));
  for (std::size_t done = 0; done < bytes; done += got.size()) {
    const std::size_t part = std::min(got.size(), bytes - done);
    piece.receive.read(slot_, done, std::span(got).first(part));
    if (std::memcmp(got.data(), wanted.data(), part) == 0) continue;
    const auto wrong =
        std::mismatch(got.begin(), got.begin() + static_cast<std::ptrdiff_t>(part), wanted.begin()).first - got.begin();
    const std::size_t element = static_cast<std::size_t>(wrong) / size_of(type);
    return {.right = false,
            .first_wrong =
                fmt::format("{} {} of {}, element {}: {}, expected {}", name_of(piece.operation.collective), index + 1,
                            pieces_.size(), done / size_of(type) + element, decode(&got[element * size_of(type)], type),
                            decode(&wanted[element * size_of(type)], type))};
  }
  return {};
}

std::uint8_t PayloadSet::expected(const Operation& operation, std::size_t phase) const noexcept {
  if (operation.collective == Collective::broadcast) return pattern_.contribution(operation.root, phase);
  return pattern_.sum(phase);
}

}  // namespace syncbench::kernels
