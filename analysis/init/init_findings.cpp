#include "analysis/init/init_findings.hpp"

#include "analysis/init/init_report.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kSlowAtFirst = 2;  // times a warm one

// The longest that an application has as well.
const StartupPhase* longest_phase(const StartupPhases& startup, std::size_t rank) {
  const StartupPhase* longest = nullptr;
  for (const StartupPhase& each : startup.phases) {
    if (!each.own && (longest == nullptr || each.ns[rank] > longest->ns[rank])) longest = &each;
  }
  return longest;
}

std::string advice_of(std::string_view phase) {
  const std::string again = "; launch again and again (--launches) to see how far that differs";
  if (phase == "main") return "keep the program and its libraries on the nodes' own disks (sbcast)" + again;
  if (phase == "peer" || phase == "communicator")
    return "exchange something with every peer once before the time matters, or connect early "
           "(OMPI_MCA_mpi_preconnect_mpi=1)" +
           again;
  if (phase == "first") return "call it once before the time matters" + again;
  return "start processes once and keep them" + again;
}

Finding of_startup(const InitReport& report) {
  const std::size_t rank = report.startup.slowest();
  Finding finding;
  finding.cause = Cause::initialisation;
  finding.certain = true;
  finding.what = startup_sentence(report);
  if (const StartupPhase* longest = longest_phase(report.startup, rank)) {
    finding.phase = longest->name;
    finding.size_ns = without_limits(static_cast<double>(longest->ns[rank]));
  }
  finding.ranks = {static_cast<std::int64_t>(rank)};
  finding.hosts = {report.host_of(rank)};
  finding.events = finding.of = 1;
  finding.evidence = {"/run/startup", "/points/" + report.startup.first_id + "/leave"};
  finding.advice = advice_of(finding.phase);
  return finding;
}

bool is_slow_at_first(const FirstCalls& first) {
  const auto& warm_up = first.warm_up;
  return first.backend != "null" && warm_up && warm_up->warm_after.value_or(1) > 0 &&
         static_cast<double>(warm_up->first_ns) > kSlowAtFirst * static_cast<double>(warm_up->warm_ns);
}

Finding of_first(const FirstCalls& first) {
  Finding finding;
  finding.cause = Cause::initialisation;
  finding.what = first_sentence(first);
  finding.phase = "first";
  finding.size_ns = without_limits(static_cast<double>(first.warm_up->first_ns - first.warm_up->warm_ns));
  finding.events = first.warm_up->warm_after.value_or(first.n);
  finding.of = first.n;
  finding.evidence = {"/points/" + first.id + "/enter", "/points/" + first.id + "/leave"};
  finding.advice =
      "call it once with that size before the time matters, and leave the first iterations out of averages";
  return finding;
}

}  // namespace

std::vector<Finding> init_findings(const std::filesystem::path& file, const Selection& selection) {
  const auto report = init_report_if_any(file, selection);
  std::vector<Finding> findings;
  if (!report || report->startup.first.empty()) return findings;
  findings.push_back(of_startup(*report));
  for (const FirstCalls& each : report->first) {
    if (is_slow_at_first(each)) findings.push_back(of_first(each));
  }
  return findings;
}

}  // namespace syncbench::analysis
