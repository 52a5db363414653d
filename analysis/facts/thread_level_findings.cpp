#include "analysis/facts/thread_level_findings.hpp"

#include <fmt/format.h>

namespace syncbench::analysis {

std::vector<Finding> thread_level_findings(std::string_view level) {
  if (level.empty() || level == "single") return {};
  Finding finding;
  finding.cause = Cause::thread_level;
  finding.weight = Weight::note;
  finding.what = fmt::format(
      "MPI worked at thread level {}: most libraries lock or check in every call then, which small messages pay for",
      level);
  finding.evidence = {"/run (attribute mpi_threads)"};
  finding.advice =
      "to see the price, launch the same again with --mpi-threads single and compare both files; a program pays it if "
      "its "
      "framework calls MPI_Init_thread with this level";
  return {finding};
}

}  // namespace syncbench::analysis
