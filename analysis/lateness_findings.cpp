#include "lateness_findings.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "attributes.hpp"
#include "delay_study.hpp"
#include "lateness_words.hpp"
#include "recurrence.hpp"
#include "render/amounts.hpp"
#include <syncbench/core/text.hpp>

namespace syncbench::analysis {
namespace {

// "allreduce of 1024 B on mpi"
std::string label_of(const results::PointHeader& header) {
  const std::string pieces = text_attribute(header.attributes, "pieces");
  return fmt::format("{}{} of {} on {}", pieces.empty() || pieces == "1" ? "" : pieces + " × ",
                     text_attribute(header.attributes, "operation"),
                     bytes_text(static_cast<double>(whole_attribute(header.attributes, "bytes_send").value_or(0))),
                     text_attribute(header.attributes, "backend"));
}

class Findings {
 public:
  Findings(const Decomposition& point, const Lateness& lateness)
      : point_(point), lateness_(lateness), label_(label_of(point.times.header)) {}

  std::vector<Finding> all() {
    for (const OffCpu& each : lateness_.off_cpu) add_off_cpu(each);
    if (lateness_.all_off) add_all_off(*lateness_.all_off);
    for (const Recurrence& each : lateness_.arriving) add_arriving(each);
    for (const Recurrence& each : lateness_.leaving) add_leaving(each);
    if (lateness_.inside) add_inside(*lateness_.inside);
    if (lateness_.by_turns) add_by_turns(*lateness_.by_turns);
    if (lateness_.at_random) add_at_random(*lateness_.at_random);
    if (lateness_.rare) add_rare(*lateness_.rare);
    if (lateness_.interrupted) add_interrupted(*lateness_.interrupted);
    return std::move(findings_);
  }

 private:
  std::string name_of_place(std::size_t place) const {
    return fmt::format("{} ({})", point_.times.ranks[place].value, point_.times.hosts[place]);
  }

  // "rank 1 (n1)", "ranks 0 (n1), 1 (n1)", or shorter: "all but rank 3 (n1)".
  std::string who(const std::vector<std::size_t>& places) const {
    if (places.size() == point_.ranks()) return "all ranks";
    if (places.size() > 2 && places.size() + 1 == point_.ranks()) {
      std::size_t missing = 0;
      while (std::binary_search(places.begin(), places.end(), missing)) ++missing;
      return "all but rank " + name_of_place(missing);
    }
    std::vector<std::string> names;
    for (const std::size_t place : places) names.push_back(name_of_place(place));
    return (places.size() == 1 ? "rank " : "ranks ") + join(names, ", ");
  }

  static std::string_view verb(const std::vector<std::size_t>& places, std::string_view one, std::string_view several) {
    return places.size() == 1 ? one : several;
  }

  std::string often(const Recurrence& found) const {
    return often_text(found, lateness_.iterations) + when_text(found, lateness_.iterations);
  }

  static std::string sized(const Recurrence& found) { return sized_text(found.size); }

  // What all of them have in common.
  Finding begin(Cause cause, const Recurrence& found, std::string phase) const {
    Finding finding;
    finding.cause = cause;
    finding.cost_ns = static_cast<double>(found.cost) / static_cast<double>(lateness_.iterations);
    finding.share = std::min(1.0, static_cast<double>(found.cost) / static_cast<double>(lateness_.time));
    finding.size_ns = MeanInterval{static_cast<double>(found.size.median), static_cast<double>(found.size.lower),
                                   static_cast<double>(found.size.upper)};
    finding.period = found.period;
    finding.frequency = static_cast<double>(found.occurrences) / static_cast<double>(lateness_.iterations);
    for (const std::size_t place : found.places) {
      finding.ranks.push_back(point_.times.ranks[place].value);
      finding.hosts.push_back(point_.times.hosts[place]);
    }
    finding.phase = std::move(phase);
    finding.events = found.accusation.events;
    finding.of = found.accusation.of;
    if (found.accusation.p < 1 && !found.places.empty()) finding.p = found.accusation.p;
    finding.when = found.when;
    finding.iterations = found.iterations;
    const std::string path = "/points/" + point_.times.header.id;
    finding.evidence = {path + "/enter", path + "/leave"};
    return finding;
  }

  std::string on_purpose() const {
    return has_injected_lateness(point_.times.header) ? "; this point makes ranks late on purpose" : "";
  }

  void add_off_cpu(const OffCpu& off) {
    Finding finding = begin_off_cpu(off);
    finding.what = fmt::format(
        "{} loses its processor at {}: for {} {}, {} of its time in all, more than the others in {} of {} such "
        "iterations; {}",
        who(off.found.places), label_, sized(off.found), often(off.found), percent_text(off.share),
        count_text(off.found.accusation.events), count_text(off.found.accusation.of), effect_of(off));
    finding.advice =
        "look at what else runs on its core: another process, a CPU quota (throttled), a process that is stopped or "
        "swapped; bind ranks to cores of their own";
    findings_.push_back(std::move(finding));
  }

