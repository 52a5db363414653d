#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/units.hpp"
#include "harness/machine/binding.hpp"
#include "harness/machine/facts.hpp"
#include "harness/machine/placement.hpp"
#include "harness/machine/working_set.hpp"
#include "harness/mpi/communicator.hpp"

namespace syncbench::app {

/// What a rank tells all others about where it runs.
struct RankFacts {
  NodeIndex node;
  std::string host;
  std::int64_t pid = 0;
  machine::Binding binding;
  std::optional<double> quota;  ///< processors' worth of time that control groups leave to its node's ranks
};

/// The processors that a rank might run on as time went on, in list form: what the launcher did, and who changed it.
struct RankMasks {
  std::string at_entry, after_mpi_init, after_backend;
};

/// "rank.3.cpus_at_entry", ".cpus_after_mpi_init", ".cpus_after_backend" and ".cpus_of_machine", how many those are.
machine::Facts facts_of(const RankMasks& masks, const machine::Binding& binding, Rank rank);

/// Every rank's facts on every rank, in rank order. Collective; takes some milliseconds. Throws Error(internal).
std::vector<RankFacts> exchange_rank_facts(const mpi::Communicator& world);

/// This rank's facts as text, for whoever brings them together by other ways; and facts from all ranks' texts, where
/// ranks of one host are on one node and an empty text is a rank of which nothing is known.
std::string own_facts_text();
std::vector<RankFacts> rank_facts_by_host(const std::vector<std::string>& texts);

/// What is wrong with where ranks run.
std::vector<machine::PlacementFinding> placement_of(const std::vector<RankFacts>& facts);

/// What one rank's buffers have to add up to for --buffers rotate, so that caches do not hold them.
machine::WorkingSet working_set_of(const std::vector<RankFacts>& facts);

/// Do ranks compete for processors, so that whoever waits must let others run?
bool shares_processors(const std::vector<machine::PlacementFinding>& findings);

}  // namespace syncbench::app
