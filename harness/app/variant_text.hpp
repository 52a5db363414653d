#pragma once

#include <string>

#include "suites/suite/point.hpp"

namespace syncbench::app {

/// How a point differs from others of its operation and size, for a column of tables: its policy with its numbers;
/// where ranks are late, by how much instead; of pairs, the round and the direction.
std::string variant_text(const suite::Point& point);

}  // namespace syncbench::app
