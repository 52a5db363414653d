// syncbench: parses on every rank before MPI is up, speaks on one, and turns whatever fails into one sentence and its
// exit code.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "harness/app/agreed_error.hpp"
#include "harness/app/command_line.hpp"
#include "harness/app/configuration.hpp"
#include "harness/app/connect_round.hpp"
#include "harness/app/dry_run.hpp"
#include "harness/app/first_touch.hpp"
#include "harness/app/identity.hpp"
#include "harness/app/info_pages.hpp"
#include "harness/app/launch_checks.hpp"
#include "harness/app/launcher.hpp"
#include "harness/app/launches.hpp"
#include "harness/app/meeting_place.hpp"
#include "harness/app/plan.hpp"
#include "harness/app/run.hpp"
#include "harness/app/silence.hpp"
#include "harness/app/startup.hpp"
#include "harness/app/step_ender.hpp"
#include "harness/core/clock.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/machine/host.hpp"
#include "harness/machine/thread_binding.hpp"
#include "harness/measure/meeting_place.hpp"
#include "harness/measure/progress.hpp"
#include "harness/measure/watchdog.hpp"
#include "harness/mpi/runtime.hpp"
#include "kernels/cache_lines.hpp"
#include "suites/suite/world.hpp"

namespace {

using namespace syncbench;

void say(const char* sentence) {
  fmt::print(stderr, "syncbench: {}\n", one_line(sentence));
  std::fflush(stderr);
}

// Resolves the command line and answers what needs no launch. Nothing: go on and measure.
std::optional<ExitCode> answer_without_launch(const app::CommandLine& line, const app::Configuration& configuration,
                                              bool speaking) {
  const auto page = [&]() -> std::string {
    switch (line.action) {
      case app::Action::help:
        return app::help_page(configuration);
      case app::Action::version:
        return app::version_page();
      case app::Action::list:
        return app::list_page();
      case app::Action::describe:
        return app::describe_page(configuration, line.described);
      case app::Action::dry_run:
        return app::dry_run_page(configuration, app::described_world(line));
      case app::Action::print_config:
        return configuration.toml();
      case app::Action::run:
        break;
    }
    return {};
  }();
  if (line.action == app::Action::run) return std::nullopt;
  if (speaking) fmt::print("{}", page);
  return ExitCode::ok;
}

// What is known of the launch before MPI is up; not how many nodes it spans, so as many as there can be.
suite::World expected_world(const app::Launcher& launcher) {
  suite::World world;
  world.ranks = std::max(world.ranks, launcher.tasks.value_or(world.ranks));
  world.nodes = world.ranks;
  return world;
}

// What can be known to be wrong before MPI is up, is.
void refuse_early(const app::CommandLine& line, const app::Configuration& configuration,
                  const app::Launcher& launcher) {
  app::labels_json(configuration.run().label);
  if (line.ranks || line.nodes || line.memory) {
    throw Error(ExitCode::usage,
                "--ranks, --nodes and --memory describe a world for --dry-run; did you mean to add --dry-run?");
  }
  if (line.launcher && !line.launches)
    throw Error(ExitCode::usage, "--launcher says how launches begin; did you mean to add --launches 10?");
  if (configuration.is_set("numa.machine"))
    throw Error(ExitCode::usage, "--numa.machine describes a machine for --dry-run; did you mean to add --dry-run?");
  app::refuse_unflushable(configuration, kernels::can_flush_lines());
  app::make_plan(configuration, expected_world(launcher));
}

// A watchdog over all that happens here, which can be called off.
class Watch {
 public:
  explicit Watch(const app::Launcher& launcher) : launcher_(launcher) { begin(measure::Phase::options); }

  void limit_to(const app::RunOptions& options) {
    limits_ = app::watchdog_limits(options);
    meeting_ = app::meeting_place(launcher_, app::process_environment(), options.out, getppid());
    ender_ = app::step_ender(launcher_, app::process_environment());
  }

  void begin(measure::Phase phase) {
    progress_.begin(phase, {});
    if (!watchdog_)
      watchdog_.emplace(progress_, measure::Watchdog::Process{launcher_.rank, machine::host_name(), meeting_, ender_},
                        limits_);
  }

  void call_off() { watchdog_.reset(); }

  app::Watched watched() { return {.progress = progress_, .watchdog = *watchdog_}; }

 private:
  const app::Launcher& launcher_;
  measure::WatchdogLimits limits_;
  measure::MeetingPlace meeting_;
  std::vector<std::string> ender_;
  measure::Progress progress_{raw_clock()};
  std::optional<measure::Watchdog> watchdog_;
};

ExitCode launch(int argc, char** argv, const app::Configuration& configuration, const app::Launcher& launcher,
                app::Startup startup, Watch& watch) {
  const std::vector<std::string> arguments(argv, argv + argc);
  app::RankMasks masks{.at_entry = machine::thread_processor_list(), .after_mpi_init = {}, .after_backend = {}};
  startup.stamp("options");
  watch.begin(measure::Phase::mpi_init);
  mpi::MpiRuntime runtime(argc, argv, configuration.run().mpi_threads);
  startup.stamp("mpi-init");
  watch.call_off();  // what finds out who can be reached has deadlines of its own
  masks.after_mpi_init = machine::thread_processor_list();
  try {
    ExitCode code = ExitCode::internal;
    try {
      app::connect_everyone(configuration, launcher, arguments);
      app::touch_peers(startup, std::chrono::seconds(configuration.run().timeout_s));
      watch.begin(measure::Phase::starting);
      const auto world = mpi::Communicator::world();
      startup.stamp("communicator");
      code = app::run(world, configuration, launcher, arguments, masks, std::move(startup), watch.watched());
    } catch (const app::AgreedError& error) {
      if (app::speaks(launcher)) {
        say(error.what());
      } else {
        app::let_the_speaker_speak();
      }
      code = error.code();
    }
    watch.begin(measure::Phase::finalising);
    runtime.finish();
    return code;
  } catch (const Error& error) {
    say(error.what());
    mpi::abort_job(static_cast<int>(error.code()));
  } catch (const std::exception& error) {
    say(error.what());
    mpi::abort_job(static_cast<int>(ExitCode::internal));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const machine::TwoClocks begun = machine::raw_and_real();
  const app::Launcher launcher = app::detect_launcher(app::process_environment());
  const bool speaking = app::speaks(launcher);
  try {
    Watch watch(launcher);
    const app::Configuration defaults(suite::Profile::quick);
    const app::CommandLine line = app::parse_command_line(argc, argv, defaults.options());
    const app::Configuration configuration = app::Configuration::resolve(line);
    watch.call_off();
    if (const auto code = answer_without_launch(line, configuration, speaking)) return static_cast<int>(*code);
    if (line.launches) return static_cast<int>(app::launch_repeatedly(line, configuration, launcher, argc, argv));
    watch.limit_to(configuration.run());
    watch.begin(measure::Phase::options);
    refuse_early(line, configuration, launcher);
    app::refuse_hopeless_launch(launcher);
    app::Startup startup(app::process_environment(), begun, machine::process_start());
    return static_cast<int>(launch(argc, argv, configuration, launcher, std::move(startup), watch));
  } catch (const Error& error) {
    if (speaking) say(error.what());
    if (!speaking) app::let_the_speaker_speak();
    return static_cast<int>(error.code());
  } catch (const std::exception& error) {
    say(error.what());
    return static_cast<int>(ExitCode::internal);
  }
}
