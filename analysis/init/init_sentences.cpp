#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/init/init_report.hpp"
#include "analysis/render/amounts.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

// Of the time before the first result; what is less is not told in a sentence.
constexpr double kLeastShare = 0.03;

// As in "281 are MPI_Init": a number without its unit, which stands at the whole.
std::string millis(double nanos) { return micros_text(nanos / 1e3); }

std::string millis(std::int64_t nanos) { return millis(static_cast<double>(nanos)); }

std::string time_of(std::int64_t nanos) { return time_text(static_cast<double>(nanos)); }

}  // namespace

std::string startup_sentence(const InitReport& report) {
  const StartupPhases& startup = report.startup;
  const std::size_t rank = startup.slowest();
  const std::int64_t whole = startup.foreign_ns(rank);
  std::vector<const StartupPhase*> told;
  for (const StartupPhase& each : startup.phases) {
    if (!each.own && static_cast<double>(each.ns[rank]) >= kLeastShare * static_cast<double>(whole))
      told.push_back(&each);
  }
  std::stable_sort(told.begin(), told.end(),
                   [rank](const StartupPhase* a, const StartupPhase* b) { return a->ns[rank] > b->ns[rank]; });
  std::string parts;
  for (const StartupPhase* each : told) {
    parts += fmt::format(", {} {}{}", millis(each->ns[rank]), parts.empty() ? "are " : "", phase_text(startup, *each));
  }
  const std::int64_t own = startup.total_ns[rank] - whole;
  return fmt::format("of {} ms before {} on rank {} ({}){}; syncbench's own {} ms are left out", millis(whole),
                     startup.first.empty() ? "the first measurement" : "the first result", rank, report.host_of(rank),
                     parts, millis(own));
}

std::string first_sentence(const FirstCalls& first) {
  const WarmUp& warm_up = *first.warm_up;
  const std::string begin = fmt::format("the first {} takes {}, a warm one {}", first.operation,
                                        time_of(warm_up.first_ns), time_of(warm_up.warm_ns));
  if (warm_up.first_ns <= warm_up.warm_ns)
    return fmt::format("the first {} takes {}, no longer than later ones ({})", first.operation,
                       time_of(warm_up.first_ns), time_of(warm_up.warm_ns));
  if (!warm_up.warm_after) return begin + "; it never gets warm";
  if (*warm_up.warm_after == 0) return begin + "; warm from the first on";
  return fmt::format(
      "{}; warm after {} iteration{}{}", begin, *warm_up.warm_after, *warm_up.warm_after == 1 ? "" : "s",
      warm_up.one_call_removes
          ? fmt::format("; one warm-up call removes {}, {} of what is paid beyond that",
                        time_of(warm_up.first_ns - warm_up.warm_ns), percent_text(*warm_up.one_call_removes))
          : "");
}

std::string before_sentence(const CycleRow& row) {
  const MeanInterval& ratio = *row.first_over_nothing;
  const std::string what = row.before == "barrier" ? "a barrier" : "a call of one element";
  const std::string where = row.backend == "mpi" ? fmt::format("a new communicator ({})", row.making)
                                                 : fmt::format("a new context ({})", row.making);
  const std::string first = fmt::format("on {}, {} before it", where, what);
  return fmt::format("{} makes the first {} take {} {} ({} to {}), and takes {} itself", first, row.operation,
                     percent_text(std::abs(1 - ratio.mean)), ratio.mean < 1 ? "less" : "more",
                     percent_text(std::min(std::abs(1 - ratio.lower), std::abs(1 - ratio.upper))),
                     percent_text(std::max(std::abs(1 - ratio.lower), std::abs(1 - ratio.upper))),
                     time_of(row.of(CyclePhase::precede)));
}

}  // namespace syncbench::analysis
