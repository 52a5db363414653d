#include "results/times.hpp"

#include <cmath>

#include <fmt/format.h>

#include "harness/core/nanos.hpp"

namespace syncbench::results {
namespace {

[[noreturn]] void refuse(h5::Id object, const std::string& name) {
  h5::refuse(object, name, "has a time that no clock shows");
}

// Without a branch for each value: this looks at every sample of a file.
bool all_within(std::span<const std::int64_t> times, std::int64_t latest) noexcept {
  const auto most = static_cast<std::uint64_t>(latest);
  bool within = true;
  for (const std::int64_t time : times)
    within &= (static_cast<std::uint64_t>(time) + most <= 2 * most) | (time == kAbsent);
  return within;
}

}  // namespace

bool holds_times(std::string_view name) noexcept {
  return name.ends_with("_ns") || name.find("_ns_") != std::string_view::npos;
}

void require_times(h5::Id object, const std::string& name, std::span<const std::int64_t> times) {
  if (!all_within(times, name == "realtime_ns" ? kLatestRealTime : kLatestTime)) refuse(object, name);
}

void require_time(h5::Id object, const std::string& name, const Value& value) {
  if (!holds_times(name)) return;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) require_times(object, name, {whole, 1});
  const auto* real = std::get_if<double>(&value);
  if (real != nullptr && !(std::abs(*real) <= static_cast<double>(kLatestTime))) refuse(object, name);
}

}  // namespace syncbench::results
