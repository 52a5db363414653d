#include <iterator>

#include "analysis/facts/fact_findings.hpp"
#include "analysis/facts/interface_findings.hpp"
#include "analysis/facts/load_findings.hpp"
#include "analysis/facts/log_findings.hpp"
#include "analysis/facts/network_findings.hpp"
#include "analysis/facts/thread_level_findings.hpp"
#include "analysis/finding/analyser.hpp"

namespace syncbench::analysis {
namespace {

// What nodes, the run's log and its header say; the samples have no part in it.
Judgement judge(const JudgedRun& run) {
  const std::vector<NodeFacts> nodes = facts_of_nodes(run.reader);
  Judgement judgement;
  for (std::vector<Finding> findings :
       {load_findings(nodes), fact_findings(nodes), network_findings(nodes), interface_findings(nodes),
        log_findings(run.reader), thread_level_findings(run.reader.header().mpi_threads)})
    std::move(findings.begin(), findings.end(), std::back_inserter(judgement.findings));
  return judgement;
}

const Analyser analyser{"facts", judge};

}  // namespace
}  // namespace syncbench::analysis
