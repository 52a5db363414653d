// Gloo's functions: each takes an object with all its arguments, which is made beforehand.
#include <vector>

#include <gloo/allgather.h>
#include <gloo/allgatherv.h>
#include <gloo/allreduce.h>
#include <gloo/alltoall.h>
#include <gloo/alltoallv.h>
#include <gloo/barrier.h>
#include <gloo/broadcast.h>
#include <gloo/gather.h>
#include <gloo/reduce.h>
#include <gloo/scatter.h>

#include "harness/core/error.hpp"
#include "kernels/backends/gloo/call.hpp"
#include "kernels/sums.hpp"

namespace syncbench::kernels::gloo_backend {
namespace {

// The same arguments for every run. A std::function wants to be copied, and arguments cannot be.
template <class Options, class Function>
Call call_with(std::shared_ptr<Options> options, Function function) {
  return [options = std::move(options), function] { function(*options); };
}

template <class Options>
std::shared_ptr<Options> options_for(const CallSite& site) {
  auto options = std::make_shared<Options>(site.context);
  options->setTag(site.tag);
  return options;
}

// A buffer with a block a rank has this many elements.
std::size_t all_blocks(const CallSite& site) {
  return site.operation->count * static_cast<std::size_t>(site.context->size);
}

bool is_root(const CallSite& site) { return site.context->rank == site.operation->root.value; }

template <class T>
T* elements(std::byte* buffer) {
  return reinterpret_cast<T*>(buffer);
}

template <class T>
Call allreduce(const CallSite& site) {
  auto options = options_for<::gloo::AllreduceOptions>(site);
  options->template setInput<T>(elements<T>(site.send), site.operation->count);
  options->template setOutput<T>(elements<T>(site.receive), site.operation->count);
  options->setReduceFunction(sum_of(site.operation->type));
  if (site.algorithm->name == "ring") options->setAlgorithm(::gloo::AllreduceOptions::Algorithm::RING);
  if (site.algorithm->name == "bcube") options->setAlgorithm(::gloo::AllreduceOptions::Algorithm::BCUBE);
  return call_with(std::move(options), [](const auto& o) { ::gloo::allreduce(o); });
}

// Gloo wants an output buffer of every rank, and writes to it on all.
template <class T>
Call reduce(const CallSite& site) {
  auto options = options_for<::gloo::ReduceOptions>(site);
  const auto scratch = std::make_shared<std::vector<T>>(is_root(site) ? 0 : site.operation->count);
  options->template setInput<T>(elements<T>(site.send), site.operation->count);
  options->template setOutput<T>(is_root(site) ? elements<T>(site.receive) : scratch->data(), site.operation->count);
  options->setReduceFunction(sum_of(site.operation->type));
  options->setRoot(site.operation->root.value);
  return call_with(std::move(options), [scratch](auto& o) { ::gloo::reduce(o); });
}

// One buffer a rank: the root sends from it, the others receive into it.
template <class T>
Call broadcast(const CallSite& site) {
  auto options = options_for<::gloo::BroadcastOptions>(site);
  options->template setOutput<T>(elements<T>(is_root(site) ? site.send : site.receive), site.operation->count);
  options->setRoot(site.operation->root.value);
  return call_with(std::move(options), [](auto& o) { ::gloo::broadcast(o); });
}

template <class T>
Call allgather(const CallSite& site) {
  if (site.algorithm->name == "vector") {
    auto options = options_for<::gloo::AllgathervOptions>(site);
    options->template setInput<T>(elements<T>(site.send), site.operation->count);
    options->template setOutput<T>(
        elements<T>(site.receive),
        std::vector<std::size_t>(static_cast<std::size_t>(site.context->size), site.operation->count));
    return call_with(std::move(options), [](auto& o) { ::gloo::allgatherv(o); });
  }
  auto options = options_for<::gloo::AllgatherOptions>(site);
  options->template setInput<T>(elements<T>(site.send), site.operation->count);
  options->template setOutput<T>(elements<T>(site.receive), all_blocks(site));
  return call_with(std::move(options), [](auto& o) { ::gloo::allgather(o); });
}

template <class T>
Call all_to_all(const CallSite& site) {
  if (site.algorithm->name == "vector") {
    auto options = options_for<::gloo::AlltoallvOptions>(site);
    const std::vector<std::int64_t> counts(static_cast<std::size_t>(site.context->size),
                                           static_cast<std::int64_t>(site.operation->count));
    options->template setInput<T>(elements<T>(site.send), counts);
    options->template setOutput<T>(elements<T>(site.receive), counts);
    return call_with(std::move(options), [](auto& o) { ::gloo::alltoallv(o); });
  }
  auto options = options_for<::gloo::AlltoallOptions>(site);
  options->template setInput<T>(elements<T>(site.send), all_blocks(site));
  options->template setOutput<T>(elements<T>(site.receive), all_blocks(site));
  return call_with(std::move(options), [](auto& o) { ::gloo::alltoall(o); });
}

template <class T>
Call gather(const CallSite& site) {
  const std::size_t count = site.operation->count;
  auto options = options_for<::gloo::GatherOptions>(site);
  options->template setInput<T>(elements<T>(site.send), count);
  if (is_root(site)) options->template setOutput<T>(elements<T>(site.receive), all_blocks(site));
  options->setRoot(site.operation->root.value);
  return call_with(std::move(options), [](auto& o) { ::gloo::gather(o); });
}

template <class T>
Call scatter(const CallSite& site) {
  auto options = options_for<::gloo::ScatterOptions>(site);
  const std::size_t count = site.operation->count;
  if (is_root(site)) {
    std::vector<T*> blocks;
    for (int rank = 0; rank < site.context->size; ++rank)
      blocks.push_back(elements<T>(site.send) + static_cast<std::size_t>(rank) * count);
    options->template setInputs<T>(blocks, count);
  }
  options->template setOutput<T>(elements<T>(site.receive), count);
  options->setRoot(site.operation->root.value);
  return call_with(std::move(options), [](auto& o) { ::gloo::scatter(o); });
}

template <class T>
Call function_call(const CallSite& site) {
  switch (site.operation->collective) {
    case Collective::allreduce:
      return allreduce<T>(site);
    case Collective::broadcast:
      return broadcast<T>(site);
    case Collective::reduce:
      return reduce<T>(site);
    case Collective::allgather:
      return allgather<T>(site);
    case Collective::all_to_all:
      return all_to_all<T>(site);
    case Collective::gather:
      return gather<T>(site);
    case Collective::scatter:
      return scatter<T>(site);
    case Collective::barrier:
      return call_with(options_for<::gloo::BarrierOptions>(site), [](auto& o) { ::gloo::barrier(o); });
    case Collective::reduce_scatter:
    case Collective::scan:
    case Collective::exscan:
    case Collective::ring:
    case Collective::centre:
      break;
  }
  throw Error(ExitCode::internal, "the gloo backend was asked for a collective that it has not");
}

}  // namespace

Call make_function_call(const CallSite& site) {
  return with_element(*site.operation, [&](auto zero) { return function_call<decltype(zero)>(site); });
}

}  // namespace syncbench::kernels::gloo_backend
