#include "harness/app/launcher.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "harness/core/text.hpp"

namespace syncbench::app {
namespace {

// The first that is set counts: mpirun inside a Slurm job inherits its daemon's step, so its own variables come first.
constexpr std::array kRankVariables{"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
constexpr std::array kTaskVariables{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"};
constexpr std::array kLaunchVariables{"SYNCBENCH_LAUNCH"};
constexpr std::array kLocalTaskVariables{"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"};
constexpr std::array kInterfaceVariables{"PMIX_NAMESPACE", "PMIX_RANK", "PMI_FD", "PMI_RANK", "PMI_SIZE"};

template <class Names>
std::optional<int> first_number(const Environment& environment, const Names& names) {
  for (const char* name : names) {
    const auto text = environment(name);
    const auto number = text ? parse_whole(*text) : std::nullopt;
    if (number && *number >= 0 && *number < 1'000'000'000) return static_cast<int>(*number);
  }
  return std::nullopt;
}

std::string launcher_name(const Environment& environment) {
  if (environment("OMPI_COMM_WORLD_SIZE")) return "mpirun";
  if (environment("SLURM_PROCID") && environment("SLURM_STEP_NUM_TASKS")) return "srun";
  if (environment("PMI_SIZE")) return "mpiexec";
  return {};
}

bool is_on_one_host(const Environment& environment, std::optional<int> tasks) {
  const auto local = first_number(environment, kLocalTaskVariables);
  if (local) return local == tasks;
  return first_number(environment, std::array{"SLURM_STEP_NUM_NODES"}) == 1;
}

// Of a process manager's name for the launch, what may stand in the name of a file.
std::string job_of(const Environment& environment) {
  std::string job = environment("PMIX_NAMESPACE").value_or("");
  if (job.empty() && environment("SLURM_JOB_ID") && environment("SLURM_STEP_ID"))
    job = "slurm-" + *environment("SLURM_JOB_ID") + "." + *environment("SLURM_STEP_ID");
  std::replace_if(
      job.begin(), job.end(), [](char c) { return std::string_view("/\n").find(c) != std::string_view::npos; }, '_');
  return job.substr(0, 100);
}

}  // namespace

Environment process_environment() {
  return [](const char* name) -> std::optional<std::string> {
    const char* value = std::getenv(name);
    if (value == nullptr) return std::nullopt;
    return value;
  };
}

Launcher detect_launcher(const Environment& environment) {
  const auto tasks = first_number(environment, kTaskVariables);
  return {.name = launcher_name(environment),
          .rank = first_number(environment, kRankVariables),
          .tasks = tasks,
          .one_host = is_on_one_host(environment, tasks),
          .job = job_of(environment),
          .launch = first_number(environment, kLaunchVariables).value_or(0),
          .introduces = std::any_of(kInterfaceVariables.begin(), kInterfaceVariables.end(),
                                    [&](const char* name) { return environment(name).has_value(); })};
}

bool speaks(const Launcher& launcher) { return launcher.rank.value_or(0) == 0; }

std::optional<std::string> mismatch(const Launcher& launcher, int mpi_size, const std::string& mpi_library) {
  if (!launcher.tasks || *launcher.tasks <= mpi_size) return std::nullopt;
  const std::string what =
      fmt::format("{} started {} tasks but MPI sees {}", launcher.name.empty() ? "the launcher" : launcher.name,
                  *launcher.tasks, mpi_size);
  if (launcher.name == "srun")
    return fmt::format("{}; try srun --mpi=pmix, or --mpi=pmi2 (this program was built with {})", what, mpi_library);
  return fmt::format("{}; use the launcher that belongs to {}, which this program was built with", what, mpi_library);
}

std::optional<std::string> early_mismatch(const Launcher& launcher, const std::string& mpi_library) {
  if (launcher.name != "srun" || launcher.introduces || !mpi_library.starts_with("Open MPI")) return std::nullopt;
  return mismatch(launcher, 1, mpi_library);
}

}  // namespace syncbench::app
