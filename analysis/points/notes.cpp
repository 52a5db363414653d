#include "analysis/points/notes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/render/paragraph.hpp"
#include "analysis/run/point_series.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

std::string listed(const std::map<Quantile, std::size_t>& needed, std::string_view before_number) {
  std::vector<std::string> all;
  for (const auto& [quantile, count] : needed)
    all.push_back(count == 0 ? name_of(quantile) : fmt::format("{}{}{}", name_of(quantile), before_number, count));
  return join(all, ", ");
}

std::string sentence_of(Refusal refusal, const std::map<Quantile, std::size_t>& needed) {
  switch (refusal) {
    case Refusal::too_few:
      return fmt::format("– too few iterations: {}", listed(needed, " needs "));
    case Refusal::correlated:
      return fmt::format("– too few iterations, because they are correlated: {}", listed(needed, " needs about "));
    case Refusal::unresolved:
      return fmt::format("– drift, shifts or correlation over much of the point: no interval holds ({})",
                         listed(needed, " "));
    case Refusal::late_starts:
      return fmt::format("– too many iterations of unknown time, because a rank started late ({})",
                         listed(needed, " "));
    case Refusal::lower_quantile:
      return fmt::format("– a lower quantile is refused ({})", listed(needed, " "));
    case Refusal::none:
    case Refusal::mean:
      break;
  }
  return "";
}

}  // namespace

void Notes::add(const std::vector<QuantileEstimate>& estimates) {
  for (const QuantileEstimate& estimate : estimates) {
    limits_ = limits_ || estimate.lower.count() != kAbsent;
    brackets_ = brackets_ || estimate.bracketed();
    described_ = described_ || estimate.describes();
    if (estimate.refusal == Refusal::none) continue;
    std::size_t& needed = refused_[estimate.refusal][estimate.quantile];
    needed = std::max(needed, estimate.needed);
  }
}

void Notes::add_state(const PointReport& point) { unsteady_ = unsteady_ || is_unsteady(point); }

std::string Notes::text() const {
  std::string text;
  if (limits_) text += kScopeLine;
  for (const auto& [refusal, needed] : refused_) text += paragraph(sentence_of(refusal, needed));
  if (brackets_)
    text +=
        paragraph("a–b: the quantile if the iterations in which a rank started late were the fastest, and the slowest");
  if (described_) text += paragraph("~ the median of the measured iterations; it has no valid 95 % interval");
  if (unsteady_) text += paragraph("! unsteady: no steady state was found, the quantiles are those of a mixture");
  return text;
}

bool is_unsteady(const PointReport& point) { return is_unsteady(point.header.attributes) || !point.regimes.empty(); }

std::string mark_of(const PointReport& point) { return is_unsteady(point) ? "!" : ""; }

}  // namespace syncbench::analysis
