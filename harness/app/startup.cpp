#include "harness/app/startup.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/core/clock.hpp"
#include "harness/core/error.hpp"
#include "harness/core/text.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::app {
namespace {

constexpr Nanos kHour{3'600'000'000'000};

// Where a launch's time begins, on both clocks; nothing if that is still to come.
std::optional<machine::TwoClocks> wrapper_time(const std::string& text, machine::TwoClocks main) {
  const auto real = parse_whole(text);
  const Nanos ago = main.other - Nanos{std::max<std::int64_t>(0, real.value_or(0))};
  if (ago >= Nanos{0} && ago <= kHour) return machine::TwoClocks{.raw = main.raw - ago, .other = main.other - ago};
  if (ago < Nanos{0} && -ago <= kHour) return std::nullopt;
  throw Error(ExitCode::usage, fmt::format("SYNCBENCH_T0={} is no time of the past hour in nanoseconds; set it just "
                                           "before the launch, as in SYNCBENCH_T0=$(date +%s%N)",
                                           text));
}

std::string pack(const std::vector<results::StartupRow>& rows) {
  std::string text;
  for (const results::StartupRow& each : rows)
    text += fmt::format("{} {} {} {}\n", each.phase, each.peer, each.when_ns, each.realtime_ns);
  return text;
}

void unpack(const std::string& text, std::int64_t rank, std::vector<results::StartupRow>& rows) {
  for (const std::string& line : split(text, '\n')) {
    const std::vector<std::string> parts = split(line, ' ');
    if (parts.size() != 4) continue;  // behind the last line
    rows.push_back({.rank = rank,
                    .phase = parts[0],
                    .peer = parse_whole(parts[1]).value_or(-1),
                    .when_ns = parse_whole(parts[2]).value_or(kAbsent),
                    .realtime_ns = parse_whole(parts[3]).value_or(kAbsent)});
  }
}

}  // namespace

Startup::Startup(const Environment& environment, machine::TwoClocks main, std::optional<Nanos> started) {
  const auto add = [this](const char* phase, Nanos when, std::int64_t real) {
    rows_.push_back({.rank = 0, .phase = phase, .peer = -1, .when_ns = when.count(), .realtime_ns = real});
  };
  const auto wrapper = environment("SYNCBENCH_T0");
  if (const auto begun = wrapper ? wrapper_time(*wrapper, main) : std::nullopt) {
    add("wrapper", begun->raw, begun->other.count());
  } else {
    add("process", std::min(started.value_or(main.raw), main.raw), kAbsent);
  }
  add("main", main.raw, main.other.count());
}

void Startup::stamp(std::string phase, std::int64_t peer) {
  rows_.push_back({.rank = 0,
                   .phase = std::move(phase),
                   .peer = peer,
                   .when_ns = raw_clock().now().count(),
                   .realtime_ns = kAbsent});
}

std::vector<results::StartupRow> gather_startup(const mpi::Communicator& world, const Startup& startup) {
  const std::vector<std::string> texts = mpi::gather_texts(world, pack(startup.rows()));
  std::vector<results::StartupRow> rows;
  for (std::size_t rank = 0; rank < texts.size(); ++rank) unpack(texts[rank], static_cast<std::int64_t>(rank), rows);
  return rows;
}

}  // namespace syncbench::app
