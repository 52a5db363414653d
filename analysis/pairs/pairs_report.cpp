#include "analysis/pairs/pairs_report.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "analysis/pairs/pairs_sentences.hpp"
#include "analysis/render/amounts.hpp"
#include "analysis/run/require_match.hpp"
#include "harness/core/error.hpp"

namespace syncbench::analysis {
namespace {

// A pair of ranks between two places; the lower rank may be of the higher place.
struct Line {
  const RankPair* pair = nullptr;
  bool turned = false;
};

const results::RankRow& row_of(const results::RunHeader& header, Rank rank) {
  return header.rank_rows.at(static_cast<std::size_t>(rank.value));
}

bool is_one(const std::string& list) { return !list.empty() && list.find_first_of(",-") == std::string::npos; }

PairKind kind_of(const results::RunHeader& header, const RankPair& pair) {
  const results::RankRow &a = row_of(header, pair.a), &b = row_of(header, pair.b);
  if (a.node != b.node) return PairKind::between_nodes;
  if (is_one(a.cpus) && a.cpus == b.cpus) return PairKind::on_one_core;
  if (is_one(a.numa_nodes) && is_one(b.numa_nodes) && a.numa_nodes != b.numa_nodes) return PairKind::between_numa;
  return PairKind::on_a_node;
}

void add_places(const results::RunHeader& header, PairsReport& report) {
  std::map<std::int64_t, std::size_t> place_of;
  for (const results::NodeRow& node : header.node_rows) {
    place_of[node.node] = report.nodes.size();
    report.nodes.push_back({node.hostname, node.hostname, {}});
  }
  for (const results::RankRow& row : header.rank_rows) {
    const Rank rank{static_cast<int>(row.rank)};
    PairPlace& node = report.nodes.at(place_of.at(row.node));
    node.ranks.push_back(rank);
    report.ranks.push_back({fmt::format("rank {} ({})", rank.value, node.host), node.host, {rank}});
  }
}

bool is_sure(const std::optional<DirectedTime>& way) { return way && way->interval; }

// The directions that any pair has: of a pair that lacks one of them it is not known which is the slower.
struct Directions {
  explicit Directions(const std::vector<const RankPair*>& pairs) {
    for (const RankPair* pair : pairs) {
      forward = forward || is_sure(pair->forward);
      backward = backward || is_sure(pair->backward);
    }
  }

  /// Null if it cannot be told.
  const DirectedTime* slower_of(const RankPair& pair) const {
    if (!(forward || backward) || (forward && !is_sure(pair.forward)) || (backward && !is_sure(pair.backward)))
      return nullptr;
    if (!forward || !backward) return forward ? &*pair.forward : &*pair.backward;
    return pair.forward->interval->mean >= pair.backward->interval->mean ? &*pair.forward : &*pair.backward;
  }

