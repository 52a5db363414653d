#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "harness/app/truth/simulated/random.hpp"

namespace syncbench::truth {

/// One delay of one rank in one iteration.
struct Hit {
  std::size_t iteration = 0, rank = 0;
  std::int64_t nanos = 0;
};

/// A cause of delays, and everything that it does to a point.
struct Fault {
  std::string where;     ///< arrives, inside, leaves, between (calls, before the gate) or gate (it fails: a late start)
  bool off_cpu = false;  ///< the rank is off its processor meanwhile
  std::vector<Hit> hits;  ///< in the order of iterations
};

/// Draws what a fault does to `ranks` ranks in `count` iterations. The description:
///
///     {"where": "arrives", "ranks": [1], "by": "together", "ns": 9000, "sizes": "constant", "when": {…}}
///
/// `by`: all ranks of the list at once (together), one after the other (rotating), or one of them drawn (random), event
/// by event; a burst is one event. `sizes`: constant, exponential (mean `ns`), or growing (from `ns` to `to`, linear).
/// `own` = true: each rank has a size of its own. `when`:
///
///     {"kind": "all"}    {"kind": "share", "p": 0.5}    {"kind": "every", "k": 50, "from": 7}    {"kind": "count",
///     "n": 8}
///     {"kind": "episode", "from": 0.4, "until": 0.6}    {"kind": "bursts", "length": 30, "share": 0.1}
///
/// where from and until of an episode are shares of the iterations, and lengths of bursts are geometric. Throws
/// std::invalid_argument for a word that is none of these.
Fault fault_of(const nlohmann::json& description, std::size_t ranks, std::size_t count, Random& random);

}  // namespace syncbench::truth
