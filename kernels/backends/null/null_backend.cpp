#include "kernels/backend.hpp"

namespace syncbench::kernels::null {
namespace {

// Between enter and leave it does nothing, so that what is measured is the harness's own floor.
class NullProgram final : public Program {
 public:
  void arm(Iteration, Payload) override {}
  void run(Marks&) override {}
  Verification verify() override { return {}; }
  std::span<const std::string> mark_names() const noexcept override { return {}; }
};

class NullBackend final : public Backend {
 public:
  Capabilities capabilities() const override {
    Capabilities all;
    for (const auto& [value, name] : Names<Collective>::table) all.collectives.push_back(value);
    for (const auto& [value, name] : Names<ElementType>::table) all.types.push_back(value);
    for (const auto& [value, name] : Names<IssuePolicy>::table) all.policies.push_back(value);
    return all;
  }
  Support supports(const Workload& workload) const override { return layouts_supported_by(capabilities(), workload); }
  std::unique_ptr<Program> prepare(const Workload&) override { return std::make_unique<NullProgram>(); }
};

const BackendRegistration registration{
    "null", "does nothing: what it measures is syncbench's own floor",
    [](const BackendContext&) -> std::unique_ptr<Backend> { return std::make_unique<NullBackend>(); }};

}  // namespace
}  // namespace syncbench::kernels::null
