#include "harness/app/fuzz/checksum.hpp"

#include <bit>

namespace syncbench::fuzz {
namespace {

struct State {
  std::uint32_t a, b, c;

  void add(Input twelve) noexcept {
    std::uint32_t words[3]{};
    for (std::size_t i = 0; i < twelve.size(); ++i) words[i / 4] |= std::uint32_t{twelve[i]} << (8 * (i % 4));
    a += words[0];
    b += words[1];
    c += words[2];
  }

  void mix() noexcept {
    step(a, c, 4, b);
    step(b, a, 6, c);
    step(c, b, 8, a);
    step(a, c, 16, b);
    step(b, a, 19, c);
    step(c, b, 4, a);
  }

  void finish() noexcept {
    fold(c, b, 14);
    fold(a, c, 11);
    fold(b, a, 25);
    fold(c, b, 16);
    fold(a, c, 4);
    fold(b, a, 14);
    fold(c, b, 24);
  }

  static void step(std::uint32_t& x, std::uint32_t& y, int turn, std::uint32_t z) noexcept {
    x -= y;
    x ^= std::rotl(y, turn);
    y += z;
  }

  static void fold(std::uint32_t& x, std::uint32_t y, int turn) noexcept {
    x ^= y;
    x -= std::rotl(y, turn);
  }
};

}  // namespace

std::uint32_t lookup3(Input bytes) noexcept {
  const std::uint32_t start = 0xDEADBEEF + static_cast<std::uint32_t>(bytes.size());
  State state{start, start, start};
  for (; bytes.size() > 12; bytes = bytes.subspan(12)) {
    state.add(bytes.first(12));
    state.mix();
  }
  if (bytes.empty()) return state.c;
  state.add(bytes);
  state.finish();
  return state.c;
}

}  // namespace syncbench::fuzz
