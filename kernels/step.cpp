#include "kernels/step.hpp"

#include <fmt/format.h>

#include "kernels/memory_step.hpp"
#include "kernels/pack_step.hpp"

namespace syncbench::kernels {

std::vector<std::string> mark_names_of(const Step& step, std::size_t operations) {
  std::vector<std::string> names;
  if (step.allocation != Allocation::none) names.emplace_back("allocated");
  if (step.packs > 0) names.emplace_back("packed");
  if (!step.pause) return names;
  for (std::size_t i = 1; i <= operations; ++i) {
    names.push_back(fmt::format("done {}", i));
    if (i == 1) names.emplace_back("resumed");
  }
  return names;
}

Bytes memory_of(const Step& step, Bytes bytes) noexcept {
  Bytes sum;
  if (step.allocation != Allocation::none) sum.count += MemoryStep::memory(bytes).count;
  if (step.packs > 0) sum.count += PackStep::memory(bytes).count;
  return sum;
}

}  // namespace syncbench::kernels
