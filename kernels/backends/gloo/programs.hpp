#pragma once

#include <memory>

#include "kernels/backend.hpp"
#include "kernels/backends/gloo/mesh.hpp"

namespace syncbench::kernels::gloo_backend {

/// The program of a serial or fused workload whose operations the backend supports. Collective in order. Throws
/// std::bad_alloc, PeerLost, Error(internal).
std::unique_ptr<Program> make_program(const Workload& workload, const Mesh& mesh, BufferProvider& buffers);

}  // namespace syncbench::kernels::gloo_backend
