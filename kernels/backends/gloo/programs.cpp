#include "kernels/backends/gloo/programs.hpp"

#include "kernels/backends/gloo/call.hpp"
#include "kernels/backends/gloo/failure.hpp"
#include "kernels/merged_operation.hpp"
#include "kernels/storm_program.hpp"

namespace syncbench::kernels::gloo_backend {
namespace {

// What all programs have: Gloo's calls, one after the other, and a clear sentence when one fails.
class CallingProgram : public StormProgram {
 public:
  CallingProgram(const Workload& workload, const Mesh& mesh, BufferProvider& buffers)
      : StormProgram(workload, Rank{mesh.context()->rank}, mesh.context()->size, buffers),
        context_(mesh.context()),
        algorithm_(workload.algorithm) {}

 protected:
  Call make(const Operation& operation, std::byte* send, std::byte* receive) {
    const auto tag = static_cast<std::uint32_t>(calls_.size());
    Call call;
    guarded(context_->rank, name_of(operation.collective), [&] {
      call = make_call({.operation = &operation,
                        .algorithm = algorithm_named(operation.collective, algorithm_),
                        .send = send,
                        .receive = receive,
                        .context = context_,
                        .tag = tag});
    });
    return call;
  }

  // Calls after(i) when call i has ended.
  template <class After>
  void run_all(After after) {
    std::size_t i = 0;
    try {
      for (; i < calls_.size(); ++i) {
        calls_[i]();
        after(i);
      }
    } catch (...) {
      rethrow_in_our_words(context_->rank, std::string(name_of(payload_.operation(0).collective)));
    }
  }

  std::vector<Call> calls_;

 private:
  std::shared_ptr<::gloo::Context> context_;
  std::string algorithm_;
};

class SerialProgram final : public CallingProgram {
 public:
  SerialProgram(const Workload& workload, const Mesh& mesh, BufferProvider& buffers)
      : CallingProgram(workload, mesh, buffers) {
    make_calls();
  }

  void run(Marks& marks) override {
    run_all([&](std::size_t i) { marks.mark(i); });  // reads no clock where the workload has no marks
  }

 protected:
  void follow_slot() override { make_calls(); }

 private:
  void make_calls() {
    calls_.clear();
    for (std::size_t i = 0; i < payload_.size(); ++i)
      calls_.push_back(make(payload_.operation(i), payload_.send(i), payload_.receive(i)));
  }
};

class FusedProgram final : public CallingProgram {
 public:
  FusedProgram(const Workload& workload, const Mesh& mesh, BufferProvider& buffers)
      : CallingProgram(workload, mesh, buffers),
        merged_(merged_operations(workload, payload_, Rank{mesh.context()->rank}, mesh.context()->size, buffers)) {
    make_calls();
  }

  void run(Marks& marks) override {
    for (MergedOperation& each : merged_) each.pack();
    marks.mark(0);
    run_all([](std::size_t) {});
    marks.mark(1);
    for (MergedOperation& each : merged_) each.unpack();
  }

 protected:
  void follow_slot() override { make_calls(); }

  void flush_copies() noexcept override {
    for (const MergedOperation& each : merged_) each.flush();
  }

 private:
  void make_calls() {
    calls_.clear();
    for (const MergedOperation& each : merged_) calls_.push_back(make(each.whole(), each.send(), each.receive()));
  }

  std::vector<MergedOperation> merged_;
};

}  // namespace

std::unique_ptr<Program> make_program(const Workload& workload, const Mesh& mesh, BufferProvider& buffers) {
  if (workload.policy == IssuePolicy::fused) return std::make_unique<FusedProgram>(workload, mesh, buffers);
  return std::make_unique<SerialProgram>(workload, mesh, buffers);
}

}  // namespace syncbench::kernels::gloo_backend
