#include "notes.hpp"

#include <fmt/format.h>

#include "paragraph.hpp"
#include <syncbench/core/text.hpp>

namespace syncbench::analysis {
namespace {

std::string names(const std::set<Quantile>& quantiles) {
  std::vector<std::string> all;
  for (const Quantile quantile : quantiles) all.push_back(name_of(quantile));
  return join(all, ", ");
}

std::string needs(const std::map<Quantile, std::size_t>& needed) {
  std::vector<std::string> all;
  for (const auto& [quantile, count] : needed) all.push_back(fmt::format("{} {}", name_of(quantile), count));
  return join(all, ", ");
}

}  // namespace

void Notes::add(const std::vector<QuantileEstimate>& estimates) {
  for (const QuantileEstimate& estimate : estimates) {
    if (!estimate.carried()) {
      if (estimate.needed == 0) continue;  // no n would give it: a mean has no tail
      needed_.emplace(estimate.quantile, estimate.needed);
    } else if (estimate.effective.independence == Independence::assumed) {
      assumed_.insert(estimate.quantile);
    } else if (estimate.effective.independence == Independence::unresolved) {
      unresolved_.insert(estimate.quantile);
    }
  }
}

std::string Notes::text() const {
  std::string text;
  if (!needed_.empty()) {
    text += paragraph(fmt::format(
        "– n does not carry it; effective iterations needed: {} (correlated ones count as fewer)", needs(needed_)));
  }
  if (!assumed_.empty()) {
    text += paragraph(fmt::format("* independence assumed: fewer than {} iterations lie above ({})", kFewestExceedances,
                                  names(assumed_)));
  }
  if (!unresolved_.empty()) {
    text += paragraph(
        fmt::format("! iterations are correlated over much of the point: limits too narrow ({})", names(unresolved_)));
  }
  return text;
}

std::string mark_of(const QuantileEstimate& estimate) {
  if (!estimate.carried() || estimate.effective.independence == Independence::measured) return "";
  return estimate.effective.independence == Independence::assumed ? "*" : "!";
}

}  // namespace syncbench::analysis
