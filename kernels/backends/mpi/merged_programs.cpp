#include "merged_programs.hpp"

#include "flight.hpp"
#include "merged_operation.hpp"
#include "storm_program.hpp"

namespace syncbench::kernels::mpi_backend {
namespace {

class MergingProgram : public StormProgram {
 public:
  MergingProgram(const Workload& workload, const Context& context)
      : StormProgram(workload, context),
        merged_(merge(workload, payload_, context)),
        calls_(calls_of(merged_)),
        flight_(calls_, Flight::Requests::immediate) {}

 protected:
  void follow_slot() final {
    for (std::size_t i = 0; i < merged_.size(); ++i) calls_[i] = merged_[i].call();
    flight_.follow_calls();
  }

  void flush_copies() noexcept final {
    for (const MergedOperation& each : merged_) each.flush();
  }

  std::vector<MergedOperation> merged_;
  std::vector<Call> calls_;
  Flight flight_;

 private:
  static std::vector<MergedOperation> merge(const Workload& workload, const PayloadSet& payload,
                                            const Context& context) {
    std::vector<MergedOperation> merged;
    for (Bucket& bucket : buckets_of(workload, context.communicator->size()))
      merged.emplace_back(std::move(bucket), payload, context);
    return merged;
  }

  static std::vector<Call> calls_of(const std::vector<MergedOperation>& merged) {
    std::vector<Call> calls;
    for (const MergedOperation& each : merged) calls.push_back(each.call());
    return calls;
  }
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
