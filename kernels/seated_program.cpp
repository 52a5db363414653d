#include "kernels/seated_program.hpp"

#include <utility>

namespace syncbench::kernels {
namespace {

class SeatedProgram final : public Program {
 public:
  SeatedProgram(std::unique_ptr<Program> program, std::vector<int> processors, machine::ThreadBinding& binding)
      : program_(std::move(program)), processors_(std::move(processors)), binding_(binding) {}

  void arm(Iteration iteration, Payload payload) override {
    binding_.move_to(processors_);
    program_->arm(iteration, payload);
  }
  void run(Marks& marks) override { program_->run(marks); }
  Verification verify() override { return program_->verify(); }
  void hold_with(const Pause* pause) noexcept override { program_->hold_with(pause); }
  std::span<const std::string> mark_names() const noexcept override { return program_->mark_names(); }

 private:
  std::unique_ptr<Program> program_;
  std::vector<int> processors_;
  machine::ThreadBinding& binding_;
};

}  // namespace

std::unique_ptr<Program> seated(std::unique_ptr<Program> program, std::vector<int> processors,
                                machine::ThreadBinding& binding) {
  return std::make_unique<SeatedProgram>(std::move(program), std::move(processors), binding);
}

}  // namespace syncbench::kernels