  void add_all_off(const OffCpu& off) {
    Finding finding = begin_off_cpu(off);
    finding.what = fmt::format(
        "{} lose their processors at {}, none more than the others: {} {}, {} of a rank's time; {}",
        who(off.found.places), label_, sized(off.found), often(off.found), percent_text(off.share), effect_of(off));
    finding.advice =
        "look at what else runs on all their cores: other jobs or processes of the machine, a CPU quota (throttled), "
        "more ranks than processors";
    findings_.push_back(std::move(finding));
  }

  Finding begin_off_cpu(const OffCpu& off) const {
    Finding finding = begin(Cause::off_cpu, off.found, off.before >= off.inside ? "before entering" : "inside");
    finding.evidence.insert(finding.evidence.begin(), "/points/" + point_.times.header.id + "/evidence");
    return finding;
  }

  static std::string effect_of(const OffCpu& off) {
    const double cost = static_cast<double>(off.before + off.inside);
    if (cost == 0) return "no other rank waited for it inside a call";
    return fmt::format("{} of what that costs comes of arriving late, the rest of delays inside the calls",
                       percent_text(static_cast<double>(off.before) / cost));
  }

  // Without evidence nobody can tell a rank that works from one that may not.
  std::string ask_for_evidence(std::string_view advice) const {
    const bool has_it = !point_.times.processor_enter.empty();
    return fmt::format("{}{}", advice, has_it ? "" : "; --evidence full tells whether it was off its processor");
  }

  void add_arriving(const Recurrence& found) {
    Finding finding = begin(Cause::arrives_late, found, "before entering");
    finding.what =
        fmt::format("{} {} late at {}: {} {}, late in {} of the {} iterations in which ranks came so far apart",
                    who(found.places), verb(found.places, "arrives", "arrive"), label_, sized(found), often(found),
                    count_text(found.accusation.events), count_text(found.accusation.of));
    if (found.inherited) finding.what += "; most of it was left over from leaving the iteration before";
    if (found.places.size() == 1)
      finding.what +=
          fmt::format("; without it an iteration would take {} µs less",
                      micros_text(static_cast<double>(found.saving) / static_cast<double>(lateness_.iterations)));
    else
      finding.what += "; they are late together, so fixing one alone gains nothing";
    finding.what += on_purpose();
    finding.advice = found.inherited ? std::string("look at what keeps the rank on its way out of the operation before")
                                     : ask_for_evidence(
                                           "look at what the rank does before this operation: more work, a slower "
                                           "processor, an interrupted core (the suite noise tells)");
    findings_.push_back(std::move(finding));
  }

  void add_leaving(const Recurrence& found) {
    if (found.always) return add_always(found);
    Finding finding = begin(Cause::leaves_late, found, "leaving");
    finding.what = fmt::format(
        "{} leaves {} late: {} {}, alone in {} of {} such iterations, while the others were done", who(found.places),
        label_, sized(found), often(found), count_text(found.accusation.events), count_text(found.accusation.of));
    finding.advice = leaving_advice();
    findings_.push_back(std::move(finding));
  }

  std::string leaving_advice() const {
    return ask_for_evidence(
        "look at what the rank does between the last data and returning: completion, copies, an interrupted core "
        "(the suite noise tells)");
  }

  // T0 contains it: only the ranks' own times show it, compared with each other.
  void add_always(const Recurrence& found) {
    const bool alike = is_alike_on_all(meaning_of(point_.times.header)->collective);
    Finding finding = begin(alike ? Cause::leaves_late : Cause::inside, found, alike ? "leaving" : "inside");
    finding.what = fmt::format("{} {} {} {}: {} after all others had left", who(found.places),
                               verb(found.places, "leaves", "leave"), label_,
                               found.occurrences >= lateness_.iterations
                                   ? std::string("late in every iteration")
                                   : fmt::format("late in {} of {} iterations", count_text(found.occurrences),
                                                 count_text(lateness_.iterations)),
                               sized(found));
    if (!alike)
      finding.what += "; whether it is slow inside the call or when leaving it cannot be told from these samples";
    finding.advice = alike ? leaving_advice() : ask_for_evidence(inside_advice());
    findings_.push_back(std::move(finding));
  }

  void add_inside(const Recurrence& found) {
    Finding finding = begin(Cause::inside, found, "inside");
    finding.what = fmt::format(
        "{} is held up inside the call by {} {}, after all ranks had arrived; which rank cannot be told from these "
        "samples",
        label_, sized(found), often(found));
    finding.advice = ask_for_evidence(inside_advice());
    findings_.push_back(std::move(finding));
  }

  std::string_view inside_advice() const {
    return point_.ranks() > 2 ? "run the suite pairs, which takes ranks two by two"
                              : "run the suite pairs on three ranks or more, which takes them two by two";
  }

  void add_by_turns(const Recurrence& found) {
    Finding finding = begin(Cause::late_by_turns, found, "before entering");
    finding.p = found.accusation.p;
    finding.what = fmt::format("ranks arrive late at {} by turns, one after the other: {} {}", label_, sized(found),
                               often(found)) +
                   on_purpose();
    finding.advice = "look for work that goes round: logging, checkpoints, a shared lock";
    findings_.push_back(std::move(finding));
  }

