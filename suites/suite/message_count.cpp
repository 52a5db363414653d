#include "suites/suite/message_count.hpp"

#include <algorithm>

namespace syncbench::suite {
namespace {

bool sends_blocks(Collective collective) noexcept {
  return collective == Collective::reduce_scatter || collective == Collective::all_to_all ||
         collective == Collective::scatter;
}

bool shares(Collective collective) noexcept {
  return sends_blocks(collective) || collective == Collective::allgather || collective == Collective::gather;
}

}  // namespace

std::size_t count_for(Collective collective, kernels::ElementType type, Bytes bytes, int ranks) noexcept {
  if (collective == Collective::barrier) return 0;
  const std::size_t elements = bytes.count / size_of(type);
  const std::size_t blocks = sends_blocks(collective) ? static_cast<std::size_t>(ranks) : 1;
  return std::max<std::size_t>(1, elements / blocks);
}

std::size_t count_for_tensor(Collective collective, std::size_t elements, int ranks) noexcept {
  if (!shares(collective)) return elements;
  const auto parts = static_cast<std::size_t>(ranks);
  return (elements + parts - 1) / parts;
}

}  // namespace syncbench::suite
