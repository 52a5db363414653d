#pragma once

#include <string>

#include <syncbench/suite/point.hpp>

namespace syncbench::app {

/// How a point differs from others of its operation and size, for a column of tables: its policy with its numbers;
/// where ranks are late, by how much instead.
std::string variant_text(const suite::Point& point);

}  // namespace syncbench::app
