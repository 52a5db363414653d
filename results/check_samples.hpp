#pragma once

#include <string>

#include "results/departure_list.hpp"
#include "results/point_samples.hpp"

namespace syncbench::results {

/// Adds a sentence for each kind of value that cannot be, with the number of samples and the first of them: left before
/// it entered, absent in only one of the two, a status without a name. `place` is the point's path.
void check_samples(DepartureList& list, const PointSamples& samples, const std::string& place);

}  // namespace syncbench::results
