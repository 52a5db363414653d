#include "kernels/payload_set.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "harness/core/text.hpp"
#include "kernels/cache_lines.hpp"

namespace syncbench::kernels {
namespace {

constexpr std::byte kPoison{0xA5};
constexpr std::size_t kPoisonedAtOnce = 65'536;

// Puts a message's bytes where its layout wants them.
void scatter(std::span<const std::byte> message, const std::vector<ByteRange>& ranges, SlottedBuffer& to,
             std::size_t slot) {
  std::size_t done = 0;
  for (const ByteRange& range : ranges) {
    to.write(slot, range.offset, message.subspan(done, range.length));
    done += range.length;
  }
}

// Takes a message's bytes out of a buffer, and poisons their places.
std::vector<std::byte> gather(std::vector<std::byte>& from, const std::vector<ByteRange>& ranges) {
  std::vector<std::byte> message;
  for (const ByteRange& range : ranges) {
    const auto first = from.begin() + static_cast<std::ptrdiff_t>(range.offset);
    const auto last = first + static_cast<std::ptrdiff_t>(range.length);
    message.insert(message.end(), first, last);
    std::fill(first, last, kPoison);
  }
  return message;
}

std::size_t first_not_poisoned(const std::vector<std::byte>& bytes) {
  const auto found = std::find_if(bytes.begin(), bytes.end(), [](std::byte each) { return each != kPoison; });
  return static_cast<std::size_t>(found - bytes.begin());
}

}  // namespace

PayloadSet::PayloadSet(const Workload& workload, Rank rank, int ranks, BufferProvider& provider)
    : content_(workload, rank, ranks),
      use_(workload.buffers.use),
      order_(slots_of(workload, ranks), workload.buffers.seed) {
  for (const Operation& operation : workload.operations) {
    const Extent extent = extent_of(operation, rank, ranks);
    const Layout& layout = operation.layout;
    pieces_.push_back({operation,
                       extent,
                       SlottedBuffer(provider, span_of(layout, operation.type, extent.send), slots()),
                       SlottedBuffer(provider, span_of(layout, operation.type, extent.receive), slots()),
                       size_of(stored_type(layout, operation.type)),
                       {}});
    if (!layout.contiguous()) pieces_.back().ranges = ranges_of(layout, operation.type, operation.count);
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
  const std::size_t size = piece.size;
  std::vector<std::byte> laid_out(piece.ranges.empty() ? 0 : piece.extent.send * size);
  for (const Stretch& stretch : content_.sent(piece.operation, Pattern::phase(index, iteration))) {
    for (std::size_t done = 0; done < stretch.count; done += Tile::kMost) {
      const std::size_t part = std::min(Tile::kMost, stretch.count - done);
      const auto bytes = stretch.tile->from(stretch.phase, part);
      const std::size_t at = (stretch.first + done) * size;
      if (laid_out.empty()) {
        piece.send.write(slot, at, bytes);
      } else {
        std::copy(bytes.begin(), bytes.end(), laid_out.begin() + static_cast<std::ptrdiff_t>(at));
      }
    }
  }
  if (!laid_out.empty()) scatter(laid_out, piece.ranges, piece.send, slot);
}

void PayloadSet::poison(Piece& piece) {
  const std::size_t bytes = piece.receive.size().count;
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
  const Piece& piece = pieces_[index];
  std::vector<std::byte> gathered;
  if (!piece.ranges.empty()) {
    std::vector<std::byte> all(piece.receive.size().count);
    piece.receive.read(slot_, 0, all);
    gathered = gather(all, piece.ranges);
    const std::size_t touched = first_not_poisoned(all);
    if (touched < all.size()) {
      return {
          .right = false,
          .first_wrong = fmt::format("{} of {} in layout {}: byte {} of the receive buffer lies between its elements "
                                     "and was written to",
                                     name_of(piece.operation.collective), bytes_text(piece.receive.size()),
                                     layout_text(piece.operation.layout), touched)};
    }
  }
  for (const Stretch& stretch : content_.wanted(pieces_[index].operation, Pattern::phase(index, armed_))) {
    Verification verification = verify_stretch(index, stretch, gathered);
    if (!verification.right) return verification;
  }
  return {};
}

Verification PayloadSet::verify_stretch(std::size_t index, const Stretch& stretch,
                                        std::span<const std::byte> gathered) const {
  const Piece& piece = pieces_[index];
  const ElementType type = stored_type(piece.operation.layout, piece.operation.type);
  const std::size_t size = size_of(type);
  std::vector<std::byte> got(std::min(Tile::kMost, stretch.count) * size);
  for (std::size_t done = 0; done < stretch.count; done += Tile::kMost) {
    const auto wanted = stretch.tile->from(stretch.phase, std::min(Tile::kMost, stretch.count - done));
    const std::size_t at = (stretch.first + done) * size;
    if (piece.ranges.empty()) {
      piece.receive.read(slot_, at, std::span(got).first(wanted.size()));
    } else {
      std::copy_n(gathered.begin() + static_cast<std::ptrdiff_t>(at), wanted.size(), got.begin());
    }
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
