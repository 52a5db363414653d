#pragma once

#include "harness/app/bench/figure.hpp"
#include "harness/app/bench/setting.hpp"

namespace syncbench::bench {

// Each is collective and blocks for some seconds; figures are the same on all ranks. They throw what they measure
// throws.

/// What the harness itself costs: the null backend.
Figures floor(Setting& setting);

/// How far starts lie apart by the clock.
Figures start_spread(Setting& setting);

/// Every rank as a node of its own: what synchronisation promises, and whether it holds (the truth is one kernel
/// clock).
Figures clocks(Setting& setting);

/// Bytes that samples of a real run take in a file, and how fast they are compressed and written.
Figures storage(Setting& setting);

/// What rank 0 needs to gather and write samples of ever more ranks, up to all.
Figures scale(Setting& setting);

}  // namespace syncbench::bench
