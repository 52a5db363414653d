#include "harness/app/run.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <set>

#include <fmt/format.h>

#include "harness/app/agreed_error.hpp"
#include "harness/app/backends.hpp"
#include "harness/app/clock_choice.hpp"
#include "harness/app/estimate.hpp"
#include "harness/app/finished_point.hpp"
#include "harness/app/identity.hpp"
#include "harness/app/launch_checks.hpp"
#include "harness/app/measure_points.hpp"
#include "harness/app/node_facts.hpp"
#include "harness/app/others_share.hpp"
#include "harness/app/output_file.hpp"
#include "harness/app/plan.hpp"
#include "harness/app/progress_line.hpp"
#include "harness/app/rank_facts.hpp"
#include "harness/app/result_name.hpp"
#include "harness/app/start_spread.hpp"
#include "harness/app/terminal.hpp"
#include "harness/core/clock.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text.hpp"
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

void print_first_line(const Configuration& configuration, const suite::World& world,
                      const std::vector<PlannedPoint>& plan) {
  if (configuration.run().quiet) return;
  const auto seconds = static_cast<double>(estimate_of(plan, world).time.count()) / 1e9;
  std::vector<std::string> suites;
  for (const auto* each : configuration.chosen_suites()) suites.emplace_back(each->suite->name());
  fmt::print("syncbench: {} ({} points) on {}, {} ranks on {} node{}, about {:.0f} s\n", join(suites, "+"), plan.size(),
             join(configuration.run().backends, "+"), world.ranks, world.nodes, world.nodes == 1 ? "" : "s",
             std::max(1.0, seconds));
  std::fflush(stdout);
}

ExitCode signal_code(int signal) { return static_cast<ExitCode>(128 + signal); }

