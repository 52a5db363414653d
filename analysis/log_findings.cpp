#include "log_findings.hpp"

namespace syncbench::analysis {

std::vector<Finding> log_findings(const results::RunReader& reader) {
  std::vector<Finding> findings;
  for (const results::LogRow& row : reader.log()) {
    Finding finding;
    finding.what = row.text;
    finding.evidence = {"/run/log"};
    if (row.rank >= 0) finding.ranks = {row.rank};
    if (row.code == "unreachable") {
      finding.cause = Cause::unreachable;
      finding.certain = true;
      finding.advice = "look at firewalls, routes and the interfaces that the library was told to use";
    } else if (row.code == "clock") {
      finding.cause = Cause::clock;
      finding.weight = Weight::note;
      finding.advice = "measure again; do not compare nodes at those points";
    } else if (row.code == "warning") {
      finding.cause = Cause::placement;
      finding.weight = Weight::note;
      finding.advice = "bind every rank to a core of its own";
    } else {
      continue;
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace syncbench::analysis
