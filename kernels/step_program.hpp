#pragma once

#include <memory>

#include "harness/core/program.hpp"
#include "kernels/backend.hpp"

namespace syncbench::kernels {

/// The backend's program for a workload; for one with a step, a program that does what the step says and runs the
/// operations one after the other, each by a program of the backend, so that any backend can do it. Collective; throws
/// as Backend::prepare() does.
std::unique_ptr<Program> prepare(Backend& backend, const Workload& workload, Rank rank, int ranks);

}  // namespace syncbench::kernels
