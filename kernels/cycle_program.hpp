#pragma once

#include <functional>
#include <memory>

#include "harness/core/program.hpp"
#include "kernels/backend.hpp"

namespace syncbench::kernels {

/// Makes a backend on a communicator. Collective; throws as BackendMaker does.
using MakeOn = std::function<std::unique_ptr<Backend>(const mpi::Communicator&)>;

/// A program that makes communicator, library and buffers of a workload with a cycle anew in each iteration, with the
/// marks of cycle.hpp; nothing of it is left over from the iteration before. Local; `communicator`, whose ranks all run
/// it, outlives the program. run() throws what making a backend and preparing a workload throw.
std::unique_ptr<Program> prepare_cycle(const Workload& workload, const mpi::Communicator& communicator, MakeOn make);

}  // namespace syncbench::kernels
