#include "kernels/backends/gloo/call.hpp"

namespace syncbench::kernels::gloo_backend {

Call make_call(const CallSite& site) {
  if (site.algorithm->bound) return make_bound_call(site);
  const Collective collective = site.operation->collective;
  const bool messages = collective == Collective::ring || collective == Collective::centre;
  return messages ? make_messages(site) : make_function_call(site);
}

}  // namespace syncbench::kernels::gloo_backend
