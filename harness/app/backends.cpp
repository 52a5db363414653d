#include "harness/app/backends.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "harness/app/agreed_error.hpp"
#include "harness/core/text.hpp"
#include "harness/mpi/check.hpp"
#include "harness/mpi/exchange.hpp"
#include "kernels/module.hpp"

namespace syncbench::app {
namespace {

std::map<std::string, std::string, std::less<>> settings_of(const std::string& backend, const RunOptions& run) {
  if (backend == "gloo") return {{"iface", run.gloo_iface}};
  return {};
}

std::unique_ptr<kernels::Backend> make(const kernels::BackendMaker& maker, const kernels::BackendContext& context) {
  try {
    return maker(context);
  } catch (const Error& error) {
    // A library that refuses does so on all ranks.
    if (error.code() == ExitCode::unavailable) throw AgreedError(error.code(), error.what());
    throw;
  }
}

double milliseconds(Nanos time) { return static_cast<double>(time.count()) / 1e6; }

}  // namespace

BackendMakers load_backends(const mpi::Communicator& world, const RunOptions& run) {
  const auto folders = kernels::module_folders(run.modules);
  BackendMakers makers;
  std::string failure;
  for (const kernels::BackendRegistration* each : kernels::BackendRegistration::all()) {
    const std::string name(each->name());
    if (std::find(run.backends.begin(), run.backends.end(), name) == run.backends.end()) continue;
    try {
      makers.emplace(name, each->load(folders));
    } catch (const Error& error) {
      failure = fmt::format("rank {} on {}: {}", world.rank().value, mpi::host_name(), error.what());
    }
  }
  const std::string reason = agreed_reason(world, failure);
  if (!reason.empty()) throw AgreedError(ExitCode::unavailable, reason);
  return makers;
}

Backends make_backends(const BackendMakers& makers, const RunOptions& run, kernels::BackendContext context,
                       measure::Progress& progress) {
  std::uint64_t steps = 0;
  context.waits_for = [&](const std::string& what) {
    progress.step(++steps);
    progress.note(what.empty()
                      ? ""
                      : fmt::format("rank {} on {}: {}", context.communicator->rank().value, mpi::host_name(), what));
  };
  Backends backends;
  for (const auto& [name, maker] : makers) {
    progress.begin(measure::Phase::connecting, {});
    context.settings = settings_of(name, run);
    backends.emplace(name, make(maker, context));
  }
  return backends;
}

std::unique_ptr<kernels::Backend> make_backend(const BackendMakers& makers, const RunOptions& run,
                                               const std::string& name, kernels::BackendContext context) {
  context.settings = settings_of(name, run);
  return makers.at(name)(context);
}

std::vector<kernels::SetupPhase> longest_setup(const mpi::Communicator& world, const kernels::Backend& backend) {
  std::vector<kernels::SetupPhase> phases = backend.setup();
  if (phases.empty()) return phases;
  std::vector<std::int64_t> times;
  for (const kernels::SetupPhase& each : phases) times.push_back(each.duration.count());
  times.push_back(std::accumulate(times.begin(), times.end(), std::int64_t{0}));
  phases.push_back({.name = "total"});
  times = mpi::highest_over_ranks(world, std::move(times));
  for (std::size_t i = 0; i < phases.size(); ++i) phases[i].duration = Nanos{times[i]};
  return phases;
}

std::string setup_sentence(const std::string& backend, int ranks, const std::vector<kernels::SetupPhase>& phases) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i + 1 < phases.size(); ++i)
    parts.push_back(fmt::format("{} {:.2f}", phases[i].name, milliseconds(phases[i].duration)));
  return fmt::format("{}: {} ranks connected in {:.2f} ms ({}; of the slowest rank each)", backend, ranks,
                     milliseconds(phases.back().duration), join(parts, ", "));
}

}  // namespace syncbench::app
