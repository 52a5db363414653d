#include "kernels/probe.hpp"

#include "harness/core/detour.hpp"

namespace syncbench::kernels {
namespace {

struct NameOf {
  std::string_view operator()(const SelfishLoop&) const noexcept { return "selfish-loop"; }
  std::string_view operator()(const WorkQuantum&) const noexcept { return "work-quantum"; }
  std::string_view operator()(const MemoryChase&) const noexcept { return "memory-latency"; }
  std::string_view operator()(const MemoryCopy&) const noexcept { return "memory-copy"; }
};

}  // namespace

std::string_view name_of(const Probe& probe) noexcept { return std::visit(NameOf{}, probe); }

const MemoryPlace* memory_place(const Probe& probe) noexcept {
  if (const auto* chase = std::get_if<MemoryChase>(&probe)) return &chase->place;
  if (const auto* copy = std::get_if<MemoryCopy>(&probe)) return &copy->place;
  return nullptr;
}

Bytes memory_size(const Probe& probe) noexcept {
  if (const auto* chase = std::get_if<MemoryChase>(&probe)) return chase->size;
  if (const auto* copy = std::get_if<MemoryCopy>(&probe)) return copy->size;
  return {};
}

Bytes memory_of(const Probe& probe) noexcept {
  // A cycle is remembered, 8 bytes for each line of 64; a copy is as large as what is copied.
  if (const auto* chase = std::get_if<MemoryChase>(&probe)) return {chase->size.count + chase->size.count / 8};
  if (const auto* copy = std::get_if<MemoryCopy>(&probe)) return {2 * copy->size.count};
  const auto* loop = std::get_if<SelfishLoop>(&probe);
  return {loop == nullptr ? 0 : loop->most_detours * sizeof(Detour)};
}

bool takes_one_rank(const Probe& probe) noexcept { return memory_place(probe) != nullptr; }

}  // namespace syncbench::kernels
