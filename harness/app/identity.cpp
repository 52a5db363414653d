#include "harness/app/identity.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/app/output_file.hpp"
#include "harness/app/version.hpp"
#include "harness/core/error.hpp"
#include "harness/core/text.hpp"
#include "harness/machine/host.hpp"
#include "harness/machine/redaction.hpp"
#include "harness/mpi/exchange.hpp"
#include "harness/mpi/runtime.hpp"

namespace syncbench::app {
namespace {

void add_rank(results::RunHeader& header, std::map<std::int64_t, std::int64_t>& ranks_on, const RankFacts& facts) {
  const std::int64_t node = facts.node.value;
  if (node == static_cast<std::int64_t>(header.node_rows.size()))
    header.node_rows.push_back({.node = node, .hostname = facts.host});
  header.rank_rows.push_back({.rank = static_cast<std::int64_t>(header.rank_rows.size()),
                              .node = node,
                              .local_rank = ranks_on[node]++,
                              .pid = facts.pid,
                              .cpus = facts.binding.processors,
                              .numa_nodes = facts.binding.numa_nodes,
                              .device = {}});
}

// A user's words may hold a secret: "--label note=ghp_...".
std::string without_secrets(const std::string& config) {
  auto all = nlohmann::ordered_json::parse(config);
  for (auto& [name, value] : all.items()) {
    if (!value.is_string()) continue;
    std::string kept;
    for (const std::string& item : split(value.get<std::string>(), ','))
      kept += (kept.empty() ? "" : ",") + machine::redact_argument(item);
    value = kept;
  }
  return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::string labels_json(const std::string& label) {
  nlohmann::ordered_json labels = nlohmann::ordered_json::object();
  for (const std::string& item : split(label, ',')) {
    const auto equals = item.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw Error(ExitCode::usage, fmt::format("--label {}: '{}' is not KEY=VALUE; did you mean {}=yes?", label, item,
                                               item.empty() ? "key" : item.substr(equals == 0 ? 1 : 0)));
    }
    const std::string key = item.substr(0, equals);
    labels[key] = machine::redact(key, item.substr(equals + 1));
  }
  return labels.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

suite::World look_at_world(const mpi::Communicator& world) {
  const auto nodes = mpi::node_of_each_rank(world);
  const auto memory = static_cast<std::int64_t>(machine::available_memory().count);
  return {.ranks = world.size(),
          .nodes = std::max_element(nodes.begin(), nodes.end())->value + 1,
          .memory_per_node = Bytes{static_cast<std::size_t>(mpi::range_over_ranks(world, memory).lowest)}};
}

results::RunHeader make_header(const std::vector<RankFacts>& facts, const Configuration& configuration,
                               const Launcher& launcher, const std::vector<std::string>& arguments) {
  results::RunHeader header;
  header.version = version();
  header.git = git_commit();
  header.created = utc_text(std::chrono::system_clock::now());
  header.run_id = boost::uuids::to_string(boost::uuids::random_generator()());
  header.backends = join(configuration.run().backends, ",");
  header.launcher = launcher.name.empty() ? "none" : launcher.name;
  header.launch_index = launcher.launch;
  header.mpi_threads = name_of(mpi::thread_level());
  header.ranks = static_cast<std::int64_t>(facts.size());
  header.argv = nlohmann::json(machine::redact_arguments(arguments))
                    .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  header.config_json = without_secrets(configuration.json());
  header.labels_json = labels_json(configuration.run().label);
  std::map<std::int64_t, std::int64_t> ranks_on;
  for (const RankFacts& each : facts) add_rank(header, ranks_on, each);
  header.nodes = static_cast<std::int64_t>(header.node_rows.size());
  return header;
}

}  // namespace syncbench::app
