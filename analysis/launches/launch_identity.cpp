#include "analysis/launches/launch_identity.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "analysis/facts/fact_findings.hpp"
#include "harness/core/error.hpp"

namespace syncbench::analysis {
namespace {

// Where a result goes, how it is found again and what is shown meanwhile; a seed is drawn anew in each launch.
constexpr std::array kNotOfTheCommand =
    std::to_array<std::string_view>({"out", "label", "seed", "quiet", "force", "progress", "modules"});

constexpr std::array kSteeringVariables =
    std::to_array<std::string_view>({"env.OMPI_MCA_", "env.MPICH_", "env.UCX_", "env.FI_", "env.NCCL_", "env.GLOO_"});

void add_facts(const results::RunReader& reader, LaunchIdentity& identity) {
  const FactTexts facts = parse_facts(reader.facts(0, results::FactsMoment::begin));
  identity.emplace_back("processor", fact(facts, "identity", "cpu.model").value_or(""));
  const auto config = facts.find("config");
  if (config == facts.end()) return;
  for (const auto& [name, value] : config->second) {
    if (name.starts_with("library.")) identity.emplace_back(name, value);
    const auto steers = [&name = name](std::string_view each) { return name.starts_with(each); };
    if (std::any_of(kSteeringVariables.begin(), kSteeringVariables.end(), steers))
      identity.emplace_back("variable " + name.substr(4), value);
  }
}

void add_settings(const results::RunReader& reader, LaunchIdentity& identity) {
  const auto settings = nlohmann::json::parse(reader.header().config_json, nullptr, false);
  if (!settings.is_object())
    throw Error(ExitCode::data, fmt::format("{}: /run/config is no JSON object", reader.file().string()));
  for (const auto& [name, value] : settings.items()) {
    if (std::find(kNotOfTheCommand.begin(), kNotOfTheCommand.end(), name) == kNotOfTheCommand.end())
      identity.emplace_back("setting --" + name, value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }
}

const std::string* value_in(const LaunchIdentity& identity, const std::string& name) {
  const auto found =
      std::find_if(identity.begin(), identity.end(), [&](const auto& each) { return each.first == name; });
  return found == identity.end() ? nullptr : &found->second;
}

std::string said(const std::string* value) {
  if (value == nullptr) return "missing";
  return value->empty() ? "not known" : *value;
}

std::string difference_in(const std::string& name, const std::string* first, const std::string* other) {
  return fmt::format("{} is {}, and {} in the files before it", name, said(other), said(first));
}

}  // namespace

LaunchIdentity identity_of(const results::RunReader& reader) {
  const results::RunHeader& header = reader.header();
  LaunchIdentity identity{{"the number of ranks", std::to_string(header.ranks)},
                          {"the number of nodes", std::to_string(header.nodes)},
                          {"the thread level of MPI (mpi_threads)", header.mpi_threads},
                          {"the backends' list", header.backends},
                          {"the version of syncbench", header.version + " " + header.git}};
  add_facts(reader, identity);
  add_settings(reader, identity);
  return identity;
}

std::optional<std::string> difference(const LaunchIdentity& first, const LaunchIdentity& other) {
  for (const auto& [name, value] : first) {
    const std::string* const found = value_in(other, name);
    if (found == nullptr || *found != value) return difference_in(name, &value, found);
  }
  for (const auto& [name, value] : other) {
    if (value_in(first, name) == nullptr) return difference_in(name, nullptr, &value);
  }
  return std::nullopt;
}

}  // namespace syncbench::analysis
