#include "payload_set.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "cache_lines.hpp"

namespace syncbench::kernels {
namespace {

constexpr std::byte kPoison{0xA5};
constexpr std::size_t kPoisonedAtOnce = 65'536;

}  // namespace

PayloadSet::PayloadSet(const Workload& workload, Rank rank, int ranks, BufferProvider& provider)
    : content_(workload, rank, ranks),
      use_(workload.buffers.use),
      order_(slots_of(workload, ranks), workload.buffers.seed) {
  for (const Operation& operation : workload.operations) {
    const Extent extent = extent_of(operation, rank, ranks);
    const std::size_t size = size_of(operation.type);
    pieces_.push_back({operation, extent, SlottedBuffer(provider, Bytes{extent.send * size}, slots()),
                       SlottedBuffer(provider, Bytes{extent.receive * size}, slots())});
  }
  if (slots() == 1) return;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    for (std::size_t slot = 0; slot < slots(); ++slot) fill(i, Iteration{0}, slot);
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
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      fill(i, iteration, slot_);
      poison(pieces_[i]);
    }
  }
  if (!flushes(payload)) return;
  for (const Piece& piece : pieces_) {
    piece.send.flush(slot_);
    piece.receive.flush(slot_);
  }
}

void PayloadSet::fill(std::size_t index, Iteration iteration, std::size_t slot) {
  Piece& piece = pieces_[index];
  const std::size_t size = size_of(piece.operation.type);
  for (const Stretch& stretch : content_.sent(piece.operation, Pattern::phase(index, iteration))) {
    for (std::size_t done = 0; done < stretch.count; done += Tile::kMost) {
      const std::size_t part = std::min(Tile::kMost, stretch.count - done);
      piece.send.write(slot, (stretch.first + done) * size, stretch.tile->from(stretch.phase, part));
    }
  }
}

void PayloadSet::poison(Piece& piece) {
  const std::size_t bytes = piece.extent.receive * size_of(piece.operation.type);
  const std::vector<std::byte> chunk(std::min(bytes, kPoisonedAtOnce), kPoison);
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
  for (const Stretch& stretch : content_.wanted(pieces_[index].operation, Pattern::phase(index, armed_))) {
    Verification verification = verify_stretch(index, stretch);
    if (!verification.right) return verification;
  }
  return {};
}

Verification PayloadSet::verify_stretch(std::size_t index, const Stretch& stretch) const {
  const Piece& piece = pieces_[index];
  const ElementType type = piece.operation.type;
  const std::size_t size = size_of(type);
  std::vector<std::byte> got(std::min(Tile::kMost, stretch.count) * size);
  for (std::size_t done = 0; done < stretch.count; done += Tile::kMost) {
    const auto wanted = stretch.tile->from(stretch.phase, std::min(Tile::kMost, stretch.count - done));
    piece.receive.read(slot_, (stretch.first + done) * size, std::span(got).first(wanted.size()));
    if (std::memcmp(got.data(), wanted.data(), wanted.size()) == 0) continue;
    const auto wrong = std::mismatch(wanted.begin(), wanted.end(), got.begin()).first - wanted.begin();
    const std::size_t element = static_cast<std::size_t>(wrong) / size;
    return {.right = false,
            .first_wrong = fmt::format("{} {} of {}, element {}: {}, expected {}", name_of(piece.operation.collective),
                                       index + 1, pieces_.size(), stretch.first + done + element,
                                       decode(&got[element * size], type), decode(&wanted[element * size], type))};
  }
  return {};
}

}  // namespace syncbench::kernels
