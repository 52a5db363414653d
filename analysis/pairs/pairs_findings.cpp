#include "analysis/pairs/pairs_findings.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "analysis/pairs/datagram_findings.hpp"
#include "analysis/pairs/pairs_report.hpp"
#include "analysis/render/amounts.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kOneWay = 1.5;  // from which on one direction is called slow

std::string limits_of(const MeanInterval& factor) {
  return limits_text(fmt::format("{:.2f}", factor.lower), fmt::format("{:.2f}", factor.upper));
}

double middle_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// One accusation in one comparison; several of the same place or link become one finding.
struct Count {
  std::string clause, id;
  MeanInterval factor;
  double time_ns = 0;
  std::size_t slow = 0, of = 0;
};

class Accusations {
 public:
  explicit Accusations(const PairComparison& comparison) : comparison_(comparison) {}

  Count of_place(const SlowPlace& found) const {
    std::vector<double> times, sent_over_received;
    Count count{{}, {}, found.factor, 0, found.slow, found.of};
    for (const ComparedPair& pair : comparison_.pairs) {
      if (pair.a != found.place && pair.b != found.place) continue;
      times.push_back(pair.median_ns);
      count.id = pair.id;
      if (pair.forward_over_backward)
        sent_over_received.push_back(pair.a == found.place ? pair.forward_over_backward->mean
                                                           : 1 / pair.forward_over_backward->mean);
    }
    count.time_ns = middle_of(std::move(times));
    count.clause = fmt::format("{} take {} × as long as between the others ({}; {} µs)", comparison_.subject(),
                               factor_text(found.factor.mean), limits_of(found.factor), micros_text(count.time_ns));
    if (comparison_.part == PairPart::bandwidth && !sent_over_received.empty()) {
      const double ratio = middle_of(std::move(sent_over_received));
      if (ratio > kOneWay) count.clause += ", when it sends";
      if (ratio < 1 / kOneWay) count.clause += ", when it receives";
    }
    return count;
  }

  Count of_link(const SlowLink& found) const {
    const ComparedPair& pair = comparison_.pairs[found.pair];
    Count count{{}, pair.id, found.factor, pair.median_ns, 1, 1};
    count.clause = fmt::format("{} take {} × as long as those two take with others ({}; {} µs)", comparison_.subject(),
                               factor_text(found.factor.mean), limits_of(found.factor), micros_text(pair.median_ns));
    if (one_way(pair)) count.clause += fmt::format(", {} more than back", slow_way(pair));
    return count;
  }

  Count of_host(const SlowHost& found) const {
    const ComparedPair& pair = comparison_.pairs[found.pair];
    return {fmt::format("{} between its ranks take {} × as long as on other nodes ({}; {} µs)", comparison_.subject(),
                        factor_text(found.factor.mean), limits_of(found.factor), micros_text(pair.median_ns)),
            pair.id,
            found.factor,
            pair.median_ns,
            1,
            1};
  }

  /// Latency goes both ways whoever begins.
  bool one_way(const ComparedPair& pair) const {
    return comparison_.part == PairPart::bandwidth && pair.forward_over_backward &&
           (pair.forward_over_backward->lower > kOneWay || pair.forward_over_backward->upper < 1 / kOneWay);
  }

  std::string slow_way(const ComparedPair& pair) const {
    const std::string &a = comparison_.places[pair.a].name, &b = comparison_.places[pair.b].name;
    return pair.forward_over_backward->mean > 1 ? a + "→" + b : b + "→" + a;
  }

  Count of_one_way(const ComparedPair& pair) const {
    const MeanInterval& ratio = *pair.forward_over_backward;
    const MeanInterval factor = ratio.mean > 1 ? ratio : MeanInterval{1 / ratio.mean, 1 / ratio.upper, 1 / ratio.lower};
    return {fmt::format("{} take {} × as long as the other way round ({}; {} µs)", comparison_.subject(),
                        factor_text(factor.mean), limits_of(factor), micros_text(pair.median_ns)),
            pair.id,
            factor,
            pair.median_ns,
            1,
            1};
  }

 private:
  const PairComparison& comparison_;
};

// What is accused of the same in several comparisons.
struct Accused {
  Cause cause = Cause::slow_node;
  std::string who;  ///< "n3 is slow towards everyone", "link n1–n6 alone is slow"
  std::string advice;
  std::string link;
  std::vector<const PairPlace*> places;
  std::vector<Count> counts;
};

class AllAccused {
 public:
  explicit AllAccused(const PairsReport& report) {
    for (const PairComparison& comparison : report.comparisons) add(comparison);
  }

  std::vector<Finding> findings() const {
    std::vector<Finding> findings;
    for (const Accused& each : accused_) findings.push_back(finding_of(each));
    return findings;
  }

 private:
  Accused& accused(Cause cause, const std::string& who) {
    const auto found =
        std::find_if(accused_.begin(), accused_.end(), [&](const Accused& each) { return each.who == who; });
    if (found != accused_.end()) return *found;
    accused_.push_back({cause, who, {}, {}, {}, {}});
    return accused_.back();
  }

