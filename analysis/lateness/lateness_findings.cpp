#include "analysis/lateness/lateness_findings.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "analysis/lateness/delay_study.hpp"
#include "analysis/lateness/lateness_words.hpp"
#include "analysis/lateness/off_cpu_findings.hpp"
#include "analysis/lateness/point_words.hpp"
#include "analysis/lateness/rare_findings.hpp"
#include "analysis/render/amounts.hpp"
#include "analysis/run/attributes.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

class Findings {
 public:
  explicit Findings(const PointWords& words) : words_(words), lateness_(words.lateness()) {}

  std::vector<Finding> all() {
    for (const OffCpu& each : lateness_.off_cpu) findings_.push_back(off_cpu_finding(words_, each));
    if (lateness_.all_off) findings_.push_back(all_off_cpu_finding(words_, *lateness_.all_off));
    for (const Recurrence& each : lateness_.arriving) add_arriving(each);
    for (const Recurrence& each : lateness_.leaving) add_leaving(each);
    if (lateness_.inside) add_inside(*lateness_.inside);
    if (lateness_.by_turns) add_by_turns(*lateness_.by_turns);
    if (lateness_.at_random) add_at_random(*lateness_.at_random);
    if (lateness_.rare) findings_.push_back(rare_finding(words_, *lateness_.rare));
    if (lateness_.interrupted) findings_.push_back(interrupted_finding(words_, *lateness_.interrupted));
    return std::move(findings_);
  }

 private:
  void add_arriving(const Recurrence& found) {
    Finding finding = words_.begin(Cause::arrives_late, found, "before entering");
    finding.what = fmt::format(
        "{} {} late at {}: {} {}, late in {} of the {} iterations in which ranks came so far apart",
        words_.who(found.places), verb(found.places, "arrives", "arrive"), words_.label(), sized_text(found.size),
        words_.often(found), count_text(found.accusation.events), count_text(found.accusation.of));
    if (found.inherited) finding.what += "; most of it was left over from leaving the iteration before";
    if (found.places.size() == 1)
      finding.what +=
          fmt::format("; without it an iteration would take {} µs less",
                      micros_text(static_cast<double>(found.saving) / static_cast<double>(lateness_.iterations)));
    else
      finding.what += "; they are late together, so fixing one alone gains nothing";
    finding.what += words_.on_purpose();
    finding.advice = found.inherited ? std::string("look at what keeps the rank on its way out of the operation before")
                                     : words_.ask_for_evidence(
                                           "look at what the rank does before this operation: more work, a slower "
                                           "processor, an interrupted core (the suite noise tells)");
    findings_.push_back(std::move(finding));
  }

  void add_leaving(const Recurrence& found) {
    if (found.always) return add_always(found);
    Finding finding = words_.begin(Cause::leaves_late, found, "leaving");
    finding.what =
        fmt::format("{} leaves {} late: {} {}, alone in {} of {} such iterations, while the others were done",
                    words_.who(found.places), words_.label(), sized_text(found.size), words_.often(found),
                    count_text(found.accusation.events), count_text(found.accusation.of));
    finding.advice = leaving_advice();
    findings_.push_back(std::move(finding));
  }

  std::string leaving_advice() const {
    return words_.ask_for_evidence(
        "look at what the rank does between the last data and returning: completion, copies, an interrupted core "
        "(the suite noise tells)");
  }

  // T0 contains it: only the ranks' own times show it, compared with each other.
  void add_always(const Recurrence& found) {
    const bool alike = is_alike_on_all(meaning_of(words_.point().times.header)->collective);
    Finding finding = words_.begin(alike ? Cause::leaves_late : Cause::inside, found, alike ? "leaving" : "inside");
    finding.what = fmt::format("{} {} {} {}: {} after all others had left", words_.who(found.places),
                               verb(found.places, "leaves", "leave"), words_.label(),
                               found.occurrences >= lateness_.iterations
                                   ? std::string("late in every iteration")
                                   : fmt::format("late in {} of {} iterations", count_text(found.occurrences),
                                                 count_text(lateness_.iterations)),
                               sized_text(found.size));
    if (!alike)
      finding.what += "; whether it is slow inside the call or when leaving it cannot be told from these samples";
    finding.advice = alike ? leaving_advice() : words_.ask_for_evidence(inside_advice());
    findings_.push_back(std::move(finding));
  }

