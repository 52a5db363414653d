#include "kernels/backends/gloo/gloo_backend.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "harness/core/text.hpp"
#include "kernels/backends/gloo/algorithms.hpp"
#include "kernels/backends/gloo/mesh.hpp"
#include "kernels/backends/gloo/programs.hpp"
#include "kernels/buckets.hpp"
#include "kernels/extent.hpp"

namespace syncbench::kernels::gloo_backend {
namespace {

Support no(std::string reason) { return {.yes = false, .reason = std::move(reason)}; }

// Bytes of the larger of a rank's two buffers. The root has the most, or all have the same.
std::size_t largest_buffer(const Operation& operation, int ranks) noexcept {
  const Extent extent = extent_of(operation, operation.root, ranks);
  return std::max(extent.send, extent.receive) * size_of(operation.type);
}

Support supports_algorithm(const Operation& operation, const std::string& name, int ranks, bool buffers_move) {
  const Algorithm* algorithm = algorithm_named(operation.collective, name);
  if (algorithm == nullptr)
    return no(fmt::format("Gloo has no {} {}; it has {}", name, name_of(operation.collective),
                          join(algorithms_of(operation.collective), ", ")));
  // With a number of ranks that is no power of its base, 2, it fails (3 ranks, tried).
  if (algorithm->name == "bcube-bound" && !std::has_single_bit(static_cast<unsigned>(ranks)))
    return no(fmt::format("Gloo's bcube-bound allreduce takes 2, 4, 8, … ranks, and there are {}", ranks));
  if (!algorithm->bound || operation.collective == Collective::barrier) return {};
  if (buffers_move)
    return no(fmt::format("Gloo's {} {} is bound to its buffers, and buffers that rotate are others each time",
                          algorithm->name, name_of(operation.collective)));
  const std::size_t bytes = largest_buffer(operation, ranks);
  if (bytes <= static_cast<std::size_t>(std::numeric_limits<int>::max())) return {};
  return no(fmt::format("Gloo's {} {} counts bytes in 32 bits: {} do not fit", algorithm->name,
                        name_of(operation.collective), bytes));
}

class GlooBackend final : public Backend {
 public:
  explicit GlooBackend(const BackendContext& context)
      : communicator_(*context.communicator), ranks_(context.communicator->size()), buffers_(*context.host_buffers) {
    if (ranks_ > 1) mesh_.emplace(context);
  }

  Capabilities capabilities() const override {
    Capabilities can;
    for (const auto& [value, name] : Names<Collective>::table) {
      if (!algorithms_of(value).empty()) can.collectives.push_back(value);
    }
    for (const auto& [value, name] : Names<ElementType>::table) can.types.push_back(value);
    can.policies = {IssuePolicy::serial, IssuePolicy::fused};
    return can;
  }

  Support supports(const Workload& workload) const override {
    if (ranks_ < 2) return no("Gloo connects ranks with each other, and there is one");
    if (workload.policy != IssuePolicy::serial && workload.policy != IssuePolicy::fused)
      return no(fmt::format("Gloo's calls block until they are done, so nothing can be {}; serial and fused can be had",
                            name_of(workload.policy)));
    const Support general = supported_by(capabilities(), workload);
    if (!general.yes) return general;
    std::vector<Operation> issued = workload.operations;
    for (const Bucket& bucket : buckets_of(workload, ranks_)) issued.push_back(bucket.whole);
    for (const Operation& each : issued) {
      if (each.count == 0 && each.collective != Collective::barrier)
        return no("Gloo has no operations without elements");
      const Support support = supports_algorithm(each, workload.algorithm, ranks_, slots_of(workload, ranks_) > 1);
      if (!support.yes) return support;
    }
    return {};
  }

  std::vector<SetupPhase> setup() const override { return mesh_ ? mesh_->phases() : std::vector<SetupPhase>{}; }

  std::unique_ptr<Program> prepare(const Workload& workload) override {
    mesh_->agree_on_slots(communicator_);
    return make_program(workload, *mesh_, buffers_);
  }

 private:
  const mpi::Communicator& communicator_;
  int ranks_;
  BufferProvider& buffers_;
  std::optional<Mesh> mesh_;
};

}  // namespace

std::unique_ptr<Backend> make_gloo_backend(const BackendContext& context) {
  return std::make_unique<GlooBackend>(context);
}

}  // namespace syncbench::kernels::gloo_backend
