#include "programs.hpp"

#include <array>
#include <cstring>

#include "call.hpp"
#include <syncbench/core/error.hpp>
#include <syncbench/kernels/payload_set.hpp>
#include <syncbench/mpi/check.hpp>

namespace syncbench::kernels::mpi_backend {
namespace {

// Buffers, payload and one prepared call an operation; what differs is how the calls are issued.
class MpiProgram : public Program {
 public:
  MpiProgram(const Workload& workload, const Context& context)
      : payload_(workload, context.communicator->rank(), context.communicator->size(), *context.buffers) {
    for (std::size_t i = 0; i < payload_.size(); ++i) {
      calls_.push_back(make_call(payload_.operation(i), payload_.send(i), payload_.receive(i),
                                 context.communicator->rank(), context.communicator->handle(), *context.types));
    }
  }

  void arm(Iteration iteration, Payload payload) override {
    payload_.arm(iteration, payload);
    if (payload_.slots() == 1) return;
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      calls_[i].send = payload_.send(i);
      calls_[i].receive = payload_.receive(i);
    }
  }
  Verification verify() final { return payload_.verify(); }
  std::span<const std::string> mark_names() const noexcept override { return {}; }

 protected:
  PayloadSet payload_;
  std::vector<Call> calls_;
};

class SerialProgram final : public MpiProgram {
 public:
  using MpiProgram::MpiProgram;

  void run(Marks&) override {
    for (const Call& call : calls_) mpi_backend::run(call);
  }
};

class PipelinedProgram final : public MpiProgram {
 public:
  PipelinedProgram(const Workload& workload, const Context& context)
      : MpiProgram(workload, context), requests_(calls_.size(), MPI_REQUEST_NULL) {}

  void run(Marks&) override {
    for (std::size_t i = 0; i < calls_.size(); ++i) post(calls_[i], requests_[i]);
    SYNCBENCH_MPI(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE));
  }

 private:
  std::vector<MPI_Request> requests_;
};

// Packs the pieces' send buffers into one, runs one operation, unpacks into the pieces' receive buffers.
class FusedProgram final : public MpiProgram {
 public:
  FusedProgram(const Workload& workload, const Context& context) : MpiProgram(workload, context) {
    Operation whole = workload.operations.front();
    whole.count = 0;
    for (const Operation& operation : workload.operations) whole.count += operation.count;
    const Rank rank = context.communicator->rank();
    const Extent extent = extent_of(whole, rank, context.communicator->size());
    send_ = SlottedBuffer(*context.buffers, Bytes{extent.send * size_of(whole.type)}, payload_.slots());
    receive_ = SlottedBuffer(*context.buffers, Bytes{extent.receive * size_of(whole.type)}, payload_.slots());
    call_ = make_call(whole, send_.at(0), receive_.at(0), rank, context.communicator->handle(), *context.types);
  }

  void arm(Iteration iteration, Payload payload) override {
    payload_.arm(iteration, payload);
    call_.send = send_.at(payload_.slot());
    call_.receive = receive_.at(payload_.slot());
    if (!payload_.flushes(payload)) return;
    send_.flush(payload_.slot());
    receive_.flush(payload_.slot());
  }

  void run(Marks& marks) override {
    pack();
    marks.mark(0);
    mpi_backend::run(call_);
    marks.mark(1);
    unpack();
  }

  std::span<const std::string> mark_names() const noexcept override { return names_; }

 private:
  void pack() noexcept {
    std::byte* to = send_.at(payload_.slot());
    for (std::size_t i = 0; i < payload_.size(); ++i) {
      const std::size_t bytes = payload_.extent(i).send * size_of(payload_.operation(i).type);
      std::memcpy(to, payload_.send(i), bytes);
      to += bytes;
    }
  }

  void unpack() noexcept {
    const std::byte* from = receive_.at(payload_.slot());
    for (std::size_t i = 0; i < payload_.size(); ++i) {
      const std::size_t bytes = payload_.extent(i).receive * size_of(payload_.operation(i).type);
      std::memcpy(payload_.receive(i), from, bytes);
      from += bytes;
    }
  }

  SlottedBuffer send_, receive_;
  Call call_;
  std::array<std::string, 2> names_{"packed", "exchanged"};
};

}  // namespace

std::unique_ptr<Program> make_program(const Workload& workload, const Context& context) {
  switch (workload.policy) {
    case IssuePolicy::serial:
      return std::make_unique<SerialProgram>(workload, context);
    case IssuePolicy::pipelined:
      return std::make_unique<PipelinedProgram>(workload, context);
    case IssuePolicy::fused:
      return std::make_unique<FusedProgram>(workload, context);
  }
  throw Error(ExitCode::internal, "an issue policy without a program");
}

}  // namespace syncbench::kernels::mpi_backend
