#pragma once

#include <cstdint>
#include <string>

#include "results/departure_list.hpp"
#include "results/h5/handle.hpp"
#include "results/model.hpp"

namespace syncbench::results {

/// Adds every departure of one point: attributes, datasets' types and extents, and values that cannot be. Reads all of
/// its samples, a piece at a time. `ranks` is what the run's header says; `row` is the point's row in /index, or null
/// if there is none.
void check_point(DepartureList& list, const h5::Group& point, std::int64_t ranks, const IndexRow* row);

}  // namespace syncbench::results
