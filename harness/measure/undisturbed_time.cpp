#include "harness/measure/undisturbed_time.hpp"

#include <algorithm>
#include <vector>

#include "harness/core/median_interval.hpp"

namespace syncbench::measure {
namespace {

constexpr std::size_t kFewest = 30;

}  // namespace

Nanos undisturbed_time(std::span<const Passage> iterations, Nanos epsilon) {
  std::vector<std::int64_t> all, together;
  for (const Passage& each : iterations) {
    const std::int64_t took = each.last_leave - each.last_enter;
    all.push_back(took);
    if (each.last_enter - each.first_enter <= std::max(2 * epsilon.count(), took / 20)) together.push_back(took);
  }
  return Nanos{std::max<std::int64_t>(1, median_of(together.size() < kFewest ? all : together))};
}

}  // namespace syncbench::measure
