#include "kernels/tile.hpp"

namespace syncbench::kernels {

Tile::Tile(ElementType type, const std::function<std::uint8_t(std::size_t)>& number_at) : element_(size_of(type)) {
  std::vector<std::byte> period;
  for (std::size_t phase = 0; phase < Pattern::kPeriod; ++phase) {
    const auto element = encode(number_at(phase), type);
    period.insert(period.end(), element.begin(), element.end());
  }
  // One period more than is given out: a stretch may begin at any phase.
  for (std::size_t i = 0; i <= kMost / Pattern::kPeriod; ++i) bytes_.insert(bytes_.end(), period.begin(), period.end());
}

std::span<const std::byte> Tile::from(std::size_t phase, std::size_t elements) const noexcept {
  return std::span(bytes_).subspan(phase % Pattern::kPeriod * element_, elements * element_);
}

}  // namespace syncbench::kernels
