#include "kernels/backends/mpi/merged_programs.hpp"

#include <algorithm>

#include "kernels/backends/mpi/flight.hpp"
#include "kernels/merged_operation.hpp"
#include "kernels/storm_program.hpp"

namespace syncbench::kernels::mpi_backend {
namespace {

class MergingProgram : public StormProgram {
 public:
  MergingProgram(const Workload& workload, const Context& context)
      : StormProgram(workload, context.communicator->rank(), context.communicator->size(), *context.buffers),
        context_(context),
        merged_(merged_operations(workload, payload_, context.communicator->rank(), context.communicator->size(),
                                  *context.buffers)),
        calls_(calls_on_slot()),
        flight_(calls_, Flight::Requests::immediate) {}

 protected:
  void follow_slot() final {
    const std::vector<Call> calls = calls_on_slot();
    std::copy(calls.begin(), calls.end(), calls_.begin());  // the flight looks at calls_ where they are
    flight_.follow_calls();
  }

  void flush_copies() noexcept final {
    for (const MergedOperation& each : merged_) each.flush();
  }

 private:
  std::vector<Call> calls_on_slot() const {
    std::vector<Call> calls;
    for (const MergedOperation& each : merged_)
      calls.push_back(make_call(each.whole(), each.send(), each.receive(), *context_.communicator, *context_.types));
    return calls;
  }

  const Context context_;

 protected:
  std::vector<MergedOperation> merged_;
  std::vector<Call> calls_;
  Flight flight_;
};

class FusedProgram final : public MergingProgram {
 public:
  using MergingProgram::MergingProgram;

  void run(Marks& marks) override {
    for (MergedOperation& each : merged_) each.pack();
    marks.mark(0);
    for (std::size_t i = 0; i < calls_.size(); ++i) exchange(i);
    marks.mark(1);
    for (MergedOperation& each : merged_) each.unpack();
  }

 private:
  void exchange(std::size_t i) {
    if (has_blocking_form(calls_[i])) return mpi_backend::run(calls_[i]);
    flight_.post(i);
    flight_.wait(i);
  }
};

class BucketedProgram final : public MergingProgram {
 public:
  using MergingProgram::MergingProgram;

  void run(Marks& marks) override {
    std::size_t mark = 0;
    for (std::size_t i = 0; i < merged_.size(); ++i) {
      merged_[i].pack();
      marks.mark(mark++);
      flight_.post(i);
      marks.mark(mark++);
    }
    for (std::size_t i = 0; i < merged_.size(); ++i) {
      flight_.wait(i);
      marks.mark(mark++);
      merged_[i].unpack();
      marks.mark(mark++);
    }
  }
};

}  // namespace

std::unique_ptr<Program> make_fused_program(const Workload& workload, const Context& context) {
  return std::make_unique<FusedProgram>(workload, context);
}

std::unique_ptr<Program> make_bucketed_program(const Workload& workload, const Context& context) {
  return std::make_unique<BucketedProgram>(workload, context);
}

}  // namespace syncbench::kernels::mpi_backend
