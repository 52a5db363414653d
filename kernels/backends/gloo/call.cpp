#include "kernels/backends/gloo/call.hpp"

#include "harness/core/schedule.hpp"

namespace syncbench::kernels::gloo_backend {

Call make_call(const CallSite& site) {
  if (site.algorithm->bound) return make_bound_call(site);
  return is_pattern(site.operation->collective) ? make_messages(site) : make_function_call(site);
}

}  // namespace syncbench::kernels::gloo_backend
