#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/core/collective.hpp"

namespace syncbench::kernels::gloo_backend {

/// An algorithm of Gloo's for a collective.
struct Algorithm {
  Collective collective;
  std::string_view name;
  /// One of Gloo's older classes: made for buffers that it stays bound to, with bytes counted in 32 bits.
  bool bound;
};

/// Which algorithm a collective has by that name ("auto": what Gloo takes by itself); nothing if it has none.
const Algorithm* algorithm_named(Collective collective, std::string_view name) noexcept;

/// All names that a collective has, "auto" first; empty for a collective that Gloo does not have.
std::vector<std::string> algorithms_of(Collective collective);

}  // namespace syncbench::kernels::gloo_backend
