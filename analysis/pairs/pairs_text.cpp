#include "analysis/pairs/pairs_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "analysis/pairs/datagram_findings.hpp"
#include "analysis/points/notes.hpp"
#include "analysis/render/amounts.hpp"
#include "analysis/render/paragraph.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kMostRows = 10;
constexpr std::size_t kWidth = 100;
constexpr double kFollowed = 1 - 1e-6;  // leverage of a pair that alone decides an effect
const std::string kNone(kAbsentText);

std::string rate_text(std::int64_t bytes, double nanos) {
  return factor_text(1e3 * static_cast<double>(bytes) / nanos);
}

std::string cell_of(const PairTimes& times, double nanos) {
  return times.part == PairPart::latency ? micros_text(nanos) : rate_text(times.bytes, nanos);
}

// The medians from each place to each other; of several ranks, the one in the middle.
std::string matrix_of(const PairTimes& times, const std::vector<PairPlace>& places, bool by_rank) {
  std::map<Rank, std::size_t> place_of;
  for (std::size_t place = 0; place < places.size(); ++place) {
    for (const Rank rank : places[place].ranks) place_of[rank] = place;
  }
  std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> medians;
  for (const RankPair& pair : times.pairs) {
    const std::size_t a = place_of.at(pair.a), b = place_of.at(pair.b);
    if (pair.forward) medians[{a, b}].push_back(pair.forward->median_ns);
    if (pair.backward) medians[{b, a}].push_back(pair.backward->median_ns);
  }
  std::vector<Column> columns{{"", Align::left}};
  std::vector<Cells> rows;
  for (std::size_t from = 0; from < places.size(); ++from) {
    columns.push_back({by_rank ? std::to_string(places[from].ranks.front().value) : places[from].name});
    rows.push_back({places[from].name});
    for (std::size_t to = 0; to < places.size(); ++to) {
      auto& own = medians[{from, to}];
      std::sort(own.begin(), own.end());
      rows.back().push_back(own.empty() ? kNone : cell_of(times, own[(own.size() - 1) / 2]));
    }
  }
  return table_width(fitted(columns, rows)) <= kWidth ? table_text(columns, rows) : "";
}

std::string heading_of(const PairTimes& times) {
  const std::string what = bytes_text(static_cast<double>(times.bytes));
  return times.part == PairPart::latency
             ? fmt::format("{} there and back over {}, p50 µs (row begins, column answers)\n", what, times.backend)
             : fmt::format("{} one way over {}, p50 as MB/s (row sends, column receives)\n", what, times.backend);
}

std::string matrix_text(const PairsReport& report, const PairTimes& times) {
  std::string text = matrix_of(times, report.ranks, true);
  if (text.empty()) text = matrix_of(times, report.nodes, false);
  if (text.empty())
    text = fmt::format("a matrix of {} nodes does not fit; --json has every pair\n", report.nodes.size());
  return "\n" + heading_of(times) + text;
}

std::string times_text(double factor) { return factor < 10 ? fmt::format("{:.2f}", factor) : factor_text(factor); }

MeanInterval factor_of(const PlaceEffect& effect) {
  return {std::exp(effect.value), std::exp(effect.value - effect.reach), std::exp(effect.value + effect.reach)};
}

std::string slowest_pairs(const PairComparison& comparison) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < comparison.pairs.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
    return comparison.pairs[x].time.log_time > comparison.pairs[y].time.log_time;
  });
  order.resize(std::min(order.size(), kMostRows));
  const bool bandwidth = comparison.part == PairPart::bandwidth;
  std::vector<Cells> rows;
  for (const std::size_t i : order) {
    const ComparedPair& pair = comparison.pairs[i];
    const double mean = std::exp(pair.time.log_time), reach = std::exp(pair.time.reach);
    rows.push_back({comparison.link(pair), pair.id, std::to_string(pair.n), micros_text(pair.median_ns),
                    micros_text(mean / reach) + " " + micros_text(mean * reach)});
    const PairEffects& effects = comparison.verdicts.effects;
    const bool followed = effects.residuals.empty() || effects.leverages[i] > kFollowed;
    rows.back().push_back(followed ? kNone : times_text(std::exp(effects.residuals[i])));
    if (!bandwidth) continue;
    rows.back().push_back(rate_text(comparison.bytes, pair.median_ns));
    const auto& ways = pair.forward_over_backward;
    rows.back().push_back(ways ? times_text(ways->mean) : kNone);
  }
  std::vector<Column> columns{{"pair", Align::left}, {"point", Align::left}, {"n"},
                              {"p50\nµs"},           {"95 %\nfrom to"},      {"× of\nfit"}};
  if (bandwidth) columns.insert(columns.end(), {{"\nMB/s"}, {"there ×\nback"}});
  const std::string which = order.size() < comparison.pairs.size()
                                ? fmt::format("the {} slowest of {} pairs", order.size(), comparison.pairs.size())
                                : fmt::format("pairs, slowest first");
  return fmt::format("\n{}, {} {} over {}; slower direction\n", which, comparison.subject(), name_of(comparison.kind),
                     comparison.backend) +
         table_text(columns, rows);
}

