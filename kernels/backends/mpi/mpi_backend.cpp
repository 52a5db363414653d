#include <limits>

#include <fmt/format.h>

#include "mpi_types.hpp"
#include "programs.hpp"
#include <syncbench/kernels/backend.hpp>

namespace syncbench::kernels::mpi_backend {
namespace {

class MpiBackend final : public Backend {
 public:
  explicit MpiBackend(const BackendContext& context) : context_(context) {}

  Capabilities capabilities() const override {
    return {.collectives = {Collective::allreduce, Collective::broadcast, Collective::barrier},
            .types = {ElementType::f32, ElementType::f64, ElementType::i64, ElementType::f16, ElementType::bf16},
            .policies = {IssuePolicy::serial, IssuePolicy::pipelined, IssuePolicy::fused}};
  }

  Support supports(const Workload& workload) const override {
    const Support general = supported_by(capabilities(), workload);
    if (!general.yes) return general;
    std::size_t total = 0;
    for (const Operation& operation : workload.operations) {
      total = workload.policy == IssuePolicy::fused ? total + operation.count : std::max(total, operation.count);
    }
    if (total <= static_cast<std::size_t>(std::numeric_limits<int>::max())) return {};
    return {.yes = false, .reason = fmt::format("MPI-3.1 counts are 32-bit: {} elements do not fit", total)};
  }

  std::unique_ptr<Program> prepare(const Workload& workload) override {
    return make_program(workload,
                        {.communicator = context_.communicator, .buffers = context_.host_buffers, .types = &types_});
  }

 private:
  BackendContext context_;
  MpiTypes types_;
};

const BackendRegistration registration{
    "mpi", "the collectives of the MPI library that syncbench was built with",
    [](const BackendContext& context) -> std::unique_ptr<Backend> { return std::make_unique<MpiBackend>(context); }};

}  // namespace
}  // namespace syncbench::kernels::mpi_backend