  void add_at_random(const Recurrence& found) {
    Finding finding = begin(Cause::late_at_random, found, "before entering");
    finding.what =
        fmt::format("ranks arrive apart at {}: {} {}, and no rank stands out", label_, sized(found), often(found)) +
        on_purpose();
    finding.advice = ask_for_evidence("look at what makes work uneven on all ranks");
    findings_.push_back(std::move(finding));
  }

  void add_rare(const RareEvents& rare) {
    const Recurrence& found = rare.found;
    const std::size_t events = found.occurrences;
    Finding finding = begin(rare.one_episode ? Cause::episode : Cause::rare_events, found, phase_of(rare));
    finding.weight = is_costly(found.cost, lateness_.time) ? Weight::finding : Weight::note;
    // Whoever was last now and then is no culprit.
    if (10 * rare.last < 9 * events) {
      finding.ranks.clear();
      finding.hosts.clear();
    }
    finding.events = rare.last;
    finding.of = events;
    finding.what = rare.one_episode ? episode_text(found) : rare_text(found);
    finding.what += last_text(rare) + on_purpose();
    if (rare.missing > 0 && !rare.one_episode)
      finding.what += fmt::format("; {} more of the same would be needed to tell that from chance", rare.missing);
    finding.advice = rare_advice(rare);
    findings_.push_back(std::move(finding));
  }

  std::string episode_text(const Recurrence& found) const {
    return fmt::format("one episode at {}, lasting {}: {} of {} iterations of {} took {} longer than usual",
                       moment_text(found.when.begin_ns), time_text(found.when.end_ns - found.when.begin_ns),
                       count_text(found.occurrences), count_text(lateness_.iterations), label_, sized(found));
  }

  std::string rare_text(const Recurrence& found) const {
    std::string text = fmt::format("{} of {} iterations of {} took {} longer than usual", count_text(found.occurrences),
                                   count_text(lateness_.iterations), label_, sized(found));
    if (found.occurrences == 1) return text + fmt::format(", at {}", moment_text(found.when.begin_ns));
    return text + fmt::format(", between {} and {}", moment_text(found.when.begin_ns), moment_text(found.when.end_ns));
  }

  std::string last_text(const RareEvents& rare) const {
    if (rare.last == 0) return "; all ranks were held up together inside the call";
    return fmt::format("; rank {} {} in {} of {}", name_of_place(rare.found.places.front()),
                       rare.arrived >= rare.left ? "arrived last" : "left last", count_text(rare.last),
                       count_text(rare.found.occurrences));
  }

  static std::string phase_of(const RareEvents& rare) {
    if (rare.last == 0) return "inside";
    return rare.arrived >= rare.left ? "before entering" : "leaving";
  }

  std::string rare_advice(const RareEvents& rare) const {
    if (rare.one_episode)
      return ask_for_evidence("measure again, longer: one episode does not tell how often it comes");
    const std::size_t events = rare.found.occurrences, needed = std::max(events + rare.missing, 2 * kFewestClusters);
    return ask_for_evidence(
        fmt::format("measure {} iterations or more (--iterations), so that such events can be counted",
                    count_text((point_.times.iterations * needed + events - 1) / events)));
  }

  void add_interrupted(const GateFailures& failures) {
    Recurrence found;
    found.places = failures.places;
    found.accusation = failures.accusation;
    found.occurrences = failures.failed;
    found.cost = failures.cost;
    found.size = {failures.size, failures.size, failures.size};
    found.when = failures.when;
    found.iterations = failures.iterations;
    Finding finding = begin(Cause::interrupted, found, "between calls");
    finding.size_ns = without_limits(static_cast<double>(failures.size));
    finding.frequency = static_cast<double>(failures.failed) / static_cast<double>(failures.of);
    finding.cost_ns = static_cast<double>(failures.cost) / static_cast<double>(failures.of);
    finding.share = static_cast<double>(failures.cost) / static_cast<double>(lateness_.time + failures.cost);
    finding.events = failures.failed;
    finding.of = failures.of;
    if (std::max(*finding.share, *finding.frequency) < kLeastShare) finding.weight = Weight::note;
    finding.what = fmt::format(
        "the machine interrupts {} between calls of {} (deadline missed in {} of {} iterations, by {} µs); these "
        "iterations count as nobody's lateness",
        who(failures.places), label_, count_text(failures.failed), count_text(failures.of),
        micros_text(static_cast<double>(failures.size)));
    finding.evidence.push_back("/points/" + point_.times.header.id + "/status");
    finding.advice = ask_for_evidence("look at what else runs on its core (the suite noise tells)");
    findings_.push_back(std::move(finding));
  }

  const Decomposition& point_;
  const Lateness& lateness_;
  std::string label_;
  std::vector<Finding> findings_;
};

Finding broken_clock(const Decomposition& point) {
  Finding finding;
  finding.cause = Cause::clock;
  finding.weight = Weight::note;
  finding.what = fmt::format(
      "{}: a transfer comes out shorter than clocks allow, so a clock is broken and nobody is "
      "called late there",
      label_of(point.times.header));
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
  return Findings(point, lateness).all();
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
