#include "analysis/storm/storm_text.hpp"

#include <fmt/format.h>

#include "analysis/points/notes.hpp"
#include "analysis/render/amounts.hpp"
#include "analysis/render/paragraph.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::analysis {
namespace {

const std::string kNone(kAbsentText);

template <class T, class Text>
std::string optional_text(const std::optional<T>& value, Text text) {
  return value ? text(*value) : kNone;
}

std::string percent_cell(double share) { return fmt::format("{:.1f}", 100 * share); }

std::string limits(const std::optional<MeanInterval>& interval, std::string (*text)(double)) {
  return interval ? text(interval->lower) + " " + text(interval->upper) : kNone;
}

Cells cells_of(const StormRow& row) {
  return {row.id,
          row.policy,
          std::to_string(row.pieces),
          fmt::format("{:.0f}", row.piece_bytes),
          std::to_string(row.n),
          micros_text(row.median_ns),
          optional_text(row.fused_ns, micros_text),
          optional_text(row.price, [](const MeanInterval& price) { return percent_cell(price.mean); }),
          limits(row.price, percent_cell),
          optional_text(row.times_single, factor_text),
          optional_text(row.rate_share, percent_cell)};
}

std::string storm_table(const Storm& storm) {
  std::vector<Cells> rows;
  for (const StormRow& row : storm.rows) rows.push_back(cells_of(row));
  return storm.label + fmt::format(", {} B in all\n", storm.bytes) +
         table_text({{"point", Align::left},
                     {"policy", Align::left},
                     {"pieces"},
                     {"piece\nbytes"},
                     {"n"},
                     {"p50\nµs"},
                     {"as one\nµs"},
                     {"price\n%"},
                     {"95 %\nfrom to"},
                     {"× one"},
                     {"of best\nrate %"}},
                    rows);
}

std::string costs_table(const Storm& storm) {
  if (storm.costs.empty()) return {};
  std::vector<Cells> rows;
  for (const OperationCost& cost : storm.costs) {
    std::vector<std::string> pieces;
    for (const std::int64_t each : cost.pieces) pieces.push_back(std::to_string(each));
    rows.push_back({cost.policy, bytes_text(cost.least_bytes) + " to " + bytes_text(cost.most_bytes), join(pieces, " "),
                    optional_text(cost.nanos, [](const MeanInterval& cost_ns) { return micros_text(cost_ns.mean); }),
                    limits(cost.nanos, micros_text)});
  }
  return "\n" + table_text({{"policy", Align::left},
                            {"pieces of", Align::left},
                            {"piece counts", Align::left},
                            {"an operation\nµs"},
                            {"95 %\nfrom to"}},
                           rows);
}

std::string fractions_table(const StormReport& report) {
  if (report.fractions.empty()) return {};
  std::vector<Cells> rows;
  for (const FractionRow& row : report.fractions) {
    rows.push_back({row.label, row.policy, row.of, percent_text(row.fraction), std::to_string(row.pieces),
                    std::to_string(row.bytes), micros_text(row.median_ns),
                    optional_text(row.share, [](const MeanInterval& share) { return percent_cell(share.mean); }),
                    limits(row.share, percent_cell)});
  }
  return "\n" + table_text({{"fractions of", Align::left},
                            {"policy", Align::left},
                            {"share of", Align::left},
                            {"sent"},
                            {"pieces"},
                            {"bytes"},
                            {"p50\nµs"},
                            {"of all\n%"},
                            {"95 %\nfrom to"}},
                           rows);
}

std::string sweep_table(const Sweep& sweep) {
  if (sweep.segments.empty()) return {};
  std::vector<Cells> rows;
  for (const LatencySegment& segment : sweep.segments) {
    rows.push_back({bytes_text(segment.first_bytes) + " to " + bytes_text(segment.last_bytes),
                    segment.fits() ? micros_text(segment.alpha_ns) : "no fit",
                    segment.fits() ? fmt::format("{:.3g}", 1 / segment.beta_ns_per_byte) : kNone,
                    percent_cell(segment.worst)});
  }
  std::string text =
      "\nsize sweep, " + sweep.label + "\n" +
      table_text({{"segment", Align::left}, {"latency α\nµs"}, {"bandwidth 1/β\nGB/s"}, {"worst\nresidual %"}}, rows);
  if (sweep.half_bandwidth_bytes)
    text += fmt::format("half of the bandwidth at {}\n", bytes_text(*sweep.half_bandwidth_bytes));
  return text;
}

}  // namespace

std::string storm_text(const StormReport& report) {
  std::string text = one_line(report.file.string()) + "\n";
  for (const std::string& sentence : report.sentences) text += "\n" + paragraph(sentence);
  for (const Storm& storm : report.storms) text += "\n" + storm_table(storm) + costs_table(storm);
  text += fractions_table(report);
  for (const Sweep& sweep : report.sweeps) text += sweep_table(sweep);
  text +=
      "\nas one: the same pieces packed into one operation, packing and unpacking counted\n"
      "price: the share of the time that splitting costs, block by block of the same run\n";
  return text + kScopeLine;
}

}  // namespace syncbench::analysis
