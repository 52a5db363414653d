#pragma once

#include <string>

#include "harness/machine/facts.hpp"

namespace syncbench::machine {

/// Everything that the calling process can find out about its node without root: some hundred facts, from the files
/// under `root` (tests pass a folder that is laid out like a machine), the process's environment, and the C library.
/// Never fails: what cannot be read is Unreadable. Takes milliseconds on a small node; reading the counters of many
/// adapters and processors takes longer. Not for the measured time.
Facts collect_facts(const std::string& root = "/");

}  // namespace syncbench::machine
