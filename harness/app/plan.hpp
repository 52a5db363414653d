#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/app/configuration.hpp"
#include "suites/suite/point.hpp"
#include "suites/suite/world.hpp"

namespace syncbench::app {

/// A point of a suite on a backend, with its place in the run.
struct PlannedPoint {
  std::string id;  ///< "p0000"
  std::string suite, backend;
  std::string group;  ///< compared with its neighbours that bear the same one; empty: alone
  RecordMode record = RecordMode::samples;
  suite::Point point;
};

/// The backend as tables name it: "gloo", or "gloo/bcube" where the algorithm is not left to the library.
std::string backend_text(const PlannedPoint& planned);

/// Everything that a run measures, in order: points that are compared stand together, each on every backend and by
/// every algorithm. Pure. `seed`: of all that a point draws at random. Throws Error(usage) if options contradict each
/// other.
std::vector<PlannedPoint> make_plan(const Configuration& configuration, const suite::World& world,
                                    std::uint64_t seed = 0);

/// Whether the point puts ranks onto one core, so that whoever waits has to let the others run.
bool shares_a_core(const suite::Point& point) noexcept;

/// The plan cut into what is measured together.
std::vector<std::span<const PlannedPoint>> comparison_groups(std::span<const PlannedPoint> plan);

}  // namespace syncbench::app