std::string signal_name(int signal) {
  if (signal == SIGUSR1) return "SIGUSR1";
  return signal == SIGTERM ? "SIGTERM" : "SIGINT";
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

// Between two signs of life no rank is busy for longer than the watchdog allows.
std::chrono::seconds patience_of(const RunOptions& options) {
  constexpr std::chrono::seconds kMargin{60};
  const std::chrono::seconds longest(std::max(options.timeout_s, options.io_timeout_s));
  return std::max(results::RunWriter::kPatience, longest + kMargin);
}

std::string utc_now() { return utc_text(std::chrono::system_clock::now()); }

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
        table_(stdout, configuration.run().quiet) {}

  // Said above and below the table, and stored. The same on all ranks; before open().
  void warn(const machine::PlacementFinding& finding) {
    warnings_.push_back(finding.sentence);
    placement_.push_back(finding);
  }

  // Makes the place for the result first, so that an unwritable one fails before anything is measured.
  void open(const results::RunHeader& header) {
    std::string folder;
    on_root(world_, [&] {
      const auto existing =
          configuration_.run().force ? results::RunWriter::Existing::replace : results::RunWriter::Existing::refuse;
      const std::filesystem::path file = result_file(configuration_, facts_.world);
      refuse_missing_folder(file);
      writer_.emplace(file, header, existing, patience_of(configuration_.run()));
      file_ = file;
      folder = results::parts_folder(std::filesystem::absolute(file)).string();
      for (const machine::PlacementFinding& each : placement_)
        writer_->log({.time = utc_now(), .rank = -1, .code = std::string(name_of(each.kind)), .text = each.sentence});
      print_first_line(configuration_, facts_.world, plan_);
      note_moved_parts(configuration_.run().quiet ? stderr : stdout);
      print_warnings(configuration_.run().quiet ? stderr : stdout);
    });
    folder_ = mpi::broadcast_text(world_, folder, Rank{0});
  }

  ExitCode measure() {
    watchdog_.know({.rank = world_.rank(),
                    .hosts = hosts_of(rank_facts_),
                    .folder = folder_,
                    .lock = results::lock_file(folder_).string()});
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
    ProgressLine progress_line(table_, plan_, facts_.world, raw_clock(), world_.is_root() && shows_progress());
    if (world_.is_root()) {
      surroundings.after_batch = [this, &progress_line] {
        progress_line.draw();
        writer_->beat();
      };
    }
    const auto of_some = [this](const std::string& name, const mpi::Communicator& ranks) {
      return make_backend(makers_, configuration_.run(), name, {.communicator = &ranks, .host_buffers = &buffers_});
    };
    PointLoop loop(world_, backends_, of_some, surroundings, seats, facts_, writer_ ? &*writer_ : nullptr, table_);
    record_startup();
    std::string_view suite;
    for (const auto group : comparison_groups(plan_)) {
      if (world_.is_root() && group.front().suite != suite)
        begin_suite(table_, plan_, suite = group.front().suite, facts_);
      if (loop.signal() == 0) {
        progress_line.begin_group(group);
        loop.measure(group);
        progress_line.end_group();
      } else if (loop.signal() == SIGUSR1) {
        loop.skip(group, "the run ended before its turn");
      }
    }
    progress_.begin(measure::Phase::ending, {});
    if (loop.signal() == SIGTERM || loop.signal() == SIGINT) leave_parts(loop.signal());
    record_facts(results::FactsMoment::end);
    finish(loop);
    refuse_damaged_parts();
    if (loop.signal() != 0) return signal_code(loop.signal());
    refuse_wrong_payloads(loop);
    return ExitCode::ok;
  }

  // Under the watchdog: a peer that cannot be reached is found by its deadline.
  void connect() {
    backends_ =
        make_backends(makers_, configuration_.run(), {.communicator = &traffic_, .host_buffers = &buffers_}, progress_);
    for (const auto& [name, backend] : backends_) {
      const auto phases = longest_setup(world_, *backend);
      if (phases.empty() || !writer_) continue;
      for (const kernels::SetupPhase& each : phases)
        writer_->set_setup_time(name + "_" + each.name, each.duration.count());
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
      writer_->facts(moment, std::move(facts));
    });
  }

  void record_startup() {
    startup_.stamp("ready");
    auto rows = gather_startup(world_, startup_);
    if (writer_) writer_->set_startup(std::move(rows));
  }

  // What lateness has to exceed, for every start mode that the plan uses, with and without its evidence.
  void record_start_spreads(measure::Surroundings& surroundings) {
    std::set<std::pair<StartMode, Evidence>> ways;
    for (const PlannedPoint& each : plan_) {
      ways.emplace(each.point.treatment.start, Evidence::off);
      ways.emplace(each.point.treatment.start, each.point.treatment.evidence);
    }
    for (const auto& [mode, evidence] : ways) {
      const Nanos spread = measure_start_spread(mode, evidence, surroundings);
      std::string way(name_of(mode));
      if (evidence != Evidence::off) way += "_" + std::string(name_of(evidence));
      if (writer_) writer_->set_start_spread(way, spread.count());
    }
  }

  // Merges the parts. There is time for that after a scheduler's warning; after SIGTERM a launcher kills a second
  // later.
  void finish(const PointLoop& loop) {
    std::filesystem::path file;
    on_root(world_, [&] {
      for (const std::string& each : loop.wrong_payloads())
        writer_->log({.time = utc_now(), .rank = -1, .code = "corrupt", .text = each});
      for (const std::string& each : loop.clock_warnings())
        writer_->log({.time = utc_now(), .rank = -1, .code = "clock", .text = each});
      const bool interrupted = loop.signal() != 0;
      file = writer_->finish(interrupted ? "interrupted" : loop.wrong_payloads().empty() ? "finished" : "corrupt");
    });
    if (!world_.is_root()) return;
    table_.end();
    warnings_.insert(warnings_.end(), loop.clock_warnings().begin(), loop.clock_warnings().end());
    if (!configuration_.run().quiet) print_warnings(stdout);
    const std::string early = loop.signal() == 0 ? "" : fmt::format("   ended early by {}", signal_name(loop.signal()));
    const std::string other =
        file == file_ ? "" : fmt::format(" ({} appeared meanwhile and is kept)", one_line(file_.string()));
    fmt::print("wrote {}{}{}   next: syncbench-analyze explain {}\n", one_line(file.string()), other, early,
               shell_path(file.string()));
    std::fflush(stdout);
  }

  // After --force over points that nobody recovered.
  void note_moved_parts(std::FILE* out) const {
    const std::filesystem::path aside = writer_->moved_aside();
    if (aside.empty()) return;
    fmt::print(out, "the points of an earlier run stay in {} until this one is finished\n", one_line(aside.string()));
    std::fflush(out);
  }

  // The file is there, without them.
  void refuse_damaged_parts() {
    on_root(world_, [&] {
      const auto& left_out = writer_->left_out();
      if (left_out.empty()) return;
      throw Error(
          ExitCode::data,
          fmt::format("{} of the run's points could not be merged and stay in {}; the first: {} ({}); "
                      "all others are in the file that was written",
                      left_out.size(), folder_, left_out.front().part.filename().string(), left_out.front().reason));
    });
  }

  // Also to those who want no table: once, beside the errors.
  void print_warnings(std::FILE* out) const {
    for (const std::string& each : warnings_) fmt::print(out, "WARNING: {}\n", each);
    std::fflush(out);
  }

  [[noreturn]] void leave_parts(int signal) const {
    throw AgreedError(signal_code(signal),
                      fmt::format("ended by {}; the points that were finished are in {}, each a whole result file",
                                  signal_name(signal), folder_));
  }

  static void refuse_wrong_payloads(const PointLoop& loop) {
    const auto& wrong = loop.wrong_payloads();
    if (wrong.empty()) return;
    throw AgreedError(ExitCode::data, fmt::format("wrong payload in {} point{}; the first: {}", wrong.size(),
                                                  wrong.size() == 1 ? "" : "s", wrong.front()));
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

  LiveTable table_;
  std::vector<std::string> warnings_;
  std::vector<machine::PlacementFinding> placement_;
  std::optional<results::RunWriter> writer_;  // on rank 0
  std::filesystem::path file_;                // the result's name as it was asked for, on rank 0
  std::string folder_;                        // of the parts, on every rank
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