  void add(const PairComparison& comparison) {
    if (!comparison.not_judged.empty()) return;
    const Accusations accusations(comparison);
    const bool nodes = comparison.kind == PairKind::between_nodes;
    for (const SlowPlace& found : comparison.verdicts.places) {
      const PairPlace& place = comparison.places[found.place];
      const std::string towards = found.slow == found.of
                                      ? fmt::format("everyone ({} of {} pairs)", found.slow, found.of)
                                      : fmt::format("{} of {}", found.slow, found.of);
      Accused& each = accused(Cause::slow_node, fmt::format("{} is slow towards {}", place.name, towards));
      each.places = {&place};
      each.advice = nodes
                        ? "look at this node's network device, cable and switch port, which interface is used, and "
                          "what else runs there; leave it out of a job to see what that saves"
                        : "look at the core that this rank is bound to: its socket and cache, its clock rate, and what "
                          "else runs there";
      each.counts.push_back(accusations.of_place(found));
    }
    for (const SlowHost& found : comparison.hosts) {
      Accused& each = accused(Cause::slow_node, fmt::format("{} is slow within itself", found.host));
      each.places.clear();
      for (const PairPlace& place : comparison.places) {
        if (place.host == found.host) each.places.push_back(&place);
      }
      each.advice = "look at this node's memory and clock rate, where its ranks are bound, and what else runs there";
      each.counts.push_back(accusations.of_host(found));
    }
    for (const SlowLink& found : comparison.verdicts.links) {
      const ComparedPair& pair = comparison.pairs[found.pair];
      add_link(comparison, pair, fmt::format("link {} alone is slow", comparison.link(pair)),
               nodes ? "look at the way between these two: route, switch, uplink; both are as fast as others elsewhere"
                     : "look at where these two ranks are bound: across sockets, or on one core's two threads",
               accusations.of_link(found));
    }
    for (const ComparedPair& pair : comparison.pairs) {
      if (!accusations.one_way(pair) || is_named(comparison, pair)) continue;
      add_link(comparison, pair, fmt::format("{} is slow one way", accusations.slow_way(pair)),
               comparison.places.size() == 2
                   ? "with two places it cannot be told whether the sender, the receiver or the way between them is "
                     "slow; measure with a third"
                   : "look at what limits the sender, at the receiver's queue, and at routes that differ both ways",
               accusations.of_one_way(pair));
    }
  }

  void add_link(const PairComparison& comparison, const ComparedPair& pair, const std::string& who,
                const std::string& advice, Count count) {
    Accused& each = accused(Cause::slow_pair, who);
    each.places = {&comparison.places[pair.a], &comparison.places[pair.b]};
    each.link = comparison.link(pair);
    each.advice = advice;
    each.counts.push_back(std::move(count));
  }

  static bool is_named(const PairComparison& comparison, const ComparedPair& pair) {
    const auto& verdicts = comparison.verdicts;
    return std::any_of(verdicts.places.begin(), verdicts.places.end(),
                       [&](const SlowPlace& each) { return each.place == pair.a || each.place == pair.b; }) ||
           std::any_of(verdicts.links.begin(), verdicts.links.end(),
                       [&](const SlowLink& each) { return &comparison.pairs[each.pair] == &pair; });
  }

  static Finding finding_of(const Accused& accused) {
    Finding finding;
    finding.cause = accused.cause;
    std::vector<std::string> clauses;
    for (const Count& count : accused.counts) {
      clauses.push_back(count.clause);
      const double lost = count.time_ns * (1 - 1 / count.factor.mean);
      if (lost > finding.cost_ns.value_or(0)) {
        finding.cost_ns = lost;
        finding.share = 1 - 1 / count.factor.mean;
        finding.size_ns = MeanInterval{lost, count.time_ns * (1 - 1 / count.factor.lower),
                                       count.time_ns * (1 - 1 / count.factor.upper)};
        finding.events = count.slow;
        finding.of = count.of;
      }
      for (const char* dataset : {"enter", "leave"})
        finding.evidence.push_back(fmt::format("/points/{}/{}", count.id, dataset));
    }
    finding.what = accused.who + ": " + join(clauses, "; ");
    finding.phase = "inside";
    finding.link = accused.link;
    for (const PairPlace* place : accused.places) {
      for (const Rank rank : place->ranks) finding.ranks.push_back(rank.value);
      if (std::find(finding.hosts.begin(), finding.hosts.end(), place->host) == finding.hosts.end())
        finding.hosts.push_back(place->host);
    }
    finding.advice = accused.advice;
    return finding;
  }

  std::vector<Accused> accused_;
};

}  // namespace

std::vector<Finding> pairs_findings(const PairsReport& report) {
  std::vector<Finding> findings = AllAccused(report).findings();
  for (Finding& each : datagram_findings(report)) findings.push_back(std::move(each));
  return findings;
}

}  // namespace syncbench::analysis
