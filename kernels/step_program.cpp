#include "kernels/step_program.hpp"

#include <algorithm>
#include <optional>

#include "kernels/memory_step.hpp"
#include "kernels/pack_step.hpp"

namespace syncbench::kernels {
namespace {

class StepProgram final : public Program {
 public:
  StepProgram(Backend& backend, const Workload& workload, Rank rank, int ranks)
      : pauses_(workload.step.pause), names_(mark_names_of(workload, ranks)) {
    const Step& step = workload.step;
    const Bytes sent = traffic_of(workload, rank, ranks).send;
    if (step.allocation != Allocation::none) memory_.emplace(step.allocation, sent);
    if (step.packs > 0) pack_.emplace(sent);
    const bool slow = std::find(step.slow.begin(), step.slow.end(), rank) != step.slow.end();
    packs_ = slow ? step.slow_packs : step.packs;
    for (const Operation& operation : workload.operations)
      programs_.push_back(
          backend.prepare({.operations = {operation}, .buffers = workload.buffers, .algorithm = workload.algorithm}));
  }

  void arm(Iteration iteration, Payload payload) override {
    iteration_ = iteration;
    if (memory_) memory_->give_back();
    for (const auto& each : programs_) each->arm(iteration, payload);
  }

  void run(Marks& marks) override {
    std::size_t mark = 0;
    if (memory_) {
      memory_->take();
      marks.mark(mark++);
    }
    if (pack_) {
      pack_->pack(packs_);
      marks.mark(mark++);
    }
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      Marks none = marks.none();
      programs_[i]->run(none);
      if (!pauses_) continue;
      marks.mark(mark++);
      if (i > 0) continue;
      if (pause_ != nullptr) pause_->wait(iteration_);
      marks.mark(mark++);
    }
  }

  Verification verify() override {
    for (const auto& each : programs_) {
      Verification verification = each->verify();
      if (!verification.right) return verification;
    }
    return {};
  }

  void hold_with(const Pause* pause) noexcept override { pause_ = pause; }
  std::span<const std::string> mark_names() const noexcept override { return names_; }

 private:
  bool pauses_;
  std::vector<std::string> names_;
  std::optional<MemoryStep> memory_;
  std::optional<PackStep> pack_;
  std::size_t packs_ = 0;
  std::vector<std::unique_ptr<Program>> programs_;
  Iteration iteration_{};
  const Pause* pause_ = nullptr;
};

}  // namespace

std::unique_ptr<Program> prepare(Backend& backend, const Workload& workload, Rank rank, int ranks) {
  if (workload.step.empty()) return backend.prepare(workload);
  return std::make_unique<StepProgram>(backend, workload, rank, ranks);
}

}  // namespace syncbench::kernels
