#pragma once

#include <string>

#include "harness/core/units.hpp"

namespace syncbench::machine {

/// This host's name as results may hold it (redaction.hpp); "?" if the system does not tell.
std::string host_name();

/// Memory that this host could give to new processes now (MemAvailable); 0 if the system does not tell.
Bytes available_memory();

}  // namespace syncbench::machine
