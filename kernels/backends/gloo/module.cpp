#include "kernels/module.hpp"

#include "kernels/backends/gloo/gloo_backend.hpp"

SYNCBENCH_BACKEND_MODULE(syncbench::kernels::gloo_backend::make_gloo_backend)
