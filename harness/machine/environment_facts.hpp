#pragma once

#include "harness/machine/facts.hpp"

namespace syncbench::machine {

/// Environment variables of communication libraries and launchers, by an allow-list of beginnings (NCCL_ OMPI_ PMIX_
/// UCX_ CUDA_ SLURM_ HDF5_ OMP_ GLOO_ FI_ SYNCBENCH_), as "env.NAME", redacted. Settings are FactClass::config; what a
/// launcher sets anew for every job is FactClass::passing.
///
/// `environment`: as `environ`, NAME=value strings that end with nullptr. Never fails; the first 4096 variables count.
Facts environment_facts(const char* const* environment);

}  // namespace syncbench::machine
