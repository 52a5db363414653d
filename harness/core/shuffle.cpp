#include "harness/core/shuffle.hpp"

#include <numeric>
#include <utility>

#include "harness/core/philox.hpp"

namespace syncbench {

std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t seed, std::uint32_t stream) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::array<std::uint32_t, 2> key{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)};
  for (std::size_t last = count; last > 1; --last) {
    const auto words = philox4x32({static_cast<std::uint32_t>(last), stream, 0, 0}, key);
    const std::uint64_t random = (std::uint64_t{words[0]} << 32) | words[1];
    std::swap(order[last - 1], order[random % last]);  // the modulo's bias is below count / 2^64
  }
  return order;
}

}  // namespace syncbench
