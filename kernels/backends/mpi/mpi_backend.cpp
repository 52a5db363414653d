#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "harness/core/schedule.hpp"
#include "kernels/backend.hpp"
#include "kernels/backends/mpi/mpi_types.hpp"
#include "kernels/backends/mpi/packed_programs.hpp"
#include "kernels/backends/mpi/persistent.hpp"
#include "kernels/backends/mpi/programs.hpp"
#include "kernels/buckets.hpp"
#include "kernels/extent.hpp"

namespace syncbench::kernels::mpi_backend {
namespace {

// The elements of the largest buffer that any rank has for an operation. Libraries compute with those as an int, even
// where a call takes the count of a block.
std::size_t largest_buffer(const Operation& operation, int ranks) {
  std::size_t largest = 0;
  for (const Rank rank : {operation.root, Rank{operation.root.value == ranks - 1 ? 0 : ranks - 1}}) {
    const Extent extent = extent_of(operation, rank, ranks);
    largest = std::max({largest, extent.send, extent.receive});
  }
  return largest;
}

class MpiBackend final : public Backend {
 public:
  explicit MpiBackend(const BackendContext& context) : context_(context) {}

  Capabilities capabilities() const override {
    Capabilities can;
    for (const auto& [value, name] : Names<Collective>::table) can.collectives.push_back(value);
    can.types = {ElementType::f32, ElementType::f64, ElementType::i64, ElementType::f16, ElementType::bf16};
    for (const auto& [value, name] : Names<IssuePolicy>::table) can.policies.push_back(value);
    can.layouts.clear();
    can.packings.clear();
    for (const auto& [value, name] : Names<LayoutKind>::table) can.layouts.push_back(value);
    for (const auto& [value, name] : Names<Packing>::table) can.packings.push_back(value);
    return can;
  }

  Support supports(const Workload& workload) const override {
    const Support general = supported_by(capabilities(), workload);
    if (!general.yes) return general;
    if (std::string reason = reason_against_packing(workload); !reason.empty()) return {.yes = false, .reason = reason};
    if (workload.policy == IssuePolicy::grouped && has_collectives(workload)) {
      if (std::string reason = reason_against_persistence(); !reason.empty()) return {.yes = false, .reason = reason};
    }
    if (workload.policy == IssuePolicy::grouped && slots_of(workload, context_.communicator->size()) > 1) {
      return {.yes = false,
              .reason = "grouped prepares its requests on their buffers, and buffers that rotate are others each time"};
    }
    const std::size_t largest = largest_of(workload);
    if (largest <= static_cast<std::size_t>(std::numeric_limits<int>::max())) return {};
    return {.yes = false, .reason = fmt::format("MPI-3.1 counts are 32-bit: {} elements do not fit", largest)};
  }

  std::unique_ptr<Program> prepare(const Workload& workload) override {
    return make_program(workload,
                        {.communicator = context_.communicator, .buffers = context_.host_buffers, .types = &types_});
  }

 private:
  // Of the library's own. Messages have always been persistent.
  static bool has_collectives(const Workload& workload) {
    return std::any_of(workload.operations.begin(), workload.operations.end(),
                       [](const Operation& each) { return !is_pattern(each.collective); });
  }

  static std::string reason_against_persistence() {
    if (!has_persistent_collectives())
      return "grouped takes persistent collectives, which came with MPI-4, and this MPI library has none";
    if (!read_when_started())
      return "grouped takes persistent collectives, and those of this MPI library send what was there when they were "
             "prepared";
    return {};
  }

  std::size_t largest_of(const Workload& workload) const {
    const int ranks = context_.communicator->size();
    std::size_t largest = 0;
    for (const Operation& operation : workload.operations)
      largest = std::max(largest, largest_buffer(operation, ranks));
    for (const Bucket& bucket : buckets_of(workload, ranks))
      largest = std::max(largest, largest_buffer(bucket.whole, ranks));
    return largest;
  }

  BackendContext context_;
  MpiTypes types_;
};

const BackendRegistration registration{
    "mpi", "the collectives of the MPI library that syncbench was built with",
    [](const BackendContext& context) -> std::unique_ptr<Backend> { return std::make_unique<MpiBackend>(context); }};

}  // namespace
}  // namespace syncbench::kernels::mpi_backend
