#include "analysis/pairs/pairs_sentences.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/pairs/datagram_findings.hpp"
#include "analysis/pairs/pairs_findings.hpp"
#include "analysis/pairs/pairs_report.hpp"
#include "analysis/render/amounts.hpp"

namespace syncbench::analysis {
namespace {

std::string label_of(const PairComparison& comparison) {
  return fmt::format("{} {} over {}", comparison.subject(), name_of(comparison.kind), comparison.backend);
}

// One pair alone.
std::string alone(const PairComparison& comparison) {
  const ComparedPair& pair = comparison.pairs.front();
  return fmt::format(
      "{}: {} µs ({}); one pair has nothing to be held against, and if it is slow it cannot be told which "
      "of the two is, or the way between them",
      label_of(comparison), micros_text(pair.median_ns), comparison.link(pair));
}

std::string range_of(const PairComparison& comparison) {
  const auto shorter = [](const ComparedPair& x, const ComparedPair& y) { return x.median_ns < y.median_ns; };
  const auto [least, most] = std::minmax_element(comparison.pairs.begin(), comparison.pairs.end(), shorter);
  return fmt::format("{} pairs from {} to {} µs", comparison.pairs.size(), micros_text(least->median_ns),
                     micros_text(most->median_ns));
}

// How many pairs could not be compared, and so who may be slow unseen.
std::string left_out(const PairComparison& comparison) {
  if (comparison.left_out == 0) return {};
  return fmt::format("; {} pair{} left out, since too few iterations count there", comparison.left_out,
                     comparison.left_out == 1 ? " is" : "s are");
}

std::string sentence_of(const PairComparison& comparison) {
  const PairVerdicts& verdicts = comparison.verdicts;
  if (!comparison.not_judged.empty())
    return fmt::format("{}: nobody is accused, since {}", label_of(comparison), comparison.not_judged);
  if (comparison.pairs.size() == 1) return alone(comparison);
  if (verdicts.apart > 0)
    return fmt::format(
               "{}: {}; {} of them take at least 1.5 × as long as the same two take with others, too many for "
               "single links: that is how this network is built",
               label_of(comparison), range_of(comparison), verdicts.apart) +
           left_out(comparison);
  if (!verdicts.places.empty() || !verdicts.links.empty() || !comparison.hosts.empty()) {
    if (comparison.left_out == 0) return {};
    return fmt::format("{}: {}{}", label_of(comparison), range_of(comparison), left_out(comparison));
  }
  const auto& effects = verdicts.effects.effects;
  const bool told = std::any_of(effects.begin(), effects.end(), [](const auto& effect) { return effect.has_value(); });
  return fmt::format("{}: {}; {}{}", label_of(comparison), range_of(comparison),
                     told ? comparison.kind == PairKind::between_nodes ? "no node and no link stands out"
                                                                       : "no rank and no pair stands out"
                          : "no pair stands out, and of single places too few pairs were measured to tell",
                     left_out(comparison));
}

}  // namespace

std::vector<std::string> pairs_remarks(const PairsReport& report) {
  std::vector<std::string> remarks;
  for (const PairComparison& comparison : report.comparisons) {
    std::string sentence = sentence_of(comparison);
    if (!sentence.empty()) remarks.push_back(std::move(sentence));
  }
  return remarks;
}

std::vector<std::string> pairs_sentences(const PairsReport& report) {
  std::vector<std::string> sentences;
  for (const auto& [a, b] : report.measured.unreachable)
    sentences.push_back(fmt::format("{} and {} cannot reach each other, so nothing was measured", rank_name(report, a),
                                    rank_name(report, b)));
  for (const Finding& finding : pairs_findings(report)) sentences.push_back(finding.what);
  for (std::string& remark : pairs_remarks(report)) sentences.push_back(std::move(remark));
  return sentences;
}

}  // namespace syncbench::analysis
