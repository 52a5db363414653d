#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/init/cycle_phases.hpp"
#include "analysis/init/startup_phases.hpp"
#include "analysis/init/warm_up.hpp"
#include "analysis/run/selection.hpp"

namespace syncbench::analysis {

/// The first operations of one size in a process.
struct FirstCalls {
  std::string id, backend;
  std::string operation;  ///< "allreduce of 64 KiB on mpi"
  std::size_t n = 0;
  std::optional<WarmUp> warm_up;  ///< nothing: too few
  std::vector<CurvePoint> curve;
};

struct InitReport {
  std::filesystem::path file;
  std::vector<results::RankRow> ranks;
  std::vector<results::NodeRow> nodes;
  StartupPhases startup;
  std::vector<FirstCalls> first;  ///< in the order of the plan
  std::vector<CycleRow> cycles;
  std::vector<std::string> sentences;

  const std::string& host_of(std::size_t rank) const {
    return nodes.at(static_cast<std::size_t>(ranks.at(rank).node)).hostname;
  }
};

/// What a process needs before its first result, and until it is warm. Points alone are selected; of the startup, which
/// is the run's, all is told. Nothing where the file does not say how its ranks started. Throws as the reader does,
/// Error(usage) where the selection fits no point.
std::optional<InitReport> init_report_if_any(const std::filesystem::path& file, const Selection& selection);

/// The same. Throws Error(data) where there is nothing.
InitReport init_report(const std::filesystem::path& file, const Selection& selection);

/// "of 424 ms before the first result on rank 3 (n2), 281 are MPI_Init, 96 connecting to 7 peers"
std::string startup_sentence(const InitReport& report);

/// "the first allreduce of 64 KiB on mpi takes 412 µs, a warm one 18.0 µs; warm after 11 iterations; one warm-up call
/// removes 96 % of what is paid beyond that"
std::string first_sentence(const FirstCalls& first);

/// What a call or a barrier before it makes of the first operation on a new communicator, whose ratio's interval
/// excludes 1.
std::string before_sentence(const CycleRow& row);

}  // namespace syncbench::analysis
