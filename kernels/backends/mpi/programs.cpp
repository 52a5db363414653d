#include "kernels/backends/mpi/programs.hpp"

#include "harness/core/clock.hpp"
#include "harness/core/error.hpp"
#include "kernels/backends/mpi/blocking.hpp"
#include "kernels/backends/mpi/flight.hpp"
#include "kernels/backends/mpi/merged_programs.hpp"
#include "kernels/backends/mpi/packed_programs.hpp"
#include "kernels/storm_program.hpp"

namespace syncbench::kernels::mpi_backend {
namespace {

// Each piece is an operation of its own.
class SplitProgram : public StormProgram {
 public:
  SplitProgram(const Workload& workload, const Context& context, Flight::Requests kind = Flight::Requests::immediate)
      : StormProgram(workload, context.communicator->rank(), context.communicator->size(), *context.buffers),
        calls_(calls_on_pieces(context)),
        flight_(calls_, kind),
        mark_each_(workload.mark_each) {}

 protected:
  void follow_slot() final {
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      calls_[i].send = payload_.send(i);
      calls_[i].receive = payload_.receive(i);
    }
    flight_.follow_calls();
  }

  void wait_all(Marks& marks, std::size_t first_mark = 0) {
    if (mark_each_) return flight_.wait_all(marks, first_mark);
    flight_.wait_all();
  }

  std::vector<Call> calls_;
  Flight flight_;

 private:
  // One call a piece, on the pieces' own buffers.
  std::vector<Call> calls_on_pieces(const Context& context) const {
    std::vector<Call> calls;
    for (std::size_t i = 0; i < payload_.size(); ++i) {
      calls.push_back(make_call(payload_.operation(i), payload_.send(i), payload_.receive(i), *context.communicator,
                                *context.types));
    }
    return calls;
  }

  bool mark_each_;
};

class SerialProgram final : public SplitProgram {
 public:
  using SplitProgram::SplitProgram;

  void run(Marks& marks) override {
    std::size_t i = 0;
    for (const Call& call : calls_) {
      if (has_blocking_form(call)) [[likely]] {
        mpi_backend::run(call);
      } else {
        flight_.post(i);
        flight_.wait(i);
      }
      marks.mark(i++);  // reads no clock where the workload has no marks
    }
  }
};

// One operation alone, as in a size sweep: nothing to walk through, and the call known to the compiler.
template <Collective collective>
class OneCallProgram final : public SplitProgram {
 public:
  using SplitProgram::SplitProgram;

  void run(Marks& marks) override {
    run_blocking<collective>(calls_.front());
    marks.mark(0);
  }
};

std::unique_ptr<Program> make_serial_program(const Workload& workload, const Context& context) {
  const Collective first = workload.operations.front().collective;
  const bool blocks = first != Collective::centre || context.communicator->size() == 2;
  if (workload.operations.size() != 1 || !blocks) return std::make_unique<SerialProgram>(workload, context);
  return with_collective(first, [&]<Collective known>() -> std::unique_ptr<Program> {
    return std::make_unique<OneCallProgram<known>>(workload, context);
  });
}

class PipelinedProgram final : public SplitProgram {
 public:
  using SplitProgram::SplitProgram;

  void run(Marks& marks) override {
    flight_.post_all();
    wait_all(marks);
  }
};

class GroupedProgram final : public SplitProgram {
 public:
  GroupedProgram(const Workload& workload, const Context& context)
      : SplitProgram(workload, context, Flight::Requests::persistent) {}

  void run(Marks& marks) override {
    flight_.start();
    wait_all(marks);
  }
};

class OverlappedProgram final : public SplitProgram {
 public:
  OverlappedProgram(const Workload& workload, const Context& context)
      : SplitProgram(workload, context), compute_(workload.compute) {}

  void run(Marks& marks) override {
    flight_.post_all();
    marks.mark(0);
    compute();
    marks.mark(1);
    wait_all(marks, 2);
  }

 private:
  // Keeps the core busy and leaves the library alone: what it does not do by itself is not done meanwhile.
  void compute() const noexcept {
    const Nanos end = clock_.now() + compute_;
    while (clock_.now() < end) {
    }
  }

  Clock clock_ = raw_clock();
  Nanos compute_;
};

}  // namespace

std::unique_ptr<Program> make_program(const Workload& workload, const Context& context) {
  if (workload.packing != Packing::none) return make_packed_program(workload, context);
  switch (workload.policy) {
    case IssuePolicy::serial:
      return make_serial_program(workload, context);
    case IssuePolicy::pipelined:
      return std::make_unique<PipelinedProgram>(workload, context);
    case IssuePolicy::grouped:
      return std::make_unique<GroupedProgram>(workload, context);
    case IssuePolicy::fused:
      return make_fused_program(workload, context);
    case IssuePolicy::bucketed:
      return make_bucketed_program(workload, context);
    case IssuePolicy::overlapped:
      return std::make_unique<OverlappedProgram>(workload, context);
  }
  throw Error(ExitCode::internal, "an issue policy without a program");
}

}  // namespace syncbench::kernels::mpi_backend
