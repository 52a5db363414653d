#include "harness/app/run.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <random>
#include <set>

#include <fmt/format.h>

#include "harness/app/agreed_error.hpp"
#include "harness/app/backends.hpp"
#include "harness/app/clock_choice.hpp"
#include "harness/app/finished_point.hpp"
#include "harness/app/identity.hpp"
#include "harness/app/launch_checks.hpp"
#include "harness/app/measure_points.hpp"
#include "harness/app/node_facts.hpp"
#include "harness/app/others_share.hpp"
#include "harness/app/plan.hpp"
#include "harness/app/progress_line.hpp"
#include "harness/app/rank_facts.hpp"
#include "harness/app/run_output.hpp"
#include "harness/app/start_spread.hpp"
#include "harness/app/terminal.hpp"
#include "harness/core/clock.hpp"
#include "harness/machine/thread_binding.hpp"
#include "harness/measure/interrupts.hpp"
#include "harness/measure/progress.hpp"
#include "harness/measure/timer_floor.hpp"
#include "harness/measure/watchdog.hpp"
#include "harness/mpi/check.hpp"
#include "harness/mpi/exchange.hpp"
#include "kernels/host_buffers.hpp"
#include "results/parts.hpp"

namespace syncbench::app {
namespace {

std::uint64_t agreed_seed(const mpi::Communicator& world, std::size_t wanted) {
  const auto drawn = wanted != 0 ? static_cast<std::int64_t>(wanted) : std::int64_t{std::random_device{}()};
  return static_cast<std::uint64_t>(mpi::broadcast_number(world, drawn, Rank{0}));
}

TimerFloor floor_of_slowest(const mpi::Communicator& world, Clock clock) {
  const TimerFloor mine = measure::timer_floor(clock);
  return {.overhead = Nanos{mpi::range_over_ranks(world, mine.overhead.count()).highest},
          .resolution = Nanos{mpi::range_over_ranks(world, mine.resolution.count()).highest}};
}

std::vector<std::string> hosts_of(const std::vector<RankFacts>& ranks) {
  std::vector<std::string> hosts;
  for (const RankFacts& each : ranks) hosts.push_back(each.host);
  return hosts;
}

// One run after its checks: what lives as long as the measurement.
class Session {
 public:
  Session(const mpi::Communicator& world, const Configuration& configuration, std::vector<PlannedPoint> plan,
          const RunFacts& facts, std::vector<RankFacts> rank_facts, machine::NumaMap numa, RankMasks masks, Clock clock,
          BackendMakers makers, Startup startup, Watched watched)
      : world_(world),
        configuration_(configuration),
        plan_(std::move(plan)),
        facts_(facts),
        rank_facts_(std::move(rank_facts)),
        numa_(std::move(numa)),
        masks_(std::move(masks)),
        traffic_(world.duplicate()),
        gates_(world.duplicate()),
        makers_(std::move(makers)),
        clocks_(world, world.split_by_node(), clock),
        progress_(watched.progress),
        watchdog_(watched.watchdog),
        startup_(std::move(startup)),
        output_(world, configuration) {}

  // Before open(); the same on all ranks.
  void warn(const machine::PlacementFinding& finding) { output_.warn(finding); }

  void open(const results::RunHeader& header) { output_.open(header, plan_, facts_.world); }

  ExitCode measure() {
    watchdog_.know({.rank = world_.rank(),
                    .hosts = hosts_of(rank_facts_),
                    .folder = output_.folder(),
                    .lock = results::lock_file(output_.folder()).string()});
    try {
      return measure_watched();
    } catch (const PeerLost& lost) {
      progress_.note(lost.what());
      measure::Watchdog::leave_to_it();
    }
  }

 private:
  ExitCode measure_watched() {
    startup_.stamp("clock");
    connect();
    startup_.stamp("library");
    masks_.after_backend = machine::thread_processor_list();
    Seats seats(facts_.world.numa, numa_, occupant_of(rank_facts_, world_.rank()), buffers_);
    const measure::Interrupts interrupts;
    measure::Surroundings surroundings{.communicator = gates_,
                                       .clocks = clocks_,
                                       .progress = progress_,
                                       .yields = facts_.yields,
                                       .synchronised_for = {},
                                       .after_batch = {},
                                       .floor = facts_.floor};
    record_facts(results::FactsMoment::begin);
    record_start_spreads(surroundings);
    ProgressLine progress_line(output_.table(), plan_, facts_.world, raw_clock(), world_.is_root() && shows_progress());
    if (world_.is_root()) {
      surroundings.after_batch = [this, &progress_line] {
        progress_line.draw();
        output_.writer()->beat();
      };
    }
    const auto of_some = [this](const std::string& name, const mpi::Communicator& ranks) {
      return make_backend(makers_, configuration_.run(), name, {.communicator = &ranks, .host_buffers = &buffers_});
    };
    PointLoop loop(world_, backends_, of_some, surroundings, seats, facts_, output_.writer(), output_.table());
    record_startup();
    std::string_view suite;
    for (const auto group : comparison_groups(plan_)) {
      if (world_.is_root() && group.front().suite != suite)
        begin_suite(output_.table(), plan_, suite = group.front().suite, facts_);
      if (loop.signal() == 0) {
        progress_line.begin_group(group);
        loop.measure(group);
        progress_line.end_group();
      } else if (loop.signal() == SIGUSR1) {
        loop.skip(group, "the run ended before its turn");
      }
    }
    progress_.begin(measure::Phase::ending, {});
    if (loop.signal() == SIGTERM || loop.signal() == SIGINT) output_.leave_parts(loop.signal());
    record_facts(results::FactsMoment::end);
    return output_.finish(loop);
  }

