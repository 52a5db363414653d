#pragma once

#include <memory>

#include "kernels/backend.hpp"

namespace syncbench::kernels::gloo_backend {

/// Connects every rank with every other over TCP. Collective; blocks. Setting "iface": the interface by name; without
/// it the host's address is taken. Throws, on every rank alike, Error(unavailable) if a rank has no such interface or
/// address; PeerLost if a connection fails.
std::unique_ptr<Backend> make_gloo_backend(const BackendContext& context);

}  // namespace syncbench::kernels::gloo_backend
