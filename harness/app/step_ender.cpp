#include "harness/app/step_ender.hpp"

#include <filesystem>

#include <unistd.h>

#include "harness/core/text.hpp"

namespace syncbench::app {
namespace {

std::string found_in_path(const std::string& program, const Environment& environment) {
  for (const std::string& folder : split(environment("PATH").value_or(""), ':')) {
    const std::filesystem::path path = std::filesystem::path(folder) / program;
    if (path.is_absolute() && access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

}  // namespace

std::vector<std::string> step_ender(const Launcher& launcher, const Environment& environment) {
  const auto job = environment("SLURM_JOB_ID"), step = environment("SLURM_STEP_ID");
  if (launcher.name != "srun" || !job || !step) return {};
  const std::string program = found_in_path("scancel", environment);
  if (program.empty()) return {};
  return {program, "--signal=KILL", *job + "." + *step};
}

}  // namespace syncbench::app