  bool forward = false, backward = false;
};

MeanInterval factor_of(const MeanInterval& logs, bool turned) {
  if (turned) return {std::exp(-logs.mean), std::exp(-logs.upper), std::exp(-logs.lower)};
  return {std::exp(logs.mean), std::exp(logs.lower), std::exp(logs.upper)};
}

ComparedPair compared(const Line& line, std::size_t a, std::size_t b, const DirectedTime& slower) {
  ComparedPair pair;
  pair.a = a;
  pair.b = b;
  pair.id = slower.id;
  pair.n = slower.n;
  pair.median_ns = slower.median_ns;
  const MeanInterval& interval = *slower.interval;
  pair.time = {a, b, std::log(interval.mean), std::log(interval.upper / interval.lower) / 2};
  if (line.pair->forward && line.pair->backward) {
    const auto logs = over_blocks({&line.pair->forward->blocks, &line.pair->backward->blocks},
                                  [](const std::vector<double>& t) { return std::log(t[0] / t[1]); });
    if (logs) pair.forward_over_backward = factor_of(*logs, line.turned);
  }
  return pair;
}

// The lines between two places come to one pair, that in the middle.
void add_pair(std::size_t a, std::size_t b, const std::vector<Line>& lines, const Directions& directions,
              PairComparison& comparison) {
  std::vector<ComparedPair> pairs;
  for (const Line& line : lines) {
    if (const DirectedTime* slower = directions.slower_of(*line.pair)) pairs.push_back(compared(line, a, b, *slower));
  }
  if (pairs.empty()) {
    ++comparison.left_out;
    return;
  }
  const auto middle = pairs.begin() + static_cast<std::ptrdiff_t>((pairs.size() - 1) / 2);
  std::nth_element(pairs.begin(), middle, pairs.end(),
                   [](const ComparedPair& x, const ComparedPair& y) { return x.time.log_time < y.time.log_time; });
  comparison.pairs.push_back(std::move(*middle));
}

std::string reason_not_to_judge(const PairTimes& times, PairKind kind) {
  if (times.backend == "null") return "the null backend measures the harness itself";
  if (kind == PairKind::on_one_core || times.yields) return "ranks share cores, so times are those of the placement";
  if (times.summary) return "recorded as a summary, which does not say how sure a pair's median is";
  return "";
}

std::size_t node_of(Rank rank, const PairsReport& report) {
  const auto found = std::find_if(report.nodes.begin(), report.nodes.end(), [rank](const PairPlace& node) {
    return std::find(node.ranks.begin(), node.ranks.end(), rank) != node.ranks.end();
  });
  return static_cast<std::size_t>(found - report.nodes.begin());
}

// Each node's pair in the middle is held against those of the others, as the only pairs of places that meet nobody
// else.
std::vector<SlowHost> slow_hosts(const PairComparison& comparison) {
  std::map<std::string, std::vector<std::size_t>> pairs_of;
  for (std::size_t i = 0; i < comparison.pairs.size(); ++i)
    pairs_of[comparison.places[comparison.pairs[i].a].host].push_back(i);
  if (pairs_of.size() == comparison.pairs.size()) return {};  // then they are links
  std::vector<PairTime> one_each;
  std::vector<SlowHost> hosts, slow;
  for (auto& [host, own] : pairs_of) {
    const auto middle = own.begin() + static_cast<std::ptrdiff_t>((own.size() - 1) / 2);
    std::nth_element(own.begin(), middle, own.end(), [&comparison](std::size_t x, std::size_t y) {
      return comparison.pairs[x].time.log_time < comparison.pairs[y].time.log_time;
    });
    const PairTime& time = comparison.pairs[*middle].time;
    one_each.push_back({2 * hosts.size(), 2 * hosts.size() + 1, time.log_time, time.reach});
    hosts.push_back({host, *middle, {}});
  }
  for (const SlowLink& found : judge_pairs(2 * hosts.size(), one_each).links) {
    slow.push_back(hosts[found.pair]);
    slow.back().factor = found.factor;
  }
  return slow;
}

// Pairs by their places, the lower place first.
using PairsBetween = std::map<std::pair<std::size_t, std::size_t>, std::vector<Line>>;

PairsBetween place_pairs(const std::vector<const RankPair*>& pairs, const PairsReport& report,
                         PairComparison& comparison) {
  const bool by_node = comparison.kind == PairKind::between_nodes;
  const auto whose = [&](Rank rank) { return by_node ? node_of(rank, report) : static_cast<std::size_t>(rank.value); };
  std::map<std::size_t, std::size_t> place_of;
  for (const RankPair* pair : pairs) {
    place_of.emplace(whose(pair->a), 0);
    place_of.emplace(whose(pair->b), 0);
  }
  for (auto& [of, place] : place_of) {
    place = comparison.places.size();
    comparison.places.push_back(by_node ? report.nodes[of] : report.ranks[of]);
  }
  PairsBetween between;
  for (const RankPair* pair : pairs) {
    const std::size_t a = place_of.at(whose(pair->a)), b = place_of.at(whose(pair->b));
    between[{std::min(a, b), std::max(a, b)}].push_back({pair, a > b});
  }
  return between;
}

PairComparison comparison_of(const PairTimes& times, PairKind kind, const std::vector<const RankPair*>& pairs,
                             const PairsReport& report) {
  PairComparison comparison;
  comparison.part = times.part;
  comparison.backend = times.backend;
  comparison.bytes = times.bytes;
  comparison.kind = kind;
  const Directions directions(pairs);
  for (const auto& [ends, own] : place_pairs(pairs, report, comparison))
    add_pair(ends.first, ends.second, own, directions, comparison);
  comparison.not_judged = reason_not_to_judge(times, kind);
  if (comparison.not_judged.empty() && comparison.pairs.empty())
    comparison.not_judged = "too few iterations count to say how sure a time is";
  if (!comparison.not_judged.empty()) return comparison;
  std::vector<PairTime> judged;
  for (const ComparedPair& pair : comparison.pairs) judged.push_back(pair.time);
  comparison.verdicts = judge_pairs(comparison.places.size(), judged);
  if (kind != PairKind::between_nodes) comparison.hosts = slow_hosts(comparison);
  return comparison;
}

}  // namespace

std::string PairComparison::subject() const {
  return fmt::format("{} {}", bytes_text(static_cast<double>(bytes)),
                     part == PairPart::latency ? "there and back" : "one way");
}

std::string PairComparison::link(const ComparedPair& pair) const {
  const PairPlace &a_place = places[pair.a], &b_place = places[pair.b];
  if (kind == PairKind::between_nodes) return a_place.name + "–" + b_place.name;
  return fmt::format("ranks {}–{} ({})", a_place.ranks.front().value, b_place.ranks.front().value, a_place.host);
}

std::optional<PairsReport> pairs_report_if_any(const std::filesystem::path& file, const Selection& selection) {
  const results::RunReader reader(file);
  PairsReport report;
  report.file = file;
  report.measured = read_pairs(reader, selection);
  if (report.measured.points == 0) return std::nullopt;
  add_places(reader.header(), report);
  for (const PairTimes& times : report.measured.times) {
    std::map<PairKind, std::vector<const RankPair*>> kinds;
    for (const RankPair& line : times.pairs) kinds[kind_of(reader.header(), line)].push_back(&line);
    for (const auto& [kind, lines] : kinds) report.comparisons.push_back(comparison_of(times, kind, lines, report));
  }
  report.sentences = pairs_sentences(report);
  if (auto unsteady = unsteady_sentence(report.measured.unsteady)) report.sentences.push_back(*std::move(unsteady));
  return report;
}

PairsReport pairs_report(const std::filesystem::path& file, const Selection& selection) {
  require_a_match(file, selection);
  auto report = pairs_report_if_any(file, selection);
  if (report) return *std::move(report);
  throw Error(ExitCode::data,
              fmt::format("{}: has no point of suite pairs; measure with: syncbench --suite pairs", file.string()));
}

}  // namespace syncbench::analysis