  // Under the watchdog: a peer that cannot be reached is found by its deadline.
  void connect() {
    backends_ =
        make_backends(makers_, configuration_.run(), {.communicator = &traffic_, .host_buffers = &buffers_}, progress_);
    for (const auto& [name, backend] : backends_) {
      const auto phases = longest_setup(world_, *backend);
      if (phases.empty() || output_.writer() == nullptr) continue;
      for (const kernels::SetupPhase& each : phases)
        output_.writer()->set_setup_time(name + "_" + each.name, each.duration.count());
      if (configuration_.run().quiet) continue;
      fmt::print("{}\n", setup_sentence(name, world_.size(), phases));
      std::fflush(stdout);
    }
  }

  bool shows_progress() const {
    const ProgressMode mode = configuration_.run().progress;
    return mode == ProgressMode::bar || (mode == ProgressMode::automatic && is_watched());
  }

  void record_facts(results::FactsMoment moment) {
    const auto& binding = rank_facts_.at(static_cast<std::size_t>(world_.rank().value)).binding;
    auto facts = gather_node_facts(world_, rank_facts_, facts_of(masks_, binding, world_.rank()));
    on_root(world_, [&] {
      if (moment == results::FactsMoment::begin) facts_at_begin_ = facts;
      for (std::size_t node = 0; moment == results::FactsMoment::end && node < facts.size(); ++node)
        facts[node] = with_others_share(facts_at_begin_.at(node), facts[node]);
      output_.writer()->facts(moment, std::move(facts));
    });
  }

  void record_startup() {
    startup_.stamp("ready");
    auto rows = gather_startup(world_, startup_);
    if (output_.writer() != nullptr) output_.writer()->set_startup(std::move(rows));
  }

  // What lateness has to exceed, for every start mode that the plan uses, with and without its evidence.
  void record_start_spreads(measure::Surroundings& surroundings) {
    std::set<std::pair<StartMode, Evidence>> ways;
    for (const PlannedPoint& each : plan_) {
      ways.emplace(each.point.treatment.start, Evidence::off);
      ways.emplace(each.point.treatment.start, each.point.treatment.evidence);
    }
    for (const auto& [mode, evidence] : ways) {
      const StartSpread spread = measure_start_spread(mode, evidence, surroundings);
      std::string way(name_of(mode));
      if (evidence != Evidence::off) way += "_" + std::string(name_of(evidence));
      if (output_.writer() == nullptr) continue;
      output_.writer()->set_start_spread(way, spread.median.count());
      output_.writer()->set_start_spread(way + "_p99", spread.p99.count());
    }
  }

  const mpi::Communicator& world_;
  const Configuration& configuration_;
  std::vector<PlannedPoint> plan_;
  const RunFacts& facts_;
  std::vector<RankFacts> rank_facts_;
  machine::NumaMap numa_;                    // of this rank's host
  RankMasks masks_;                          // of this rank
  std::vector<std::string> facts_at_begin_;  // of nodes, on rank 0
  kernels::HostBuffers buffers_;
  mpi::Communicator traffic_, gates_;
  BackendMakers makers_;
  Backends backends_;
  mpi::ClockSync clocks_;
  measure::Progress& progress_;
  measure::Watchdog& watchdog_;
  Startup startup_;
  RunOutput output_;
};

}  // namespace

measure::WatchdogLimits watchdog_limits(const RunOptions& options) noexcept {
  return {.timeout = std::chrono::seconds(options.timeout_s), .io_timeout = std::chrono::seconds(options.io_timeout_s)};
}

ExitCode run(const mpi::Communicator& world, const Configuration& configuration, const Launcher& launcher,
             const std::vector<std::string>& arguments, const RankMasks& masks, Startup startup, Watched watched) {
  auto step = [&, steps = std::uint64_t{0}]() mutable { watched.progress.step(++steps); };
  refuse_bad_launch(world, configuration, launcher);
  refuse_different_configurations(world, configuration);
  step();
  BackendMakers makers = load_backends(world, configuration.run());
  step();
  const std::vector<RankFacts> rank_facts = exchange_rank_facts(world);
  watched.watchdog.know({.rank = world.rank(), .hosts = hosts_of(rank_facts), .folder = {}});
  const auto placement = placement_of(rank_facts);
  step();
  const ChosenClock chosen(world, configuration.run().clock);
  suite::World described = look_at_world(world);
  described.working_set = working_set_of(rank_facts);
  step();
  const machine::NumaMap own_numa = machine::numa_map();
  described.numa = agreed_numa_map(world, own_numa);
  step();
  const RunFacts facts{.world = described,
                       .seed = agreed_seed(world, configuration.run().seed),
                       .clock = configuration.run().clock,
                       .floor = floor_of_slowest(world, chosen.clock()),
                       .yields = shares_processors(placement)};
  startup.stamp("topology");
  step();
  Session session(world, configuration, make_plan(configuration, facts.world, facts.seed), facts, rank_facts, own_numa,
                  masks, chosen.clock(), std::move(makers), std::move(startup), watched);
  for (const machine::PlacementFinding& each : placement) session.warn(each);
  session.open(make_header(rank_facts, configuration, launcher, arguments));
  return session.measure();
}

}  // namespace syncbench::app