  void add_inside(const Recurrence& found) {
    Finding finding = words_.begin(Cause::inside, found, "inside");
    finding.what = fmt::format(
        "{} is held up inside the call by {} {}, after all ranks had arrived; which rank cannot be told from these "
        "samples",
        words_.label(), sized_text(found.size), words_.often(found));
    finding.advice = words_.ask_for_evidence(inside_advice());
    findings_.push_back(std::move(finding));
  }

  std::string_view inside_advice() const {
    return words_.point().ranks() > 2 ? "run the suite pairs, which takes ranks two by two"
                                      : "run the suite pairs on three ranks or more, which takes them two by two";
  }

  void add_by_turns(const Recurrence& found) {
    Finding finding = words_.begin(Cause::late_by_turns, found, "before entering");
    finding.p = found.accusation.p;
    finding.what = fmt::format("ranks arrive late at {} by turns, one after the other: {} {}", words_.label(),
                               sized_text(found.size), words_.often(found)) +
                   words_.on_purpose();
    finding.advice = "look for work that goes round: logging, checkpoints, a shared lock";
    findings_.push_back(std::move(finding));
  }

  void add_at_random(const Recurrence& found) {
    Finding finding = words_.begin(Cause::late_at_random, found, "before entering");
    finding.what = fmt::format("ranks arrive apart at {}: {} {}, and no rank stands out", words_.label(),
                               sized_text(found.size), words_.often(found)) +
                   words_.on_purpose();
    finding.advice = words_.ask_for_evidence("look at what makes work uneven on all ranks");
    findings_.push_back(std::move(finding));
  }

  const PointWords& words_;
  const Lateness& lateness_;
  std::vector<Finding> findings_;
};

Finding broken_clock(const Decomposition& point) {
  Finding finding;
  finding.cause = Cause::clock;
  finding.weight = Weight::note;
  finding.what = fmt::format(
      "{}: a transfer comes out shorter than clocks allow, so a clock is broken and nobody is "
      "called late there",
      PointWords(point, {}).label());
  finding.evidence = {"/run/clock", "/points/" + point.times.header.id + "/enter"};
  finding.advice = "see the clock's source in the facts of the nodes";
  return finding;
}

double cost_or_nothing(const Finding& finding) { return finding.cost_ns.value_or(-1); }

}  // namespace

std::vector<Finding> lateness_findings(const Decomposition& point) {
  // What the null backend measures is the harness itself.
  if (point.rows.empty() || text_attribute(point.times.header.attributes, "backend") == "null") return {};
  if (point.broken_clock) return {broken_clock(point)};
  const Lateness lateness = lateness_of(point);
  const PointWords words(point, lateness);
  return Findings(words).all();
}

std::vector<Finding> merged(std::vector<Finding> findings) {
  sort_by_cost(findings);
  std::vector<Finding> kept;
  std::vector<std::size_t> points;
  for (Finding& finding : findings) {
    const auto same = std::find_if(kept.begin(), kept.end(), [&](const Finding& other) {
      return other.cause == finding.cause && other.weight == finding.weight && other.ranks == finding.ranks &&
             other.phase == finding.phase && other.evidence.front() != finding.evidence.front();
    });
    if (same == kept.end()) {
      kept.push_back(std::move(finding));
      points.push_back(1);
      continue;
    }
    same->evidence.insert(same->evidence.end(), finding.evidence.begin(), finding.evidence.end());
    ++points[static_cast<std::size_t>(same - kept.begin())];
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (points[i] > 1)
      kept[i].what += fmt::format("; the same in {} more point{}", points[i] - 1, points[i] == 2 ? "" : "s");
  }
  return kept;
}

void sort_by_cost(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    if (a.weight != b.weight) return a.weight == Weight::finding;
    if (a.certain != b.certain) return a.certain;
    return cost_or_nothing(a) > cost_or_nothing(b);
  });
}

}  // namespace syncbench::analysis
