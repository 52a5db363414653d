#include "harness/app/variant_text.hpp"

#include <fmt/format.h>

#include "harness/core/duration_text.hpp"

namespace syncbench::app {
namespace {

// In the units of the table's other times.
std::string amount_text(const LatenessAmount& amount) {
  if (amount == LatenessAmount{}) return "in time";
  if (amount.multiple > 0) return fmt::format("late {} T0", amount.multiple);
  return fmt::format("late {} µs", microseconds_text(amount.time));
}

std::string variant_text(const kernels::Probe& probe) {
  if (const auto* quantum = std::get_if<kernels::WorkQuantum>(&probe))
    return fmt::format("{} µs", microseconds_text(quantum->length));
  if (const kernels::MemoryPlace* place = memory_place(probe))
    return fmt::format("cores {} mem {}", place->cpu_node, place->memory_node);
  const auto threshold = std::get<kernels::SelfishLoop>(probe).threshold;
  return threshold ? fmt::format("over {} ns", threshold->count()) : "auto";
}

std::string variant_text(const machine::Seating& seating) {
  using machine::CpuPolicy;
  using machine::MemoryPolicy;
  if (seating.cpu == CpuPolicy::node) return fmt::format("cores {} mem {}", seating.cpu_node, seating.memory_node);
  return std::string(seating.memory == MemoryPolicy::local ? name_of(seating.cpu) : name_of(seating.memory));
}

}  // namespace

std::string variant_text(const suite::Point& point) {
  if (point.probe) return variant_text(*point.probe);
  if (point.seating) return variant_text(*point.seating);
  const auto round = point.factors.find("round");
  if (!point.groups.empty() && round != point.factors.end())
    return fmt::format("round {} {}", std::get<std::int64_t>(round->second),
                       std::get<std::string>(point.factors.at("direction")));
  if (const auto& cycle = point.workload.cycle)
    return fmt::format("{}, {}", name_of(cycle->making),
                       cycle->before == kernels::Before::nothing ? "-" : name_of(cycle->before));
  const kernels::Step& step = point.workload.step;
  if (step.allocation != kernels::Allocation::none) return std::string(name_of(step.allocation));
  if (step.packs > 0) return fmt::format("pack ×{}", step.slow_packs);
  const auto method = point.factors.find("method");
  if (method != point.factors.end())
    return fmt::format("{} {}", std::get<std::string>(point.factors.at("compared_layout")),
                       std::get<std::string>(method->second));
  const auto& lateness = point.treatment.lateness;
  if (!lateness) return policy_text(point.workload);
  const bool between = lateness->place == LatenessPlace::between;
  return amount_text(lateness->amount) + (between ? " between" : "");
}

}  // namespace syncbench::app
