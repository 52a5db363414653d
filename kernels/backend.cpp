#include "kernels/backend.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/module.hpp"

namespace syncbench::kernels {
namespace {

template <class T>
bool contains(const std::vector<T>& values, T value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

// An operation that moves nothing has nothing to pack. Types may differ: each is merged for itself.
bool can_be_merged(const Workload& workload) {
  return std::all_of(workload.operations.begin(), workload.operations.end(), [&](const Operation& each) {
    const Operation& first = workload.operations.front();
    return each.collective != Collective::barrier && each.collective == first.collective && each.root == first.root;
  });
}

}  // namespace

Support layouts_supported_by(const Capabilities& capabilities, const Workload& workload) {
  const auto no = [](std::string reason) { return Support{.yes = false, .reason = std::move(reason)}; };
  for (const Operation& operation : workload.operations) {
    if (!contains(capabilities.layouts, operation.layout.kind))
      return no(fmt::format("the backend takes no layout {}", layout_text(operation.layout)));
    if (workload.packing == Packing::none && !operation.layout.contiguous())
      return no(fmt::format("layout {} has to be packed somehow", layout_text(operation.layout)));
  }
  if (!contains(capabilities.packings, workload.packing))
    return no(fmt::format("the backend has no {}", name_of(workload.packing)));
  return {};
}

Support supported_by(const Capabilities& capabilities, const Workload& workload) {
  const auto no = [](std::string reason) { return Support{.yes = false, .reason = std::move(reason)}; };
  if (!contains(capabilities.policies, workload.policy))
    return no(fmt::format("the backend has no policy {}", name_of(workload.policy)));
  for (const Operation& operation : workload.operations) {
    if (!contains(capabilities.collectives, operation.collective))
      return no(fmt::format("the backend has no {}", name_of(operation.collective)));
    if (!contains(capabilities.types, operation.type))
      return no(fmt::format("the backend has no type {}", name_of(operation.type)));
    if (!operation.participants.everyone()) return no("the backend has no groups of some ranks");
  }
  if (Support layouts = layouts_supported_by(capabilities, workload); !layouts.yes) return layouts;
  const bool merges = workload.policy == IssuePolicy::fused || workload.policy == IssuePolicy::bucketed;
  if (merges && !can_be_merged(workload)) {
    return no(fmt::format("only operations of one kind and root that carry data can be {}", name_of(workload.policy)));
  }
  return {};
}

BackendMaker BackendRegistration::load(const std::vector<std::filesystem::path>& folders) const {
  return is_module() ? open_backend_module(name_, folders) : BackendMaker(factory_);
}

}  // namespace syncbench::kernels
