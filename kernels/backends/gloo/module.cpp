#include "gloo_backend.hpp"
#include <syncbench/kernels/module.hpp>

SYNCBENCH_BACKEND_MODULE(syncbench::kernels::gloo_backend::make_gloo_backend)
