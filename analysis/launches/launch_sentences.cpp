#include "analysis/launches/launch_sentences.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"

namespace syncbench::analysis {
namespace {

double middle_of(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  return values[(values.size() - 1) / 2];
}

std::string spread_sentence(std::vector<double> spreads, std::vector<double> halves) {
  const double middle = middle_of(spreads);
  std::string text =
      fmt::format("from launch to launch p50 varies by {} (coefficient of variation; {} to {} over {} point{})",
                  percent_text(middle), percent_text(spreads.front()), percent_text(spreads.back()), spreads.size(),
                  spreads.size() == 1 ? "" : "s");
  if (!halves.empty())
    text += fmt::format("; a single launch gives its own p50 a half width of {}, which holds for this launch alone",
                        percent_text(middle_of(halves)));
  return text;
}

}  // namespace

std::vector<std::string> launch_sentences(const LaunchesReport& report) {
  std::vector<double> spreads, halves;
  for (const LaunchPoint& point : report.points) {
    const LaunchQuantile& median = point.quantiles.front();
    if (!median.spread) continue;
    spreads.push_back(median.spread->cv);
    if (const auto half = half_width_within(median)) halves.push_back(*half);
  }
  if (spreads.empty()) return {};
  std::vector<std::string> sentences{spread_sentence(std::move(spreads), std::move(halves))};
  if (report.left_out.of > 0)
    sentences.push_back(fmt::format(
        "each launch held against the others: {} of {} p50 ({}) lie in the 95 % prediction limits of the other "
        "launches",
        report.left_out.covered, report.left_out.of,
        percent_text(static_cast<double>(report.left_out.covered) / static_cast<double>(report.left_out.of))));
  return sentences;
}

}  // namespace syncbench::analysis
