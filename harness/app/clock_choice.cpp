#include "harness/app/clock_choice.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/app/agreed_error.hpp"
#include "harness/mpi/check.hpp"
#include "harness/mpi/exchange.hpp"
#include "harness/mpi/shared_tsc.hpp"

namespace syncbench::app {

void refuse_without_tsc(const mpi::Communicator& world, const std::string& refusal) {
  const std::string mine = refusal.empty() ? "" : fmt::format("on {}: {}", mpi::host_name(), refusal);
  const auto all = mpi::allgather_texts(world, mine);
  const auto first = std::find_if(all.begin(), all.end(), [](const std::string& each) { return !each.empty(); });
  if (first == all.end()) return;
  throw AgreedError(ExitCode::unavailable,
                    fmt::format("--clock tsc: rank {} {}; use --clock raw", first - all.begin(), *first));
}

ChosenClock::ChosenClock(const mpi::Communicator& world, ClockSource source) : clock_(raw_clock()) {
  if (source == ClockSource::raw) return;
  const mpi::SharedTsc shared = mpi::share_tsc(world.split_by_node());
  refuse_without_tsc(world, shared.refusal);
  scale_ = shared.scale;
  clock_ = tsc_clock(scale_);
}

}  // namespace syncbench::app
