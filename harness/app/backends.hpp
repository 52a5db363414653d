#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/app/run_options.hpp"
#include "harness/measure/progress.hpp"
#include "harness/mpi/communicator.hpp"
#include "kernels/backend.hpp"

namespace syncbench::app {

using Backends = std::map<std::string, std::unique_ptr<kernels::Backend>, std::less<>>;
using BackendMakers = std::map<std::string, kernels::BackendMaker, std::less<>>;

/// What makes the backends that the run wants; opens those that are modules. Collective. Throws
/// AgreedError(unavailable) if any rank cannot, with its rank and host.
BackendMakers load_backends(const mpi::Communicator& world, const RunOptions& run);

/// Makes them, one after the other; notes in `progress` whom a rank waits for. `context` lacks the settings alone.
/// Collective; blocks. Throws AgreedError(unavailable) if a library refuses; PeerLost.
Backends make_backends(const BackendMakers& makers, const RunOptions& run, kernels::BackendContext context,
                       measure::Progress& progress);

/// Makes one more of a backend, for the ranks of `context`'s communicator, which outlives it. Collective among them;
/// blocks. Throws as the backend does.
std::unique_ptr<kernels::Backend> make_backend(const BackendMakers& makers, const RunOptions& run,
                                               const std::string& name, kernels::BackendContext context);

/// How long a backend's setup took: each phase on the rank where it took longest, and then "total" likewise. Empty for
/// one that needed none. The same on all ranks. Collective; blocks.
std::vector<kernels::SetupPhase> longest_setup(const mpi::Communicator& world, const kernels::Backend& backend);

/// "gloo: 4 ranks connected in 3.2 ms (device 0.1, pairs 0.4, exchange 0.1, connect 2.6)". Precondition: not empty.
std::string setup_sentence(const std::string& backend, int ranks, const std::vector<kernels::SetupPhase>& phases);

}  // namespace syncbench::app