std::string slowest_places(const PairComparison& comparison) {
  const auto& effects = comparison.verdicts.effects.effects;
  std::vector<std::size_t> order;
  for (std::size_t place = 0; place < effects.size(); ++place) {
    if (effects[place]) order.push_back(place);
  }
  if (order.empty()) return {};
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t x, std::size_t y) { return effects[x]->value > effects[y]->value; });
  const std::size_t all = order.size();
  order.resize(std::min(order.size(), kMostRows));
  std::vector<Cells> rows;
  for (const std::size_t place : order) {
    const MeanInterval factor = factor_of(*effects[place]);
    rows.push_back({comparison.places[place].name, times_text(factor.mean),
                    times_text(factor.lower) + " " + times_text(factor.upper)});
  }
  return fmt::format("\nwhat each {} adds: its pairs take so many times the mean{}\n",
                     comparison.kind == PairKind::between_nodes ? "node" : "rank",
                     order.size() < all ? fmt::format(", the {} slowest of {}", order.size(), all) : "") +
         table_text({{"", Align::left}, {"× of\nmean"}, {"95 %\nfrom to"}}, rows);
}

std::string datagrams_of(const PairsReport& report) {
  std::vector<const DatagramPath*> paths;
  for (const DatagramPath& path : report.measured.datagrams) paths.push_back(&path);
  if (paths.empty()) return {};
  std::stable_sort(paths.begin(), paths.end(), [](const DatagramPath* x, const DatagramPath* y) {
    return std::pair(x->received, x->mtu) < std::pair(y->received, y->mtu);
  });
  const std::size_t all = paths.size();
  paths.resize(std::min(paths.size(), kMostRows));
  std::vector<Cells> rows;
  for (const DatagramPath* path : paths)
    rows.push_back({rank_name(report, path->from), rank_name(report, path->to), path->id, std::to_string(path->mtu),
                    std::to_string(path->sent), std::to_string(path->sent - path->received)});
  return fmt::format("\ndatagrams that fill a packet, most lost first{}\n",
                     paths.size() < all ? fmt::format(" ({} of {} ways)", paths.size(), all) : "") +
         table_text(
             {{"from", Align::left}, {"to", Align::left}, {"point", Align::left}, {"MTU\nB"}, {"sent"}, {"lost"}},
             rows);
}

// The null backend sends nothing at no rate.
template <class Measured>
bool is_empty(const Measured& measured) {
  return measured.backend == "null" && measured.part == PairPart::bandwidth;
}

}  // namespace

std::string pairs_text(const PairsReport& report) {
  std::string text = one_line(report.file.string()) + "\n";
  for (const std::string& sentence : report.sentences) text += "\n" + paragraph(sentence);
  for (const PairTimes& times : report.measured.times) {
    if (!is_empty(times)) text += matrix_text(report, times);
  }
  for (const PairComparison& comparison : report.comparisons) {
    if (!comparison.pairs.empty() && !is_empty(comparison))
      text += slowest_pairs(comparison) + slowest_places(comparison);
  }
  text += datagrams_of(report);
  if (report.comparisons.empty()) return text;
  text += "\n× of fit: what the effects of both leave unexplained; 95 %: Student's, over the blocks' medians\n";
  text += kScopeLine;
  return text;
}

}  // namespace syncbench::analysis
