#include "harness/core/quantile.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/core/error.hpp"

namespace syncbench {
namespace {

constexpr std::uint32_t kWhole = 1'000'000;

}  // namespace

std::string name_of(Quantile quantile) {
  const std::uint32_t percent = quantile.millionths / 10'000;
  std::string decimals = fmt::format("{:04}", quantile.millionths % 10'000);
  decimals.erase(decimals.find_last_not_of('0') + 1);
  return decimals.empty() ? fmt::format("p{}", percent) : fmt::format("p{}.{}", percent, decimals);
}

std::size_t quantile_rank(std::size_t n, Quantile quantile) {
  if (quantile.millionths > kWhole) throw Error(ExitCode::internal, "a quantile's level lies between 0 and 1");
  if (n == 0) return 0;
  // n = whole · 10⁶ + rest, so that no product overflows.
  const std::size_t whole = n / kWhole * quantile.millionths;
  const std::size_t rest = n % kWhole * quantile.millionths;
  return std::max<std::size_t>(1, whole + (rest + kWhole - 1) / kWhole);
}

std::int64_t quantile_of_sorted(std::span<const std::int64_t> ascending, Quantile quantile) {
  if (ascending.empty()) throw Error(ExitCode::internal, "no samples have no quantile");
  return ascending[quantile_rank(ascending.size(), quantile) - 1];
}

}  // namespace syncbench
