#include "analysis/lateness/rare_findings.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/lateness/lateness_words.hpp"
#include "analysis/lateness/recurrence.hpp"
#include "analysis/render/amounts.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kFewestFound = 5, kFewestNamed = 3;  // events

class Sentences {
 public:
  explicit Sentences(const PointWords& words) : words_(words) {}

  Finding rare(const RareEvents& rare) {
    const Recurrence& found = rare.found;
    const std::size_t events = found.occurrences;
    Finding finding = words_.begin(rare.one_episode ? Cause::episode : Cause::rare_events, found, phase_of(rare));
    // Every machine has an iteration now and then that takes long.
    const bool matters = events >= kFewestFound && is_costly(found.cost, words_.lateness().time);
    finding.weight = matters ? Weight::finding : Weight::note;
    // Whoever was last now and then is no culprit.
    if (!rare.names_one()) {
      finding.ranks.clear();
      finding.hosts.clear();
    }
    if (events < kFewestNamed) finding.phase.clear();
    finding.events = rare.last;
    finding.of = rare.telling() > 0 ? rare.telling() : events;
    finding.what = rare.one_episode ? episode_text(found) : rare_text(found);
    finding.what += last_text(rare) + words_.on_purpose();
    if (rare.missing > 0 && !rare.one_episode)
      finding.what += fmt::format("; {} more of the same would be needed to tell that from chance", rare.missing);
    finding.advice = rare_advice(rare);
    return finding;
  }

  Finding interrupted(const GateFailures& failures) {
    Recurrence found;
    found.places = failures.places;
    found.accusation = failures.accusation;
    found.occurrences = failures.failed;
    found.cost = failures.cost;
    found.size = {failures.size, failures.size, failures.size};
    found.when = failures.when;
    found.iterations = failures.iterations;
    Finding finding = words_.begin(Cause::interrupted, found, "between calls");
    finding.size_ns = without_limits(static_cast<double>(failures.size));
    finding.frequency = static_cast<double>(failures.failed) / static_cast<double>(failures.of);
    finding.cost_ns = static_cast<double>(failures.cost) / static_cast<double>(failures.of);
    finding.share = static_cast<double>(failures.cost) / static_cast<double>(words_.lateness().time + failures.cost);
    finding.events = failures.failed;
    finding.of = failures.of;
    if (std::max(*finding.share, *finding.frequency) < kLeastShare) finding.weight = Weight::note;
    finding.what = fmt::format(
        "the machine interrupts {} between calls of {} (deadline missed in {} of {} iterations, by {} µs); these "
        "iterations count as nobody's lateness",
        words_.who(failures.places), words_.label(), count_text(failures.failed), count_text(failures.of),
        micros_text(static_cast<double>(failures.size)));
    finding.evidence.push_back("/points/" + words_.point().times.header.id + "/status");
    finding.advice = words_.ask_for_evidence("look at what else runs on its core (the suite noise tells)");
    return finding;
  }

 private:
  std::string episode_text(const Recurrence& found) const {
    return fmt::format("one episode at {}, lasting {}: {} of {} iterations of {} took {} longer than usual",
                       moment_text(found.when.begin_ns), time_text(found.when.end_ns - found.when.begin_ns),
                       count_text(found.occurrences), count_text(words_.lateness().iterations), words_.label(),
                       few_sizes(found));
  }

  std::string rare_text(const Recurrence& found) const {
    std::string text = fmt::format("{} of {} iterations of {} took {} longer than usual", count_text(found.occurrences),
                                   count_text(words_.lateness().iterations), words_.label(), few_sizes(found));
    if (found.occurrences == 1) return text + fmt::format(", at {}", moment_text(found.when.begin_ns));
    return text + fmt::format(", between {} and {}", moment_text(found.when.begin_ns), moment_text(found.when.end_ns));
  }

  // Of fewer than six there are no limits, only what they were.
  static std::string few_sizes(const Recurrence& found) {
    if (found.occurrences >= 6) return sized_text(found.size);
    const std::string least = micros_text(static_cast<double>(found.size.lower)),
                      most = micros_text(static_cast<double>(found.size.upper));
    return least == most ? least + " µs" : fmt::format("{} to {} µs", least, most);
  }

  std::string last_text(const RareEvents& rare) const {
    if (rare.last == 0) return "; all ranks were held up together inside the call";
    if (2 * rare.last <= std::max(rare.telling(), rare.names_one() ? 0 : rare.found.occurrences))
      return "; no rank was last in most of them";
    const std::string name = words_.name_of(rare.found.places.front());
    if (std::max(rare.arrived, rare.left) == rare.telling())
      return fmt::format("; rank {} {} in {} of {}", name, rare.arrived > 0 ? "arrived last" : "left last",
                         count_text(rare.last), of_text(rare));
    return fmt::format("; rank {} was the one that came late in {} of {} ({})", name, count_text(rare.last),
                       of_text(rare), parts_text(rare));
  }

  static std::string of_text(const RareEvents& rare) {
    if (rare.telling() == rare.found.occurrences) return count_text(rare.telling());
    return fmt::format("the {} that tell a rank", count_text(rare.telling()));
  }

  // How a rank came late in them.
  static std::string parts_text(const RareEvents& rare) {
    std::vector<std::string> parts;
    if (rare.arrived > 0) parts.push_back(fmt::format("{} by arriving", count_text(rare.arrived)));
    if (rare.left > 0) parts.push_back(fmt::format("{} by leaving", count_text(rare.left)));
    if (rare.missed > 0)
      parts.push_back(fmt::format("{} more by missing the deadline to start", count_text(rare.missed)));
    return join(parts, ", ");
  }

  static std::string phase_of(const RareEvents& rare) {
    if (rare.last == 0) return "inside";
    return rare.arrived >= rare.left ? "before entering" : "leaving";
  }

  std::string rare_advice(const RareEvents& rare) const {
    if (rare.one_episode)
      return words_.ask_for_evidence("measure again, longer: one episode does not tell how often it comes");
    const std::size_t events = rare.found.occurrences, needed = std::max(events + rare.missing, 2 * kFewestClusters);
    return words_.ask_for_evidence(
        fmt::format("measure {} iterations or more (--iterations), so that such events can be counted",
                    count_text((words_.point().times.iterations * needed + events - 1) / events)));
  }

  const PointWords& words_;
};

}  // namespace

Finding rare_finding(const PointWords& words, const RareEvents& rare) { return Sentences(words).rare(rare); }

Finding interrupted_finding(const PointWords& words, const GateFailures& failures) {
  return Sentences(words).interrupted(failures);
}

}  // namespace syncbench::analysis
