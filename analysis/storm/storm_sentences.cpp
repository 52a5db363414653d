#include "analysis/storm/storm_sentences.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "analysis/storm/storm_report.hpp"

namespace syncbench::analysis {
namespace {

// Splitting that costs less than this is called recovered.
constexpr double kRecovered = 0.05;
// And less than this is nothing.
constexpr double kAllRecovered = 0.005;

std::string cost_clause(const Storm& storm, const StormRow& row) {
  for (const OperationCost& cost : storm.costs) {
    if (cost.policy == row.policy && cost.nanos && cost.nanos->lower > 0)
      return fmt::format(" ({} µs an operation of {} to {})", micros_text(cost.nanos->mean),
                         bytes_text(cost.least_bytes), bytes_text(cost.most_bytes));
  }
  return {};
}

std::string price_clause(const Storm& storm, const StormRow& row) {
  const MeanInterval& price = *row.price;
  if (price.lower > 0)
    return fmt::format("{} is the price of splitting, {}{}", percent_text(price.mean),
                       limits_text(percent_text(price.lower), percent_text(price.upper)), cost_clause(storm, row));
  if (price.upper < 0)
    return fmt::format("{} less than packing them into one, so splitting costs nothing here",
                       percent_text(1 - 1 / (1 - price.mean)));
  return fmt::format("no price of splitting can be seen ({})",
                     limits_text(percent_text(price.lower), percent_text(price.upper)));
}

// Fewer, larger pieces that cost next to nothing; and how large they have to be.
std::string remedy_clause(const Storm& storm, const StormRow& worst) {
  const StormRow* best = nullptr;
  for (const StormRow& row : storm.rows) {
    if (row.policy != worst.policy || !row.price || row.pieces >= worst.pieces || row.price->upper > kRecovered)
      continue;
    if (best == nullptr || row.pieces > best->pieces) best = &row;
  }
  if (best == nullptr) return "; one operation recovers all of it";
  const std::string pieces = fmt::format("; pieces of {} recover all", bytes_text(best->piece_bytes));
  if (best->price->mean < kAllRecovered) return pieces + " of it";
  return fmt::format("{} but {}", pieces, percent_text(best->price->mean));
}

std::string sentence_of(const FractionRow& row) {
  return fmt::format("{}: {} of the bytes in {} operations ({}, {}) takes {} of the time of sending all, {}", row.label,
                     percent_text(row.fraction), row.pieces, row.policy,
                     row.of == "tensor" ? "of each tensor" : "whole tensors", percent_text(row.share->mean),
                     limits_text(percent_text(row.share->lower), percent_text(row.share->upper)));
}

}  // namespace

const StormRow* worst_row(const Storm& storm) {
  const StormRow* worst = nullptr;
  for (const StormRow& row : storm.rows) {
    if (row.price &&
        (worst == nullptr || row.pieces > worst->pieces || (row.pieces == worst->pieces && row.policy == "serial")))
      worst = &row;
  }
  return worst;
}

std::string storm_sentence(const Storm& storm, const StormRow& row) {
  std::string text = fmt::format("{}: {} operations of {}, {}, take {} µs", storm.label, row.pieces,
                                 bytes_text(row.piece_bytes), row.policy, micros_text(row.median_ns));
  if (row.times_single)
    text +=
        fmt::format(", {} × one of {}", factor_text(*row.times_single), bytes_text(static_cast<double>(storm.bytes)));
  text += ": " + price_clause(storm, row);
  if (row.rate_share)
    text += fmt::format("; they ran at {} of the best rate of this run", percent_text(*row.rate_share));
  return text + (row.price->lower > kRecovered ? remedy_clause(storm, row) : "");
}

std::vector<std::string> storm_sentences(const StormReport& report) {
  std::vector<std::string> sentences;
  for (const Storm& storm : report.storms) {
    const StormRow* worst = worst_row(storm);
    if (worst != nullptr) sentences.push_back(storm_sentence(storm, *worst));
  }
  for (const FractionRow& row : report.fractions) {
    if (row.share && row.policy == "serial") sentences.push_back(sentence_of(row));
  }
  return sentences;
}

}  // namespace syncbench::analysis
