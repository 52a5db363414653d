// Gloo's older classes: an object is made for its buffers and keeps them, and what it reduces it reduces in place. So
// what is to be sent is copied to where the result will be, inside the timed region: that is what an operation on two
// buffers costs with them.
#include <cstring>
#include <vector>

#include <gloo/allreduce_bcube.h>
#include <gloo/allreduce_halving_doubling.h>
#include <gloo/allreduce_ring.h>
#include <gloo/allreduce_ring_chunked.h>
#include <gloo/barrier_all_to_all.h>
#include <gloo/barrier_all_to_one.h>
#include <gloo/broadcast_one_to_all.h>
#include <gloo/reduce_scatter.h>

#include "harness/core/error.hpp"
#include "kernels/backends/gloo/call.hpp"
#include "kernels/sums.hpp"

namespace syncbench::kernels::gloo_backend {
namespace {

using Bound = std::shared_ptr<::gloo::Algorithm>;

template <class T, ElementType type>
void add_to(T* to, const T* what, std::size_t count) {
  sum_of(type)(to, to, what, count);
}

// Gloo compares it with nothing and never frees it.
template <class T>
const ::gloo::ReductionFunction<T>* reduction(ElementType type) {
  using Function = ::gloo::ReductionFunction<T>;
  static const Function f32(::gloo::CUSTOM, &add_to<T, ElementType::f32>);
  static const Function f64(::gloo::CUSTOM, &add_to<T, ElementType::f64>);
  static const Function i64(::gloo::CUSTOM, &add_to<T, ElementType::i64>);
  static const Function f16(::gloo::CUSTOM, &add_to<T, ElementType::f16>);
  static const Function bf16(::gloo::CUSTOM, &add_to<T, ElementType::bf16>);
  switch (type) {
    case ElementType::f32:
      return &f32;
    case ElementType::f64:
      return &f64;
    case ElementType::i64:
      return &i64;
    case ElementType::f16:
      return &f16;
    case ElementType::bf16:
      return &bf16;
  }
  return nullptr;
}

template <class T>
Bound bound_allreduce(const CallSite& site) {
  const std::vector<T*> buffers{reinterpret_cast<T*>(site.receive)};
  const int count = static_cast<int>(site.operation->count);
  const auto* add = reduction<T>(site.operation->type);
  const std::string_view name = site.algorithm->name;
  if (name == "ring-whole") return std::make_shared<::gloo::AllreduceRing<T>>(site.context, buffers, count, add);
  if (name == "ring-chunked")
    return std::make_shared<::gloo::AllreduceRingChunked<T>>(site.context, buffers, count, add);
  if (name == "halving-doubling")
    return std::make_shared<::gloo::AllreduceHalvingDoubling<T>>(site.context, buffers, count, add);
  return std::make_shared<::gloo::AllreduceBcube<T>>(site.context, buffers, count, add);
}

template <class T>
Call allreduce(const CallSite& site) {
  const std::size_t bytes = site.operation->count * sizeof(T);
  return [bound = bound_allreduce<T>(site), to = site.receive, from = site.send, bytes] {
    std::memcpy(to, from, bytes);
    bound->run();
  };
}

// Works on a copy of all blocks; the own one lies first when it is done.
template <class T>
Call reduce_scatter(const CallSite& site) {
  const std::size_t block = site.operation->count;
  const auto ranks = static_cast<std::size_t>(site.context->size);
  const auto all = std::make_shared<std::vector<T>>(block * ranks);
  const std::vector<int> blocks(ranks, static_cast<int>(block));
  const Bound bound = std::make_shared<::gloo::ReduceScatterHalvingDoubling<T>>(
      site.context, std::vector<T*>{all->data()}, static_cast<int>(all->size()), blocks,
      reduction<T>(site.operation->type));
  return [bound, all, block, from = site.send, to = site.receive] {
    std::memcpy(all->data(), from, all->size() * sizeof(T));
    bound->run();
    std::memcpy(to, all->data(), block * sizeof(T));
  };
}

template <class T>
Bound broadcast(const CallSite& site) {
  const bool is_root = site.context->rank == site.operation->root.value;
  return std::make_shared<::gloo::BroadcastOneToAll<T>>(
      site.context, std::vector<T*>{reinterpret_cast<T*>(is_root ? site.send : site.receive)}, site.operation->count,
      site.operation->root.value);
}

Bound barrier(const CallSite& site) {
  if (site.algorithm->name == "all-to-all") return std::make_shared<::gloo::BarrierAllToAll>(site.context);
  return std::make_shared<::gloo::BarrierAllToOne>(site.context);
}

Call running(Bound bound) {
  return [bound = std::move(bound)] { bound->run(); };
}

template <class T>
Call bound_call(const CallSite& site) {
  switch (site.operation->collective) {
    case Collective::allreduce:
      return allreduce<T>(site);
    case Collective::reduce_scatter:
      return reduce_scatter<T>(site);
    case Collective::broadcast:
      return running(broadcast<T>(site));
    case Collective::barrier:
      return running(barrier(site));
    case Collective::reduce:
    case Collective::allgather:
    case Collective::all_to_all:
    case Collective::gather:
    case Collective::scatter:
    case Collective::scan:
    case Collective::exscan:
    case Collective::ring:
    case Collective::centre:
      break;
  }
  throw Error(ExitCode::internal, "the gloo backend was asked for an algorithm that it has not");
}

}  // namespace

Call make_bound_call(const CallSite& site) {
  return with_element(*site.operation, [&](auto zero) { return bound_call<decltype(zero)>(site); });
}

}  // namespace syncbench::kernels::gloo_backend
