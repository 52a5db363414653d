#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/app/configuration.hpp"
#include "harness/app/launcher.hpp"
#include "harness/app/rank_facts.hpp"
#include "harness/mpi/communicator.hpp"
#include "results/model.hpp"
#include "suites/suite/world.hpp"

namespace syncbench::app {

/// Labels of --label as a JSON object. Throws Error(usage) for what is not KEY=VALUE,...
std::string labels_json(const std::string& label);

/// The ranks, where they run, and the memory that the poorest node has. Collective; the same on every rank.
suite::World look_at_world(const mpi::Communicator& world);

/// What a run says about itself. Secrets in arguments are redacted.
results::RunHeader make_header(const std::vector<RankFacts>& facts, const Configuration& configuration,
                               const Launcher& launcher, const std::vector<std::string>& arguments);

}  // namespace syncbench::app
