#pragma once

#include <string>

#include "results/h5/handle.hpp"
#include "results/model.hpp"

namespace syncbench::results {

inline constexpr const char* kMeasured = "measured";
inline constexpr const char* kNotMeasured = "not-measured";

/// Creates /points/<id> with the point's attributes; /points too if it is not there. Throws h5::Failure.
h5::Group create_point(const h5::File& file, const PointHeader& point);

/// Opens /points/<id>; throws h5::Failure if it is missing or the id is none.
h5::Group open_point(const h5::File& file, const std::string& id);

/// All attributes of the point, and the names of its marks.
PointHeader read_point(const h5::Group& point, const std::string& id);

bool is_measured(const h5::Group& point);

}  // namespace syncbench::results
