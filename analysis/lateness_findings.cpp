#include "lateness_findings.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "attributes.hpp"
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
    for (const Recurrence& each : lateness_.arriving) add_arriving(each);
    for (const Recurrence& each : lateness_.leaving) add_leaving(each);
    if (lateness_.inside) add_inside(*lateness_.inside);
    if (lateness_.by_turns) add_by_turns(*lateness_.by_turns);
    if (lateness_.at_random) add_at_random(*lateness_.at_random);
    if (lateness_.suspected) add_suspected(*lateness_.suspected);
    return std::move(findings_);
  }

 private:
  std::string who(const std::vector<std::size_t>& places) const {
    std::vector<std::string> names;
    for (const std::size_t place : places)
      names.push_back(fmt::format("{} ({})", point_.times.ranks[place].value, point_.times.hosts[place]));
    return (places.size() == 1 ? "rank " : "ranks ") + join(names, ", ");
  }

  std::string often(const Recurrence& found) const {
    const double share = static_cast<double>(found.occurrences) / static_cast<double>(lateness_.iterations);
    if (found.period && *found.period == 1) return "in every iteration";
    if (found.period) return fmt::format("in every {}th iteration", *found.period);
    return fmt::format("in {} of the iterations", percent_text(share));
  }

  static std::string sized(const Recurrence& found) {
    return fmt::format("{} µs (95 % from {} to {})", micros_text(static_cast<double>(found.size.median)),
                       micros_text(static_cast<double>(found.size.lower)),
                       micros_text(static_cast<double>(found.size.upper)));
  }

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
    if (found.accusation.of > 0 && !found.places.empty()) finding.p = found.accusation.p;
    const std::string path = "/points/" + point_.times.header.id;
    finding.evidence = {path + "/enter", path + "/leave"};
    return finding;
  }

  std::string on_purpose() const {
    return has_injected_lateness(point_.times.header) ? "; this point makes ranks late on purpose" : "";
  }

  void add_off_cpu(const OffCpu& off) {
    const bool outside = off.before >= off.inside;
    Finding finding = begin(Cause::off_cpu, off.found, outside ? "before entering" : "inside");
    const double cost = static_cast<double>(off.before + off.inside);
    const std::string effect =
        cost == 0 ? "no other rank waited for it inside a call"
                  : fmt::format("{} of what that costs comes of arriving late, the rest of delays inside the calls",
                                percent_text(static_cast<double>(off.before) / cost));
    finding.what = fmt::format(
        "{} loses its processor at {}: for {} {}, {} of its time in all, more than the others in {} of {} such "
        "iterations; {}",
        who(off.found.places), label_, sized(off.found), often(off.found), percent_text(off.share),
        off.found.accusation.events, off.found.accusation.of, effect);
    finding.evidence.insert(finding.evidence.begin(), "/points/" + point_.times.header.id + "/evidence");
    finding.advice =
        "look at what else runs on its core: another process, a CPU quota (throttled), a process that is stopped or "
        "swapped; bind ranks to cores of their own";
    findings_.push_back(std::move(finding));
  }

  // Without evidence nobody can tell a rank that works from one that may not.
  std::string ask_for_evidence(std::string_view advice) const {
    const bool has_it = !point_.times.processor_enter.empty();
    return fmt::format("{}{}", advice, has_it ? "" : "; --evidence full tells whether it was off its processor");
  }

  void add_arriving(const Recurrence& found) {
    Finding finding = begin(Cause::arrives_late, found, "before entering");
    finding.what = fmt::format("{} arrive{} late at {}: {} {}, late in {} of {} material iterations{}",
                               who(found.places), found.places.size() == 1 ? "s" : "", label_, sized(found),
                               often(found), found.accusation.events, found.accusation.of,
                               found.inherited ? "; most of it was left over from leaving the iteration before" : "");
    if (found.places.size() == 1)
      finding.what +=
          fmt::format("; without it an iteration would take {} µs less",
                      micros_text(static_cast<double>(found.saving) / static_cast<double>(lateness_.iterations)));
    else
      finding.what += "; they are about equally late, so fixing one alone gains nothing";
    finding.what += on_purpose();
    finding.advice = found.inherited ? std::string("look at what keeps the rank on its way out of the operation before")
                                     : ask_for_evidence(
                                           "look at what the rank does before this operation: more work, a slower "
                                           "processor, an interrupted core (the suite noise tells)");
    findings_.push_back(std::move(finding));
  }

  void add_leaving(const Recurrence& found) {
    Finding finding = begin(Cause::leaves_late, found, "leaving");
    finding.what = fmt::format(
        "{} leaves {} late: {} {}, alone in {} of {} such iterations, while the others were done", who(found.places),
        label_, sized(found), often(found), found.accusation.events, found.accusation.of);
    finding.advice = ask_for_evidence(
        "look at what the rank does between the last data and returning: completion, copies, an interrupted core "
        "(the suite noise tells)");
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
    finding.advice = "look at what makes work uneven on all ranks";
    findings_.push_back(std::move(finding));
  }

  void add_suspected(const Recurrence& found) {
    Finding finding = begin(Cause::too_few, found, "before entering");
    finding.weight = Weight::note;
    finding.what = fmt::format(
        "{} may arrive late at {}: {}, in {} of {} material iterations, but {} more are needed "
        "to say so",
        who(found.places), label_, sized(found), found.accusation.events, found.accusation.of,
        found.accusation.missing);
    finding.advice = "measure with more iterations";
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
