#include "harness/machine/environment_facts.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "harness/machine/file_facts.hpp"
#include "harness/machine/redaction.hpp"

namespace syncbench::machine {
namespace {

constexpr std::size_t kMostVariables = 4096;

constexpr std::array<std::string_view, 11> kAllowed{"NCCL_", "OMPI_", "PMIX_", "UCX_", "CUDA_",     "SLURM_",
                                                    "HDF5_", "OMP_",  "GLOO_", "FI_",  "SYNCBENCH_"};

// MCA parameters are settings, but for those by which the launcher tells its daemons and processes of the job.
constexpr std::array<std::string_view, 2> kSettings{"OMPI_MCA_", "PMIX_MCA_"};
constexpr std::array<std::string_view, 5> kOfTheJob{"OMPI_MCA_orte_", "OMPI_MCA_ess_", "OMPI_MCA_pmix",
                                                    "OMPI_MCA_initial_wdir", "OMPI_MCA_shmem_"};
constexpr std::array<std::string_view, 5> kLaunchers{"OMPI_", "PMIX_", "SLURM_", "SYNCBENCH_T0", "SYNCBENCH_LAUNCH"};

template <std::size_t n>
bool begins_with_any(std::string_view name, const std::array<std::string_view, n>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view each) { return name.starts_with(each); });
}

FactClass class_of(std::string_view name) {
  const bool is_setting = begins_with_any(name, kSettings) && !begins_with_any(name, kOfTheJob);
  return begins_with_any(name, kLaunchers) && !is_setting ? FactClass::passing : FactClass::config;
}

}  // namespace

Facts environment_facts(const char* const* environment) {
  Facts facts;
  for (std::size_t index = 0; index < kMostVariables && environment[index] != nullptr; ++index) {
    const std::string_view variable = environment[index];
    const std::size_t equals = variable.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view name = variable.substr(0, equals);
    if (!begins_with_any(name, kAllowed)) continue;
    // Redacted before it is shortened: half a secret does not look like one.
    facts.add(class_of(name), "env." + std::string(name),
              value_of(redact(name, variable.substr(equals + 1)), Form::text));
  }
  return facts;
}

}  // namespace syncbench::machine
