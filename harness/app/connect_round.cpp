#include "harness/app/connect_round.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "harness/app/agreed_error.hpp"
#include "harness/app/identity.hpp"
#include "harness/app/output_file.hpp"
#include "harness/app/plan.hpp"
#include "harness/app/point_record.hpp"
#include "harness/app/rank_facts.hpp"
#include "harness/app/result_name.hpp"
#include "harness/core/text.hpp"
#include "harness/mpi/reachability.hpp"
#include "results/writer.hpp"

namespace syncbench::app {
namespace {

using Pairs = std::vector<std::pair<Rank, Rank>>;

// The option of the suite, if that is chosen.
std::optional<std::chrono::seconds> connect_timeout(const Configuration& configuration) {
  for (const suite::OptionSpec* spec : configuration.chosen_options()) {
    if (spec->name == "pairs.connect-timeout") return std::chrono::seconds(*parse_whole(spec->values().front()));
  }
  return std::nullopt;
}

std::string list_of(const Pairs& pairs) {
  std::vector<std::string> texts;
  for (const auto& [a, b] : pairs) texts.push_back(fmt::format("{}-{}", a.value, b.value));
  return join(texts, ",");
}

std::string sentence_of(const std::pair<Rank, Rank>& pair, const std::vector<RankFacts>& ranks,
                        std::chrono::seconds timeout) {
  const auto host = [&](Rank rank) { return ranks.at(static_cast<std::size_t>(rank.value)).host; };
  return fmt::format("ranks {} ({}) and {} ({}) did not reach each other within {} s", pair.first.value,
                     host(pair.first), pair.second.value, host(pair.second), timeout.count());
}

// A result without samples: who cannot talk to whom, and what was not measured for it.
std::filesystem::path write_result(const Configuration& configuration, const Launcher& launcher,
                                   const std::vector<std::string>& arguments, const std::vector<RankFacts>& ranks,
                                   const Pairs& pairs, std::chrono::seconds timeout) {
  const int nodes = std::max_element(ranks.begin(), ranks.end(), [](const RankFacts& a, const RankFacts& b) {
                      return a.node < b.node;
                    })->node.value;
  const RunFacts facts{.world = {.ranks = static_cast<int>(ranks.size()), .nodes = nodes + 1, .memory_per_node = {}},
                       .seed = configuration.run().seed,
                       .clock = configuration.run().clock,
                       .floor = {},
                       .yields = false};
  // A result that measured nothing replaces none.
  const auto existing =
      configuration.run().force ? results::RunWriter::Existing::keep : results::RunWriter::Existing::refuse;
  const std::filesystem::path file = result_file(configuration, facts.world);
  refuse_missing_folder(file);
  results::RunWriter writer(file, make_header(ranks, configuration, launcher, arguments), existing);
  for (const auto& each : pairs)
    writer.log({.time = utc_text(std::chrono::system_clock::now()),
                .rank = -1,
                .code = "unreachable",
                .text = sentence_of(each, ranks, timeout)});
  for (const PlannedPoint& planned : make_plan(configuration, facts.world, facts.seed)) {
    results::PointHeader header = describe(planned, facts);
    header.attributes["unreachable"] = list_of(pairs);
    writer.not_measured(std::move(header), "not all ranks can reach each other");
  }
  return writer.finish("unreachable");
}

}  // namespace

void connect_everyone(const Configuration& configuration, const Launcher& launcher,
                      const std::vector<std::string>& arguments) {
  const auto timeout = connect_timeout(configuration);
  if (!timeout) return;
  const mpi::Reachability found = mpi::reach_everyone(own_facts_text(), *timeout);
  if (found.everyone) return;
  if (found.unreachable.empty())  // not rank 0
    throw AgreedError(ExitCode::unavailable, "not all ranks can reach each other, as rank 0 says");
  const std::vector<RankFacts> ranks = rank_facts_by_host(found.texts);
  std::filesystem::path file;
  try {
    file = write_result(configuration, launcher, arguments, ranks, found.unreachable, *timeout);
  } catch (const Error& error) {
    throw AgreedError(error.code(), error.what());
  }
  const std::size_t more = found.unreachable.size() - 1;
  throw AgreedError(
      ExitCode::unavailable,
      fmt::format("{}{}; nothing was measured, and {} says so (look for a firewall, or the wrong network device)",
                  sentence_of(found.unreachable.front(), ranks, *timeout),
                  more == 0 ? "" : fmt::format(", and {} more pair{}", more, more == 1 ? "" : "s"), file.string()));
}

}  // namespace syncbench::app
