#include "analysis/facts/log_findings.hpp"

#include <algorithm>
#include <array>

namespace syncbench::analysis {
namespace {

// What a line of the log means, by its code.
struct Meaning {
  std::string_view code;
  Cause cause;
  Weight weight;
  const char* advice;
};

constexpr const char* kBind = "bind every rank to a core of its own (srun --cpu-bind=cores, mpirun --bind-to core)";
constexpr const char* kFewer = "start as many ranks on a node as it has cores for them, and bind each to its own";

// Ranks that stop each other explain everything else; what is only not bound may do no harm.
constexpr std::array kMeanings = std::to_array<Meaning>({
    {"unreachable", Cause::unreachable, Weight::finding,
     "look at firewalls, routes and the interfaces that the library was told to use"},
    {"shared-core", Cause::placement, Weight::finding, kBind},
    {"oversubscribed", Cause::placement, Weight::finding, kFewer},
    {"over-quota", Cause::placement, Weight::finding, "ask for more processors, or start fewer ranks in that quota"},
    {"shared-threads", Cause::placement, Weight::note, kFewer},
    {"unbound", Cause::placement, Weight::note, kBind},
    {"unknown", Cause::placement, Weight::note, kBind},
    {"warning", Cause::placement, Weight::note, kBind},
    {"clock", Cause::clock, Weight::note, "measure again; do not compare nodes at those points"},
});

}  // namespace

std::vector<Finding> log_findings(const results::RunReader& reader) {
  std::vector<Finding> findings;
  for (const results::LogRow& row : reader.log()) {
    const auto* const meaning =
        std::find_if(kMeanings.begin(), kMeanings.end(), [&](const Meaning& each) { return each.code == row.code; });
    if (meaning == kMeanings.end()) continue;
    Finding finding;
    finding.cause = meaning->cause;
    finding.weight = meaning->weight;
    finding.certain = meaning->weight == Weight::finding;
    finding.what = row.text;
    finding.evidence = {"/run/log"};
    if (row.rank >= 0) finding.ranks = {row.rank};
    finding.advice = meaning->advice;
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace syncbench::analysis
