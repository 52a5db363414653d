#include "init_findings.hpp"

#include "init_report.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kSlowAtFirst = 2;  // times a warm one

Finding of_startup(const InitReport& report) {
  Finding finding;
  finding.cause = Cause::initialisation;
  finding.what = startup_sentence(report);
  finding.ranks = {static_cast<std::int64_t>(report.startup.slowest())};
  finding.hosts = {report.host_of(report.startup.slowest())};
  finding.events = finding.of = 1;
  finding.evidence = {"/run/startup", "/points/" + report.startup.first_id + "/leave"};
  finding.advice =
      "start processes once and keep them; launch again and again (--launches) to see how far that differs";
  return finding;
}

bool is_slow_at_first(const FirstCalls& first) {
  const auto& warm_up = first.warm_up;
  return first.backend != "null" && warm_up && warm_up->warm_after.value_or(0) > 0 &&
         static_cast<double>(warm_up->first_ns) > kSlowAtFirst * static_cast<double>(warm_up->warm_ns);
}

Finding of_first(const FirstCalls& first) {
  Finding finding;
  finding.cause = Cause::initialisation;
  finding.what = first_sentence(first);
  finding.events = *first.warm_up->warm_after;
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
