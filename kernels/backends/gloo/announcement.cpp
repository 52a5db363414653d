#include "kernels/backend.hpp"

namespace syncbench::kernels::gloo_backend {
namespace {

const BackendRegistration registration{"gloo", "Gloo over TCP, as frameworks use it on CPUs (a module)"};

}  // namespace
}  // namespace syncbench::kernels::gloo_backend
