#pragma once

#include <cstddef>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "harness/app/truth/simulated/random.hpp"

namespace syncbench::truth {

/// What each of `count` iterations takes, as a multiple of T0, for a noise process whose distribution is known. `noise`
/// names it and its numbers (README.md lists them):
///
///     {"kind": "lognormal", "sigma": 0.05}      exp(sigma Z)
///     {"kind": "pareto", "alpha": 1.5, "scale": 0.05}      1 + scale (U^(-1/alpha) - 1)
///     {"kind": "bimodal", "sigma": 0.02, "share": 0.5, "factor": 1.5}
///     {"kind": "ar1", "phi": 0.9, "sigma": 0.05}      exp(sigma Z), Z of order 1 with correlation phi
///     {"kind": "bursts", "length": 10, "share": 0.02, "factor": 5, "spread": 0.3, "sigma": 0.05}
///     {"kind": "levels", "dwell": 100, "step": 0.02, "sigma": 0.02}      a new level after geometric times
///     {"kind": "drift", "growth": 0.5, "sigma": 0.02}      from 1 to 1 + growth
///     {"kind": "regimes", "sigma": 0.05, "from": [[0, 1], [0.6, 46]]}      from a share of the iterations on
///
/// All but the last two are stationary from the first iteration on. Throws std::invalid_argument for another kind.
std::vector<double> factors_of(const nlohmann::json& noise, std::size_t count, Random& random);

}  // namespace syncbench::truth
