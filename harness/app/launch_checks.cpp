#include "harness/app/launch_checks.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "harness/app/agreed_error.hpp"
#include "harness/mpi/check.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::app {
namespace {

// May be asked before MPI_Init (MPI 3.1, 8.7).
std::string mpi_library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  SYNCBENCH_MPI(MPI_Get_library_version(text.data(), &length));
  std::string all(text.data());
  std::replace(all.begin(), all.end(), '\t', ' ');
  return all.substr(0, all.find_first_of(",\n"));
}

bool only_null(const Configuration& configuration) {
  const auto& names = configuration.run().backends;
  return std::all_of(names.begin(), names.end(), [](const std::string& name) { return name == "null"; });
}

}  // namespace

void refuse_hopeless_launch(const Launcher& launcher) {
  if (const auto sentence = early_mismatch(launcher, mpi_library())) throw Error(ExitCode::unavailable, *sentence);
}

void refuse_unflushable(const Configuration& configuration, bool can_flush) {
  if (configuration.run().buffers != kernels::BufferUse::cold || can_flush) return;
  throw Error(ExitCode::usage,
              "--buffers cold: this build cannot flush this processor's caches; did you mean --buffers rotate?");
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

}  // namespace syncbench::app
