#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/pairs/pair_times.hpp"
#include "analysis/pairs/pair_verdicts.hpp"
#include "analysis/run/selection.hpp"

namespace syncbench::analysis {

/// Pairs of different kinds are never compared: what lies between their ranks is not the same.
enum class PairKind {
  on_one_core,   ///< both ranks are bound to the same processor
  on_a_node,     ///< of one NUMA node, or it is not known of which
  between_numa,  ///< of the same node, bound to different NUMA nodes
  between_nodes,
};

/// A node, or a rank where ranks of the same node are compared.
struct PairPlace {
  std::string name;  ///< "n3", "rank 5 (n2)"
  std::string host;
  std::vector<Rank> ranks;
};

/// Two places. Between nodes that have several ranks, of the pair of ranks in the middle of those between them.
struct ComparedPair {
  std::size_t a = 0, b = 0;                           ///< places
  std::string id;                                     ///< the point of the slower direction
  PairTime time;                                      ///< of the slower direction
  double median_ns = 0;                               ///< of that direction
  std::size_t n = 0;                                  ///< iterations of that direction
  std::optional<MeanInterval> forward_over_backward;  ///< times, block by block: does one way take longer?
};

/// A node whose ranks are slow with each other, against those of other nodes.
struct SlowHost {
  std::string host;
  std::size_t pair = 0;  ///< the one in the middle of its own
  MeanInterval factor;
};

/// Pairs that are compared with each other: of one part, backend and kind.
struct PairComparison {
  PairPart part = PairPart::latency;
  std::string backend;
  std::int64_t bytes = 0;
  PairKind kind = PairKind::between_nodes;
  std::vector<PairPlace> places;
  std::vector<ComparedPair> pairs;
  std::size_t left_out = 0;     ///< pairs of which too little is known: an interval, or a direction
  std::string not_judged;       ///< why nobody is accused here; empty if it was judged
  PairVerdicts verdicts;        ///< indices are those of `places` and `pairs`
  std::vector<SlowHost> hosts;  ///< of pairs within nodes that have several

  /// "8 B there and back", "1 MiB one way".
  std::string subject() const;
  /// "n1–n6".
  std::string link(const ComparedPair& pair) const;
};

struct PairsReport {
  std::filesystem::path file;
  std::vector<PairPlace> ranks;  ///< every rank of the run as a place
  std::vector<PairPlace> nodes;
  MeasuredPairs measured;
  std::vector<PairComparison> comparisons;
  std::vector<std::string> sentences;
};

/// Which pairs of a file are slow, and why; nothing if it has no point of suite pairs. Throws as read_pairs() does.
std::optional<PairsReport> pairs_report_if_any(const std::filesystem::path& file, const Selection& selection);

/// The same. Throws Error(data) where there is nothing.
PairsReport pairs_report(const std::filesystem::path& file, const Selection& selection);

}  // namespace syncbench::analysis

template <>
struct syncbench::Names<syncbench::analysis::PairKind> {
  using PairKind = syncbench::analysis::PairKind;
  static constexpr std::array<std::pair<PairKind, std::string_view>, 4> table{{
      {PairKind::on_one_core, "on one core"},
      {PairKind::on_a_node, "on a node"},
      {PairKind::between_numa, "between NUMA nodes"},
      {PairKind::between_nodes, "between nodes"},
  }};
};
