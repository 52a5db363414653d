#include "kernels/cycle_program.hpp"

#include <vector>

#include "harness/mpi/check.hpp"

namespace syncbench::kernels {
namespace {

// Places of kCycleMarks.
enum Mark : std::size_t { communicator, library, prepared, preceded, first, checked, second, parted };

Workload preceding(const Workload& workload, Before before) {
  Operation operation = workload.operations.front();
  operation.count = 1;
  if (before == Before::call) return {.operations = {operation}, .algorithm = workload.algorithm};
  operation.collective = Collective::barrier;
  return {.operations = {operation}};
}

class CycleProgram final : public Program {
 public:
  CycleProgram(const Workload& workload, const mpi::Communicator& communicator, MakeOn make)
      : cycle_(*workload.cycle),
        workload_(workload),
        before_(preceding(workload, cycle_.before)),
        communicator_(communicator),
        make_(std::move(make)),
        names_(kCycleMarks.begin(), kCycleMarks.end()) {
    workload_.cycle.reset();
  }

  void arm(Iteration iteration, Payload payload) override {
    iteration_ = iteration;
    payload_ = payload;
  }

  void run(Marks& marks) override {
    Marks none = marks.none();
    const mpi::Communicator ranks = make_communicator();
    marks.mark(Mark::communicator);
    const std::unique_ptr<Backend> backend = make_(ranks);
    marks.mark(Mark::library);
    const std::unique_ptr<Program> before = cycle_.before == Before::nothing ? nullptr : backend->prepare(before_);
    const std::unique_ptr<Program> program = backend->prepare(workload_);
    if (before) before->arm(iteration_, Payload::fresh);
    program->arm(iteration_, Payload::fresh);
    marks.mark(Mark::prepared);
    if (before) before->run(none);
    marks.mark(Mark::preceded);
    program->run(none);
    marks.mark(Mark::first);
    if (payload_ == Payload::fresh) verification_ = program->verify();
    program->arm(iteration_, Payload::reuse);
    marks.mark(Mark::checked);
    program->run(none);
    marks.mark(Mark::second);
    SYNCBENCH_MPI(MPI_Barrier(ranks.handle()));
    marks.mark(Mark::parted);
  }

  Verification verify() override { return verification_; }
  std::span<const std::string> mark_names() const noexcept override { return names_; }

 private:
  mpi::Communicator make_communicator() const {
    if (cycle_.making == Making::duplicate) return communicator_.duplicate();
    return *communicator_.split(0);
  }

  Cycle cycle_;
  Workload workload_, before_;
  const mpi::Communicator& communicator_;
  MakeOn make_;
  std::vector<std::string> names_;
  Iteration iteration_{};
  Payload payload_ = Payload::reuse;
  Verification verification_;
};

}  // namespace

std::unique_ptr<Program> prepare_cycle(const Workload& workload, const mpi::Communicator& communicator, MakeOn make) {
  return std::make_unique<CycleProgram>(workload, communicator, std::move(make));
}

}  // namespace syncbench::kernels
