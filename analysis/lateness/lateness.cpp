#include "analysis/lateness/lateness.hpp"

#include <algorithm>
#include <set>

#include "analysis/lateness/arrival_study.hpp"
#include "analysis/lateness/delay_study.hpp"
#include "analysis/lateness/gate_failures.hpp"
#include "analysis/lateness/off_cpu.hpp"
#include "analysis/lateness/rare_events.hpp"
#include "analysis/run/late_events.hpp"

namespace syncbench::analysis {
namespace {

// Iterations that a finding is about.
std::set<std::size_t> explained_by(const Lateness& lateness) {
  std::set<std::size_t> iterations;
  const auto add = [&](const Recurrence& found) {
    iterations.insert(found.iterations.begin(), found.iterations.end());
  };
  for (const OffCpu& each : lateness.off_cpu) add(each.found);
  if (lateness.all_off) add(lateness.all_off->found);
  for (const Recurrence& each : lateness.arriving) add(each);
  for (const Recurrence& each : lateness.leaving) {
    if (!each.always) add(each);
  }
  for (const auto* each : {&lateness.inside, &lateness.by_turns, &lateness.at_random}) {
    if (*each) add(**each);
  }
  return iterations;
}

// Where a rank stops now and then, it stops inside the call as well as before and behind it: the iterations in which it
// stands out tell who it is.
bool is_part_of(const Recurrence& of_nobody, const RareEvents& rare) {
  const std::set<std::size_t> all(rare.found.iterations.begin(), rare.found.iterations.end());
  const auto in = std::count_if(of_nobody.iterations.begin(), of_nobody.iterations.end(),
                                [&](std::size_t iteration) { return all.contains(iteration); });
  return rare.names_one() && 4 * static_cast<std::size_t>(in) >= 3 * of_nobody.iterations.size();
}

}  // namespace

Lateness lateness_of(const Decomposition& point) {
  Lateness lateness;
  for (const SplitIteration& row : point.rows) {
    if (row.use != IterationUse::counts) continue;
    lateness.time += row.whole;
    ++lateness.iterations;
  }
  lateness.interrupted = gate_failures(point);
  if (lateness.iterations == 0) return lateness;
  std::vector<LateEvent> arrivals = arrival_events(point);
  DelayEvents delays = delay_events(point);
  OffCpuFindings off = off_cpu_ranks(point, lateness.time, arrivals, delays);
  lateness.off_cpu = std::move(off.ranks);
  lateness.all_off = std::move(off.all);
  ArrivalStudy study = study_arrivals(point, arrivals, lateness.time);
  lateness.arriving = std::move(study.arriving);
  lateness.by_turns = std::move(study.by_turns);
  DelayStudy delayed = study_delays(point, delays, lateness.time);
  lateness.leaving = std::move(delayed.leaving);
  lateness.rare = rare_events(point, explained_by(lateness), lateness.time);
  const auto is_told = [&](const std::optional<Recurrence>& found) {
    return found && !(lateness.rare && is_part_of(*found, *lateness.rare));
  };
  const bool inside = is_told(delayed.inside), at_random = is_told(study.at_random);
  if (inside) lateness.inside = std::move(delayed.inside);
  if (at_random) lateness.at_random = std::move(study.at_random);
  if (inside || at_random) lateness.rare = rare_events(point, explained_by(lateness), lateness.time);
  return lateness;
}

}  // namespace syncbench::analysis
