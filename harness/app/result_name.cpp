#include "harness/app/result_name.hpp"

#include <chrono>
#include <cstdlib>

#include <fmt/format.h>

#include "harness/app/output_file.hpp"

namespace syncbench::app {

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

}  // namespace syncbench::app
