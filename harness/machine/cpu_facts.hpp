#pragma once

#include "harness/machine/facts.hpp"
#include "harness/machine/tree.hpp"

namespace syncbench::machine {

/// Processors: model and microcode, frequency and idle settings (collapsed over processors: "performance ×32"),
/// hardware threads, isolation, clock source, kernel command line (redacted), load and pressure. Reads about a dozen
/// files a processor. Never fails.
Facts cpu_facts(const Tree& tree);

}  // namespace syncbench::machine
