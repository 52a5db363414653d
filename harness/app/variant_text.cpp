#include "variant_text.hpp"

#include <fmt/format.h>

#include <syncbench/core/duration_text.hpp>

namespace syncbench::app {
namespace {

// In the units of the table's other times.
std::string amount_text(const LatenessAmount& amount) {
  if (amount == LatenessAmount{}) return "in time";
  if (amount.multiple > 0) return fmt::format("late {} T0", amount.multiple);
  return fmt::format("late {} µs", microseconds_text(amount.time));
}

}  // namespace

std::string variant_text(const suite::Point& point) {
  const auto round = point.factors.find("round");
  if (!point.groups.empty() && round != point.factors.end())
    return fmt::format("round {} {}", std::get<std::int64_t>(round->second),
                       std::get<std::string>(point.factors.at("direction")));
  const kernels::Step& step = point.workload.step;
  if (step.allocation != kernels::Allocation::none) return std::string(name_of(step.allocation));
  if (step.packs > 0) return fmt::format("pack ×{}", step.slow_packs);
  if (point.workload.packing != kernels::Packing::none)
    return fmt::format("{} {}", layout_text(point.workload.operations.front().layout), name_of(point.workload.packing));
  const auto& lateness = point.treatment.lateness;
  if (!lateness) return policy_text(point.workload);
  const bool between = lateness->place == LatenessPlace::between;
  return amount_text(lateness->amount) + (between ? " between" : "");
}

}  // namespace syncbench::app
