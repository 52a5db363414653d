#include "harness/machine/process_start.hpp"

#include <ctime>
#include <fstream>
#include <string>

#include <unistd.h>

#include "harness/core/clock.hpp"
#include "harness/core/text.hpp"

namespace syncbench::machine {
namespace {

constexpr std::size_t kFieldOfStart = 22;  // proc(5); fields are counted from 1
constexpr std::size_t kFirstAfterName = 3;
constexpr int kTries = 5;

Nanos read(clockid_t clock) noexcept {
  timespec now{};
  clock_gettime(clock, &now);
  return Nanos{std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec};
}

// The try with the shortest way from one reading of the raw clock to the next knows best when the other was read.
TwoClocks raw_and(clockid_t other) noexcept {
  TwoClocks best{};
  Nanos shortest = Nanos::max();
  for (int i = 0; i < kTries; ++i) {
    const Nanos before = raw_clock().now();
    const Nanos read_between = read(other);
    const Nanos after = raw_clock().now();
    if (after - before >= shortest) continue;
    shortest = after - before;
    best = {.raw = before + (after - before) / 2, .other = read_between};
  }
  return best;
}

}  // namespace

TwoClocks raw_and_real() noexcept { return raw_and(CLOCK_REALTIME); }

std::optional<std::int64_t> start_ticks(std::string_view stat) noexcept {
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string_view::npos) return std::nullopt;
  std::string_view rest = stat.substr(name_end + 1);
  for (std::size_t field = kFirstAfterName;; ++field) {
    const std::size_t begin = rest.find_first_not_of(' ');
    if (begin == std::string_view::npos) return std::nullopt;
    const std::size_t end = rest.find_first_of(" \n", begin);
    if (field == kFieldOfStart) return parse_whole(rest.substr(begin, end - begin));
    if (end == std::string_view::npos) return std::nullopt;
    rest = rest.substr(end);
  }
}

std::optional<Nanos> process_start() {
  std::ifstream file("/proc/self/stat");
  std::string stat;
  std::getline(file, stat);
  const auto ticks = start_ticks(stat);
  const long each = ::sysconf(_SC_CLK_TCK);
  if (!ticks || each <= 0) return std::nullopt;
  const TwoClocks now = raw_and(CLOCK_BOOTTIME);
  return now.raw - (now.other - Nanos{*ticks * (1'000'000'000 / each)});
}

}  // namespace syncbench::machine
