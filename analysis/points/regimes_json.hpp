#pragma once

#include <vector>

#include "analysis/render/json_values.hpp"
#include "analysis/run/regimes.hpp"

namespace syncbench::analysis {

/// A list of regimes, times in ns from the point's first iteration; an empty list for a point that keeps its level.
inline Json regimes_json(const std::vector<Regime>& regimes) {
  Json json = Json::array();
  for (const Regime& each : regimes) {
    json.push_back({{"first_iteration", each.first},
                    {"last_iteration", each.last},
                    {"begin_ns", each.begin},
                    {"end_ns", each.end},
                    {"n", each.n},
                    {"late_iterations", each.late},
                    {"p50_ns", each.median_ns},
                    {"mean_ns", each.mean_ns}});
  }
  return json;
}

}  // namespace syncbench::analysis
