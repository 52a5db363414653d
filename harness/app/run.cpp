#include "run.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>

#include <fmt/format.h>

#include "agreed_error.hpp"
#include "estimate.hpp"
#include "identity.hpp"
#include "live_table.hpp"
#include "measure_points.hpp"
#include "output_file.hpp"
#include "plan.hpp"
#include <syncbench/core/clock.hpp>
#include <syncbench/core/text.hpp>
#include <syncbench/kernels/host_buffers.hpp>
#include <syncbench/measure/timer_floor.hpp>
#include <syncbench/mpi/check.hpp>
#include <syncbench/mpi/exchange.hpp>

namespace syncbench::app {
namespace {

std::string mpi_library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  SYNCBENCH_MPI(MPI_Get_library_version(text.data(), &length));
  const std::string all(text.data());
  return all.substr(0, all.find_first_of(",\n"));
}

bool only_null(const Configuration& configuration) {
  const auto& names = configuration.run().backends;
  return std::all_of(names.begin(), names.end(), [](const std::string& name) { return name == "null"; });
}

void refuse_bad_launch(const mpi::Communicator& world, const Configuration& configuration, const Launcher& launcher) {
  if (const auto sentence = mismatch(launcher, world.size(), mpi_library()))
    throw AgreedError(ExitCode::unavailable, *sentence);
  if (world.size() > 1 || only_null(configuration)) return;
  throw AgreedError(ExitCode::usage,
                    "1 rank has nobody to synchronise with. Try: srun -N2 -n2 ./syncbench, or mpirun -n 2 ./syncbench");
}

void refuse_different_configurations(const mpi::Communicator& world, const Configuration& configuration) {
  const auto mine = static_cast<std::int64_t>(configuration.hash());
  const auto roots = mpi::broadcast_number(world, mine, Rank{0});
  const int differing = mine == roots ? world.size() : world.rank().value;
  const auto first = static_cast<int>(mpi::range_over_ranks(world, differing).lowest);
  if (first == world.size()) return;
  const std::string host = mpi::broadcast_text(world, mpi::host_name(), Rank{first});
  throw AgreedError(
      ExitCode::usage,
      fmt::format(
          "rank {} on {} has other options than rank 0; start all ranks with the same command line and --config file",
          first, host));
}

std::uint64_t agreed_seed(const mpi::Communicator& world, std::size_t wanted) {
  const auto drawn = wanted != 0 ? static_cast<std::int64_t>(wanted) : std::int64_t{std::random_device{}()};
  return static_cast<std::uint64_t>(mpi::broadcast_number(world, drawn, Rank{0}));
}

PointLoop::Backends make_backends(const Configuration& configuration, const kernels::BackendContext& context) {
  PointLoop::Backends backends;
  for (const kernels::BackendRegistration* each : kernels::BackendRegistration::all()) {
    const auto& names = configuration.run().backends;
    const std::string name(each->name());
    if (std::find(names.begin(), names.end(), name) != names.end()) backends.emplace(name, each->make(context));
  }
  return backends;
}

// "smallpkt", or "2suites" where there are several.
std::string suite_part(const Configuration& configuration) {
  const auto chosen = configuration.chosen_suites();
  return chosen.size() == 1 ? std::string(chosen.front()->suite->name()) : fmt::format("{}suites", chosen.size());
}

std::filesystem::path result_file(const Configuration& configuration, const suite::World& world) {
  const char* job = std::getenv("SLURM_JOB_ID");
  return output_file(configuration.run().out, {.time = std::chrono::system_clock::now(),
                                               .suite = suite_part(configuration),
                                               .nodes = world.nodes,
                                               .ranks = world.ranks,
                                               .job = job == nullptr ? "" : job});
}

void print_first_line(const Configuration& configuration, const suite::World& world,
                      const std::vector<PlannedPoint>& plan) {
  if (configuration.run().quiet) return;
  const auto seconds = static_cast<double>(estimate_of(plan, world).time.count()) / 1e9;
  fmt::print("syncbench: {} ({} points) on {}, {} ranks on {} node{}, about {:.0f} s\n", suite_part(configuration),
             plan.size(), join(configuration.run().backends, "+"), world.ranks, world.nodes,
             world.nodes == 1 ? "" : "s", std::max(1.0, seconds));
  std::fflush(stdout);
}

ExitCode finish(const mpi::Communicator& world, std::optional<results::RunWriter>& writer, const PointLoop& loop,
                LiveTable& table) {
  std::filesystem::path file;
  on_root(world, [&] {
    const auto& wrong = loop.wrong_payloads();
    for (const std::string& each : wrong)
      writer->log({.time = utc_text(std::chrono::system_clock::now()), .rank = -1, .code = "corrupt", .text = each});
    file = writer->finish(wrong.empty() ? "finished" : "corrupt");
  });
  if (world.is_root()) {
    table.end();
    fmt::print("wrote {}   next: syncbench-analyze summary {}\n", file.string(), file.string());
    std::fflush(stdout);
  }
  if (loop.wrong_payloads().empty()) return ExitCode::ok;
  throw AgreedError(ExitCode::data,
                    fmt::format("wrong payload in {} point{}; the first: {}", loop.wrong_payloads().size(),
                                loop.wrong_payloads().size() == 1 ? "" : "s", loop.wrong_payloads().front()));
}

}  // namespace

ExitCode run(const mpi::Communicator& world, const Configuration& configuration, const Launcher& launcher,
             const std::vector<std::string>& arguments) {
  refuse_bad_launch(world, configuration, launcher);
  refuse_different_configurations(world, configuration);

  RunFacts facts{
      .world = look_at_world(world), .seed = agreed_seed(world, configuration.run().seed), .timer_overhead = {}};
  const auto plan = make_plan(configuration, facts.world);
  const results::RunHeader header = make_header(world, configuration, launcher, arguments);
  std::optional<results::RunWriter> writer;
  on_root(world, [&] {
    const auto existing =
        configuration.run().force ? results::RunWriter::Existing::replace : results::RunWriter::Existing::refuse;
    const std::filesystem::path file = result_file(configuration, facts.world);
    refuse_missing_folder(file);
    writer.emplace(file, header, existing);
    print_first_line(configuration, facts.world, plan);
  });

  kernels::HostBuffers buffers;
  const mpi::Communicator traffic = world.duplicate();
  const auto backends = make_backends(configuration, {.communicator = &traffic, .host_buffers = &buffers});
  const mpi::Communicator gates = world.duplicate();
  const measure::Runner runner(gates, raw_clock());
  facts.timer_overhead = Nanos{mpi::range_over_ranks(world, measure::timer_overhead(raw_clock()).count()).highest};

  LiveTable table(stdout, configuration.run().quiet);
  PointLoop loop(world, backends, runner, facts, writer ? &*writer : nullptr, table);
  if (world.is_root()) table.begin();
  for (const auto group : comparison_groups(plan)) loop.measure(group);
  return finish(world, writer, loop, table);
}

}  // namespace syncbench::app
